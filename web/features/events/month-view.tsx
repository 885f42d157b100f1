import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { EventMonth } from "#contract/events.ts";
import type { EventFilter } from "#web/data/event-cache.ts";
import { eventQueries } from "#web/data/events.ts";
import { isoDay } from "#web/lib/iso-day.ts";
import { useToday } from "#web/lib/use-today.ts";
import { errorMessage } from "#web/text/errors.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EventCorrections } from "./event-corrections.tsx";
import { clockTime, dayName, monthName, monthWeeks, shiftMonth } from "./event-time.ts";

interface MonthViewProps {
  month: string;
  filter: EventFilter;
  /** YYYY-MM-DD. */
  selectedDay: string | undefined;
  onMonth: (month: string) => void;
  onDay: (day: string) => void;
}

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** A month on one page; a day leads to what happens on it. */
export function MonthView({ month, filter, selectedDay, onMonth, onDay }: MonthViewProps) {
  const { data, error, isError, isFetching, isPending, refetch } = useQuery(eventQueries.month(month, filter));
  const today = isoDay(useToday());
  const days = new Map(data?.month === month ? data.days.map((day) => [day.date, day]) : []);
  return (
    <section aria-label={`Calendar of ${monthName(month)}`} className="pb-10">
      <div className="flex flex-wrap items-center justify-between pb-4">
        <h2 id="month" aria-live="polite" className="font-display text-title">
          {monthName(month)}
        </h2>
        <div className="flex">
          <IconButton label="Previous month" onClick={() => onMonth(shiftMonth(month, -1))}>
            <ChevronLeft aria-hidden="true" size={20} strokeWidth={1.5} />
          </IconButton>
          <IconButton label="Next month" onClick={() => onMonth(shiftMonth(month, 1))}>
            <ChevronRight aria-hidden="true" size={20} strokeWidth={1.5} />
          </IconButton>
        </div>
      </div>
      {isError && (
        <InlineError
          message={errorMessage(error, "Couldn't load this month.")}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {/* The list of a day says it itself. */}
      {selectedDay === undefined && <EventCorrections filter={filter} meant={data} />}
      <table aria-labelledby="month" aria-busy={isFetching} className="w-full table-fixed border-collapse">
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name} className="small-caps pb-2 text-left text-muted">
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  isOutside={!day.startsWith(month)}
                  found={days.get(day)}
                  isLoading={isPending || (isFetching && data?.month !== month)}
                  isToday={day === today}
                  isSelected={day === selectedDay}
                  onDay={onDay}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface DayCellProps {
  day: string;
  isOutside: boolean;
  found: EventMonth["days"][number] | undefined;
  isLoading: boolean;
  isToday: boolean;
  isSelected: boolean;
  onDay: (day: string) => void;
}

function DayCell({ day, isOutside, found, isLoading, isToday, isSelected, onDay }: DayCellProps) {
  const number = (
    <span
      className={clsx(
        "font-display grid size-8 place-items-center rounded-full text-lead",
        isToday && "bg-ink text-paper",
        isOutside && "text-muted",
      )}
    >
      {Number(day.slice(8))}
    </span>
  );
  return (
    <td
      className={clsx(
        "h-16 border border-line p-0 align-top md:h-32",
        isSelected && "outline-2 -outline-offset-2 outline-ink",
      )}
    >
      {found === undefined || isOutside ? (
        <span className="block p-1 md:p-2">
          {number}
          {isLoading && !isOutside && <Skeleton className="mt-1 h-3" />}
        </span>
      ) : (
        <button
          type="button"
          aria-pressed={isSelected}
          onClick={() => onDay(day)}
          className="flex size-full flex-col items-stretch justify-start p-1 text-left transition-colors hover:bg-ink/4 md:p-2"
        >
          <span className="sr-only">{`${dayName(day)}: ${found.count} ${found.count === 1 ? "event" : "events"}`}</span>
          <span aria-hidden="true">{number}</span>
          <span aria-hidden="true" className="mt-1 flex gap-1 px-1.5 md:hidden">
            {found.events.map(({ id }) => (
              <span key={id} className="size-1.5 rounded-full bg-accent" />
            ))}
          </span>
          <span aria-hidden="true" className="mt-1 hidden flex-col gap-0.5 md:flex">
            {found.events.map(({ id, title, startsAt, timeZone }) => (
              <span key={id} className="truncate text-fine">
                {startsAt && timeZone && <span className="font-medium">{clockTime(startsAt, timeZone)} </span>}
                {title}
              </span>
            ))}
            {found.count > found.events.length && (
              <span className="text-fine">{found.count - found.events.length} more</span>
            )}
          </span>
        </button>
      )}
    </td>
  );
}
