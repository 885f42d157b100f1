import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId, useMemo, useState } from "react";
import type { Notification } from "#contract/notifications.ts";
import { notificationsQuery, useDeleteNotification, useReadNotification } from "#web/data/notifications.ts";
import { useRemovedIds } from "#web/lib/removed-ids.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { useToday } from "#web/lib/use-today.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ListEnd } from "#web/ui/list-end.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { RowSkeleton, RowSkeletons } from "#web/ui/row-skeleton.tsx";
import { groupByAge, type NotificationGroup } from "./notification-groups.ts";
import { NotificationRow } from "./notification-row.tsx";

/** The skeleton of a notification. */
const row = { size: 48, hasHint: true, className: "min-h-19 gap-4 py-3" };

interface NotificationListProps {
  /** What can be done about a notification, such as following back. */
  controlOf?: ((notification: Notification) => ReactNode) | undefined;
}

/** The infinite list of notifications, newest first. */
export function NotificationList({ controlOf }: NotificationListProps) {
  const query = useInfiniteQuery(notificationsQuery);
  const removedIds = useRemovedIds();
  const items = useMemo(
    () => (query.data?.pages.flatMap((page) => page.items) ?? []).filter(({ id }) => !removedIds.has(id)),
    [query.data, removedIds],
  );
  const kept = useRestoredFocus<HTMLElement>();
  if (query.isPending) return <NotificationSkeletons />;
  if (query.isError && !query.data) return <QueryError title="Couldn't load your notifications" query={query} />;
  // All that is loaded may be deleted while there is more.
  if (items.length === 0 && !query.hasNextPage) return <Nothing />;
  return (
    <>
      <Groups items={items} controlOf={controlOf} kept={kept} />
      <ListEnd query={query} waiting={<RowSkeleton {...row} />} />
    </>
  );
}

export function NotificationSkeletons() {
  return <RowSkeletons label="Loading notifications" count={6} {...row} listClassName="pt-6" />;
}

interface GroupsProps extends NotificationListProps {
  items: Notification[];
  kept: ReturnType<typeof useRestoredFocus<HTMLElement>>;
}

function Groups({ items, controlOf, kept }: GroupsProps) {
  const read = useReadNotification();
  const remove = useDeleteNotification();
  const [toDelete, setToDelete] = useState<Notification | null>(null);
  const today = useToday();
  const groups = useMemo(() => groupByAge(items, today), [items, today]);
  const confirm = () => {
    if (toDelete) remove(toDelete);
    setToDelete(null);
  };
  return (
    <section {...kept} aria-label="Notifications" className="flex flex-col gap-8 outline-none">
      {groups.map((group) => (
        <Group
          key={group.title}
          group={group}
          onOpen={(notification) => !notification.isRead && read.mutate(notification.id)}
          onDelete={setToDelete}
          controlOf={controlOf}
        />
      ))}
      <ConfirmDialog
        isOpen={toDelete !== null}
        onClose={() => setToDelete(null)}
        onConfirm={confirm}
        title="Delete this notification?"
        confirmLabel="Delete"
      >
        {toDelete?.message}
      </ConfirmDialog>
    </section>
  );
}

interface GroupProps extends NotificationListProps {
  group: NotificationGroup;
  onOpen: (notification: Notification) => void;
  onDelete: (notification: Notification) => void;
}

function Group({ group: { title, items }, onOpen, onDelete, controlOf }: GroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="small-caps mb-2 text-muted">
        {title}
      </h2>
      <ul>
        {items.map((notification) => (
          <li key={notification.id}>
            <NotificationRow
              notification={notification}
              onOpen={() => onOpen(notification)}
              onDelete={() => onDelete(notification)}
              control={controlOf?.(notification)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Nothing() {
  return (
    <EmptyState
      title="No notifications yet"
      art="page"
      action={
        <Link to="/explore" className={buttonClass("ink")}>
          Explore Outfits
        </Link>
      }
    >
      Likes, comments and new followers appear here.
    </EmptyState>
  );
}
