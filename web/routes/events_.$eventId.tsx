import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Link, useRouter } from "@tanstack/react-router";
import { ApiError } from "#web/api/api-error.ts";
import { eventQueries } from "#web/data/events.ts";
import { EventArticleSkeleton } from "#web/features/events/event-article.tsx";
import { prepareClocks } from "#web/features/events/event-time.ts";
import { readComment } from "#web/lib/search-params.ts";
import { Page } from "#web/shell/page.tsx";
import { errorMessage } from "#web/text/errors.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ScreenState } from "#web/ui/screen-state.tsx";
import { EventWhole } from "#web/screens/event/event-whole.tsx";

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
  if (data) {
    return (
      <Page title={data.title}>
        <EventWhole event={data} onBlocked={() => void router.navigate({ to: "/events" })} />
      </Page>
    );
  }
  // An address that is no id is an event that is not there.
  const isNotFound = error instanceof ApiError && (error.status === 404 || error.status === 422);
  return (
    <Page title={isNotFound ? "Event not found" : "Event"}>
      {error && (
        <ScreenState>
          {isNotFound ? (
            <ErrorState
              title="This event isn't available"
              action={
                <Link to="/events" className={buttonClass("outline")}>
                  See what is on
                </Link>
              }
            >
              It may have been withdrawn by its organiser.
            </ErrorState>
          ) : (
            <ErrorState title="Failed to load event" onRetry={() => void refetch()} isRetrying={isFetching}>
              {errorMessage(error, "Please try again in a moment.")}
            </ErrorState>
          )}
        </ScreenState>
      )}
      {!error && <EventArticleSkeleton />}
    </Page>
  );
}
