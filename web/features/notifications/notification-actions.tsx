import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Settings2 } from "lucide-react";
import { useState } from "react";
import { notificationsQuery, useClearNotifications, useReadAllNotifications } from "#web/data/notifications.ts";
import { useUnreadNotificationsCount } from "#web/data/unread-counts.ts";
import { settingsPath } from "#web/lib/paths.ts";
import { useRemovedIds } from "#web/lib/removed-ids.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { iconButtonClass } from "#web/ui/icon-button.tsx";

/** The unread count, 'mark all as read' and 'clear all', each only if there is something to do. */
export function NotificationActions() {
  const { data, isError, hasNextPage } = useInfiniteQuery(notificationsQuery);
  const unread = useUnreadNotificationsCount();
  const removedIds = useRemovedIds();
  const [isAsking, setIsAsking] = useState(false);
  const items = (data?.pages.flatMap((page) => page.items) ?? []).filter(({ id }) => !removedIds.has(id));
  const isEmpty = items.length === 0 && !hasNextPage && (data !== undefined || isError);
  if (isEmpty && !isAsking) return null;
  const newest = items[0]?.createdAt;
  const hasUnread = unread > 0 || items.some((item) => !item.isRead);
  return (
    <div className="-mt-3 mb-6 flex min-h-11 flex-wrap items-center gap-1 border-b border-line pb-2">
      {data && (
        <>
          <ReadState unread={unread} hasUnread={hasUnread} newest={newest} />
          <ClearAll isAsking={isAsking} onAsk={setIsAsking} newest={newest} />
        </>
      )}
    </div>
  );
}

/** The time of the newest notification on screen. */
type Newest = { newest: string | undefined };

function ReadState({ unread, hasUnread, newest }: { unread: number; hasUnread: boolean } & Newest) {
  const readAll = useReadAllNotifications();
  if (!hasUnread) return <p className="mr-auto text-fine text-muted">All read</p>;
  return (
    <>
      <p className="mr-auto text-fine text-muted">{unread} unread</p>
      <Button look="quiet" size="small" isBusy={readAll.isPending} onClick={() => readAll.mutate(newest)}>
        Mark all read
      </Button>
    </>
  );
}

/** Asks before the list is cleared. It must stay mounted while open, even if the list becomes empty. */
function ClearAll({ isAsking, onAsk, newest }: { isAsking: boolean; onAsk: (isAsking: boolean) => void } & Newest) {
  const clear = useClearNotifications();
  // What arrives behind the question has not been seen.
  const [until, setUntil] = useState(newest);
  const ask = () => {
    setUntil(newest);
    onAsk(true);
  };
  return (
    <>
      <Button look="quiet" size="small" className="-mr-4 forced-colors:mr-0!" isBusy={clear.isPending} onClick={ask}>
        Clear all
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => onAsk(false)}
        onConfirm={() => {
          clear.mutate(until);
          onAsk(false);
        }}
        title="Clear all notifications?"
        confirmLabel="Clear all"
      >
        This can't be undone.
      </ConfirmDialog>
    </>
  );
}

/** The link to the notification settings. */
export function NotificationSettingsLink() {
  return (
    <Link
      to={settingsPath}
      hash="notifications"
      aria-label="Notification settings"
      className={`${iconButtonClass} -mr-2`}
    >
      <Settings2 aria-hidden="true" size={22} strokeWidth={1.5} />
    </Link>
  );
}
