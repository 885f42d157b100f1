import { Link } from "@tanstack/react-router";
import { CalendarDays, List, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { useMe } from "#web/data/me.ts";
import { isoDay } from "#web/lib/iso-day.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { useToday } from "#web/lib/use-today.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Chip, chipClass } from "#web/ui/chip.tsx";
import { CodeBoundary } from "#web/ui/code-boundary.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EventFilters } from "./event-filters.tsx";
import { EventList } from "./event-list.tsx";
import { dayName } from "./event-time.ts";
import { isFiltered, noFilter, toEventFilter } from "./event-filter.ts";
import type { EventsSearch } from "./events-search.ts";

const MonthView = lazyPart(() => import("./month-view.tsx"), "MonthView");

interface EventsScreenProps {
  search: EventsSearch;
  onChange: (part: EventsSearch) => void;
  /** The search box. */
  searchBox: ReactNode;
}

/** The list of events, with filters. */
export function EventsScreen({ search, onChange, searchBox }: EventsScreenProps) {
  const me = useMe();
  const today = useToday();
  const filter = toEventFilter(search, today);
  const isMonth = search.view === "month";
  const month = search.month ?? isoDay(today).slice(0, 7);
  const isPlain = !isFiltered(search);
  return (
    <>
      <header className="flex flex-wrap items-end gap-x-6 gap-y-4 pt-6 pb-5 md:pt-10 md:pb-8">
        <h1 className="font-display grow text-headline">Events</h1>
        <Link to="/events/add" className={buttonClass("primary", "small")}>
          <Plus aria-hidden="true" size={16} strokeWidth={1.75} />
          Add event
        </Link>
        <div className="flex basis-full flex-wrap items-center gap-x-2 gap-y-3">
          <div className="min-w-0 grow md:max-w-xl">{searchBox}</div>
          <fieldset className="flex gap-1">
            <legend className="sr-only">View</legend>
            <Chip isOn={!isMonth} aria-label="List" onClick={() => onChange({ view: undefined, day: undefined })}>
              <List aria-hidden="true" size={16} strokeWidth={1.75} />
              List
            </Chip>
            <Chip
              isOn={isMonth}
              aria-label="Month"
              onClick={() => onChange({ view: "month", weekend: undefined, when: undefined })}
            >
              <CalendarDays aria-hidden="true" size={16} strokeWidth={1.75} />
              Month
            </Chip>
          </fieldset>
          {me && (
            <Link to="/events/mine" className={`${chipClass()} ml-auto`}>
              Your events
            </Link>
          )}
        </div>
      </header>
      <EventFilters search={search} location={me?.location ?? null} onChange={onChange} />
      {isMonth && (
        <CodeBoundary fallback={<Skeleton className="min-h-[32rem] rounded-photo!" />}>
          <MonthView
            month={month}
            filter={filter}
            selectedDay={search.day}
            onMonth={(next) => onChange({ month: next, day: undefined })}
            onDay={(day) => onChange({ day: day === search.day ? undefined : day })}
          />
        </CodeBoundary>
      )}
      {search.day !== undefined && <h2 className="font-display pb-4 text-title">{dayName(search.day)}</h2>}
      {(!isMonth || search.day !== undefined) && (
        <EventList filter={filter} hasLead={isPlain} onClear={isPlain ? undefined : () => onChange(noFilter)} />
      )}
    </>
  );
}
