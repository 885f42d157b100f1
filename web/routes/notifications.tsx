import { useInfiniteQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { followRequestsQuery } from "#web/data/follow-requests.ts";
import { notificationsQuery } from "#web/data/notifications.ts";
import { FollowButton } from "#web/features/follows/follow-button.tsx";
import { FollowRequests } from "#web/features/follows/follow-requests.tsx";
import { NotificationActions, NotificationSettingsLink } from "#web/features/notifications/notification-actions.tsx";
import { NotificationList, NotificationSkeletons } from "#web/features/notifications/notification-list.tsx";
import { Page, PageHeading } from "#web/shell/page.tsx";
import { requireSession } from "#web/shell/require-session.ts";
import { jointFailure } from "#web/ui/joint-failure.ts";
import { QueryError } from "#web/ui/query-error.tsx";

export const Route = createFileRoute("/notifications")({
  beforeLoad: requireSession,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchInfiniteQuery(notificationsQuery);
    void queryClient.prefetchInfiniteQuery(followRequestsQuery);
  },
  component: Notifications,
});

function Notifications() {
  const requests = useInfiniteQuery(followRequestsQuery);
  const failure = jointFailure([useInfiniteQuery(notificationsQuery), requests]);
  // The list waits for the requests above it, so that nothing shifts, but not for retries after a failure.
  const isReady = !requests.isPending || requests.failureCount > 0;
  return (
    <Page title="Notifications" width="reading">
      <PageHeading actions={<NotificationSettingsLink />}>Notifications</PageHeading>
      {failure ? (
        <QueryError title="Couldn't load your notifications" query={failure} />
      ) : isReady ? (
        <>
          <FollowRequests />
          <NotificationActions />
          <NotificationList
            controlOf={({ actor, actorFollowState: state }) =>
              actor && state && <FollowButton member={actor} state={state} size="small" noneLabel="Follow back" />
            }
          />
        </>
      ) : (
        <NotificationSkeletons />
      )}
    </Page>
  );
}
