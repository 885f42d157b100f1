import { useQuery } from "@tanstack/react-query";
import { createFileRoute, useRouter } from "@tanstack/react-router";
import { isMissing } from "#web/api/api-error.ts";
import { eventQueries } from "#web/data/events.ts";
import { EventArticleSkeleton } from "#web/features/events/event-article.tsx";
import { EventFailure } from "#web/features/events/event-failure.tsx";
import { prepareClocks } from "#web/features/events/event-time.ts";
import { readComment } from "#web/lib/search-params.ts";
import { Page } from "#web/shell/page.tsx";
import { ScreenState } from "#web/ui/screen-state.tsx";
import { EventDetail } from "#web/screens/event/event-detail.tsx";

export const Route = createFileRoute("/events_/$eventId")({
  validateSearch: readComment,
  loader: async ({ context: { queryClient }, params: { eventId } }) => {
    const query = eventQueries.detail(eventId);
    void queryClient.prefetchQuery(query);
    const event = queryClient.getQueryData(query.queryKey);
    if (event) await prepareClocks([event]);
  },
  pendingComponent: LoadingEvent,
  component: EventPage,
});

function LoadingEvent() {
  return (
    <Page title="Event">
      <EventArticleSkeleton />
    </Page>
  );
}

function EventPage() {
  const { eventId } = Route.useParams();
  const router = useRouter();
  const { data, error, isFetching, refetch } = useQuery(eventQueries.detail(eventId));
  // What is gone since is not shown from the cache.
  if (data && !isMissing(error)) {
    return (
      <Page title={data.title}>
        <EventDetail event={data} onBlocked={() => void router.navigate({ to: "/events" })} />
      </Page>
    );
  }
  return (
    <Page title={isMissing(error) ? "Event not found" : "Event"}>
      {error && (
        <ScreenState>
          <EventFailure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        </ScreenState>
      )}
      {!error && <EventArticleSkeleton />}
    </Page>
  );
}
