import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import type { EventCard } from "#contract/events.ts";
import type { EventFilter } from "#web/data/event-cache.ts";
import { eventQueries } from "#web/data/events.ts";
import { announce } from "#web/lib/announce.ts";
import { countOf } from "#web/lib/format-count.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ListEnd } from "#web/ui/list-end.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { EventCorrections } from "./event-corrections.tsx";
import { EventLead, EventRow, EventRowsSkeleton } from "./event-row.tsx";
import { dayParts } from "./event-time.ts";

interface EventListProps {
  filter: EventFilter;
  /** The first event at full size. */
  hasLead?: boolean;
  /** Removes all filters; undefined without any. */
  onClear?: (() => void) | undefined;
}

/** The events by month, loaded while scrolling. */
export function EventList({ filter, hasLead = false, onClear }: EventListProps) {
  const list = useInfiniteQuery(eventQueries.list(filter));
  useFoundNews(filter.search, list.data);
  if (list.isPending) {
    return (
      <>
        <output className="sr-only">Loading events...</output>
        <EventRowsSkeleton />
      </>
    );
  }
  if (list.data === undefined)
    return <QueryError title="Failed to load events" query={list} fallback="Please try again in a moment." />;
  const events = list.data.pages.flatMap((page) => page.items);
  const [first, ...others] = events;
  if (!first) return <NoEvents isPast={filter.when === "past"} onClear={onClear} />;
  const isLed = hasLead && first.cover !== null;
  return (
    <>
      <EventCorrections filter={filter} meant={list.data.pages[0]} />
      {isLed && <EventLead event={first} />}
      <EventMonths events={isLed ? others : events} isFirstUrgent={!isLed} />
      <ListEnd query={list} waiting={<EventRowsSkeleton count={2} />} />
    </>
  );
}

/** Says to those who cannot see the list how much a search found. */
function useFoundNews(search: string | undefined, data: { pages: { items: unknown[] }[] } | undefined): void {
  const count = data?.pages.reduce((sum, page) => sum + page.items.length, 0);
  useEffect(() => {
    if (count === undefined || search === undefined) return;
    announce(count === 0 ? "No events found" : `${countOf(count, "event")} found`);
  }, [search, count]);
}

/** Rows under the names of their months. */
function EventMonths({ events, isFirstUrgent }: { events: readonly EventCard[]; isFirstUrgent: boolean }) {
  const months = new Map<string, EventCard[]>();
  for (const event of events) {
    const month = dayParts(event)?.monthLong ?? "";
    months.set(month, [...(months.get(month) ?? []), event]);
  }
  return [...months].map(([month, ofMonth], index) => (
    <section
      key={month}
      aria-label={month}
      className="pb-10 md:grid md:grid-cols-[minmax(9rem,1fr)_minmax(0,5fr)] md:gap-x-8"
    >
      <h2 className="font-display pb-3 text-lead italic md:sticky md:top-20 md:self-start md:pt-7">{month}</h2>
      <ul>
        {ofMonth.map((event, place) => (
          <li key={event.id}>
            <EventRow event={event} isUrgent={isFirstUrgent && index === 0 && place < 2} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

function NoEvents({ isPast, onClear }: { isPast: boolean; onClear: (() => void) | undefined }): ReactNode {
  return (
    <EmptyState
      title="No events found"
      art="page"
      action={
        <span className="flex flex-wrap justify-center gap-3">
          {onClear && (
            <button type="button" className={buttonClass("outline")} onClick={onClear}>
              Show all events
            </button>
          )}
          <Link to="/events/add" className={buttonClass("ink")}>
            Add an event
          </Link>
        </span>
      }
    >
      {emptyText({ isPast, isFiltered: onClear !== undefined })}
    </EmptyState>
  );
}

function emptyText({ isPast, isFiltered }: { isPast: boolean; isFiltered: boolean }): string {
  if (isPast) return "No past event fits.";
  return isFiltered ? "Try another word, place or day." : "Nothing is planned yet. Be the first to plan something.";
}
