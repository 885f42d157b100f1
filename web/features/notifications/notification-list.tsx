import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId, useMemo, useRef, useState } from "react";
import type { Notification } from "#contract/notifications.ts";
import { useWhenNear } from "#web/lib/use-when-near.ts";
import { wordsFor } from "#web/text/errors.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { groupByAge, type NotificationGroup } from "./notification-groups.ts";
import { NotificationRow } from "./notification-row.tsx";
import { notificationQueries, useDeleteNotification, useReadNotification } from "./notifications.queries.ts";

/** All that the member was told of, newest first, without an end. */
export function NotificationList() {
  const query = useInfiniteQuery(notificationQueries.list());
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const { hasNextPage, isFetching, fetchNextPage } = query;
  if (query.isPending) return <Waiting />;
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title="Your notifications did not load"
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      >
        {wordsFor(query.error)}
      </ErrorState>
    );
  }
  if (items.length === 0) return <Nothing />;
  return (
    <>
      <Groups items={items} />
      {hasNextPage && (
        <More
          hasFailed={query.isFetchNextPageError}
          onNear={() => {
            if (!isFetching && !query.isFetchNextPageError) void fetchNextPage();
          }}
          onRetry={() => void fetchNextPage()}
        />
      )}
    </>
  );
}

function Groups({ items }: { items: Notification[] }) {
  const read = useReadNotification();
  const remove = useDeleteNotification();
  const [doomed, setDoomed] = useState<Notification | null>(null);
  const list = useRef<HTMLElement>(null);
  const [openedAt] = useState(() => new Date());
  const groups = useMemo(() => groupByAge(items, openedAt), [items, openedAt]);
  const confirm = () => {
    if (doomed) remove.mutate(doomed.id);
    setDoomed(null);
    // The button that had the focus is gone with its row.
    list.current?.focus();
  };
  return (
    <section ref={list} tabIndex={-1} aria-label="Notifications" className="flex flex-col gap-8 outline-none">
      {groups.map((group) => (
        <Group
          key={group.title}
          group={group}
          onOpen={(notification) => !notification.isRead && read.mutate(notification.id)}
          onDelete={setDoomed}
        />
      ))}
      <ConfirmDialog
        isOpen={doomed !== null}
        onClose={() => setDoomed(null)}
        onConfirm={confirm}
        title="Delete this notification?"
        confirmLabel="Delete"
      >
        {doomed?.message}
      </ConfirmDialog>
    </section>
  );
}

interface GroupProps {
  group: NotificationGroup;
  onOpen: (notification: Notification) => void;
  onDelete: (notification: Notification) => void;
}

function Group({ group: { title, items }, onOpen, onDelete }: GroupProps) {
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
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface MoreProps {
  hasFailed: boolean;
  onNear: () => void;
  onRetry: () => void;
}

function More({ hasFailed, onNear, onRetry }: MoreProps) {
  const end = useWhenNear<HTMLDivElement>(onNear);
  if (hasFailed) {
    return (
      <div className="py-6 text-center">
        <Button look="outline" onClick={onRetry}>
          Load older ones
        </Button>
      </div>
    );
  }
  return (
    <div ref={end} aria-busy="true" className="pt-2">
      <WaitingRow />
    </div>
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
      Likes, comments and followers gather here.
    </EmptyState>
  );
}

const rowIds = [1, 2, 3, 4, 5, 6];

function Waiting() {
  return (
    <ul aria-label="Loading notifications" aria-busy="true" className="pt-6">
      {rowIds.map((id) => (
        <li key={id}>
          <WaitingRow />
        </li>
      ))}
    </ul>
  );
}

function WaitingRow() {
  return (
    <span className="flex min-h-19 items-center gap-4 py-3">
      <Skeleton className="size-12 shrink-0 rounded-full!" />
      <span className="flex-1 space-y-2">
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-3 w-16" />
      </span>
    </span>
  );
}
