import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { eventQueries } from "#web/data/events.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ListEnd } from "#web/ui/list-end.tsx";
import { CalendarFeed } from "./calendar-feed.tsx";
import { EventRow, EventRowsSkeleton } from "./event-row.tsx";

/** Where the member is going, and what they organise. */
export function OwnEvents({ tab }: { tab: "attendee" | "organiser" }) {
  const list = useInfiniteQuery(eventQueries.own(tab));
  const events = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (list.isPending) return <EventRowsSkeleton count={3} />;
  if (list.data === undefined) {
    return (
      <ErrorState title="Failed to load events" onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
    );
  }
  return (
    <>
      {events.length === 0 && <NothingYet tab={tab} />}
      <ul className="-mt-px">
        {events.map((event) => (
          <li key={event.id}>
            <EventRow event={event} heading="h2" />
          </li>
        ))}
      </ul>
      <ListEnd query={list} />
      {tab === "attendee" && <CalendarFeed />}
    </>
  );
}

function NothingYet({ tab }: { tab: "attendee" | "organiser" }) {
  if (tab === "attendee") {
    return (
      <EmptyState
        title="Nothing planned yet"
        art="page"
        action={
          <Link to="/events" className={buttonClass("ink")}>
            See what's on
          </Link>
        }
      >
        Events that you reply to appear here.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="You haven't organised anything yet"
      art="page"
      action={
        <Link to="/events/add" className={buttonClass("ink")}>
          Add an event
        </Link>
      }
    >
      A market, a swap night, an opening: it takes two minutes.
    </EmptyState>
  );
}
