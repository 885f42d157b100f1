import { createFileRoute } from "@tanstack/react-router";
import { eventQueries } from "#web/data/events.ts";
import { EventsScreen } from "#web/features/events/events-screen.tsx";
import { toEventFilter } from "#web/features/events/event-filter.ts";
import { prepareClocks } from "#web/features/events/event-time.ts";
import { type EventsSearch, readEventsSearch } from "#web/features/events/events-search.ts";
import { usePreloadedScreen } from "#web/lib/use-preloaded-screen.ts";
import { SearchField } from "#web/ui/search-field.tsx";
import { Page } from "#web/shell/page.tsx";

export const Route = createFileRoute("/events")({
  validateSearch: readEventsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const query = eventQueries.list(toEventFilter(deps, new Date()));
    void queryClient.prefetchInfiniteQuery(query);
    await prepareClocks(queryClient.getQueryData(query.queryKey)?.pages[0]?.items ?? []);
  },
  component: Events,
});

function Events() {
  usePreloadedScreen("/events/$eventId");
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const change = (part: EventsSearch) =>
    void navigate({
      search: (last) => ({ ...last, ...part }),
      replace: true,
      resetScroll: false,
      viewTransition: false,
    });
  return (
    <Page title="Events">
      <EventsScreen
        search={search}
        onChange={change}
        searchBox={
          <SearchField
            value={search.q ?? ""}
            onSearch={(text) => change({ q: text === "" ? undefined : text })}
            label="Search events"
            placeholder="Search a title or a place"
          />
        }
      />
    </Page>
  );
}
