import { useInfiniteQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { followQueries } from "#web/features/follows/follows.queries.ts";
import { FollowRequests } from "#web/features/follows/follow-requests.tsx";
import { NotificationActions, NotificationSettingsLink } from "#web/features/notifications/notification-actions.tsx";
import { NotificationList, NotificationSkeletons } from "#web/features/notifications/notification-list.tsx";
import { notificationQueries } from "#web/features/notifications/notifications.queries.ts";
import { Page, PageHeading } from "#web/shell/page.tsx";
import { requireSession } from "#web/shell/require-session.ts";

export const Route = createFileRoute("/notifications")({
  beforeLoad: requireSession,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchInfiniteQuery(notificationQueries.list());
    void queryClient.prefetchInfiniteQuery(followQueries.requests());
  },
  component: Notifications,
});

function Notifications() {
  const requests = useInfiniteQuery(followQueries.requests());
  // They stand above the list: it waits for them, so that nothing is pushed down; but not for a failure's retries.
  const isReady = !requests.isPending || requests.failureCount > 0;
  return (
    <Page title="Notifications" width="reading">
      <PageHeading actions={<NotificationSettingsLink />}>Notifications</PageHeading>
      {isReady ? (
        <>
          <FollowRequests />
          <NotificationActions />
          <NotificationList />
        </>
      ) : (
        <NotificationSkeletons />
      )}
    </Page>
  );
}
