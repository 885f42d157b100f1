import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { doorRefreshMs, eventQueries } from "#web/data/events.ts";
import { CheckInScreen } from "#web/features/events/check-in-screen.tsx";
import { EventArticleSkeleton } from "#web/features/events/event-article.tsx";
import { EventFailure } from "#web/features/events/event-failure.tsx";
import { Page, PageHeading } from "#web/shell/page.tsx";
import { requireSession } from "#web/shell/require-session.ts";
import { ErrorState } from "#web/ui/error-state.tsx";

export const Route = createFileRoute("/events_/$eventId_/check-in")({
  beforeLoad: requireSession,
  component: CheckIn,
});

function CheckIn() {
  const { eventId } = Route.useParams();
  const { data, error, isFetching, refetch } = useQuery({
    ...eventQueries.detail(eventId),
    // Who comes early sees when check-in opens.
    refetchInterval: ({ state: { data } }) => (data?.canConfirm && !data.isCheckInOpen ? doorRefreshMs : false),
  });
  return (
    <Page title="Check in">
      <PageHeading
        kicker={
          data && (
            <Link to="/events/$eventId" params={{ eventId }} className="underline-offset-4 hover:underline">
              {data.title}
            </Link>
          )
        }
      >
        Check in
      </PageHeading>
      {data?.canConfirm && <CheckInScreen event={data} />}
      {data && !data.canConfirm && <ErrorState title="Only the organiser checks tickets" />}
      {!data && error && <EventFailure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!data && !error && <EventArticleSkeleton />}
    </Page>
  );
}
