import { Link } from "@tanstack/react-router";
import type { EventCard } from "#contract/events.ts";
import { Picture } from "#web/ui/picture.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { acrossPhone, EventDate, EventMark, goingWords } from "./event-facts.tsx";
import { clockTime } from "./event-time.ts";

const metaOf = ({ startsAt, timeZone, location }: EventCard): string =>
  [startsAt && timeZone ? clockTime(startsAt, timeZone) : null, location].filter(Boolean).join(" · ");

interface EventRowProps {
  event: EventCard;
  isUrgent?: boolean;
  /** By its heading. */
  heading?: "h2" | "h3";
}

/** One event in the list: date, title and picture. */
export function EventRow({ event, isUrgent = false, heading: Heading = "h3" }: EventRowProps) {
  return (
    <article className="border-t border-line">
      <Link
        to="/events/$eventId"
        params={{ eventId: event.id }}
        className="group flex flex-wrap items-start gap-4 py-6 md:gap-x-8 md:py-8"
      >
        <div className="w-15 shrink-0 md:w-20 lg:w-36">
          <EventDate event={event} />
        </div>
        <div className="min-w-36 flex-1">
          <p className="flex flex-wrap gap-x-3 gap-y-1">
            {event.style && <span className="small-caps text-muted">{event.style.name}</span>}
            <EventMark event={event} />
          </p>
          <Heading
            dir="auto"
            className="font-display mt-1 text-title underline-offset-[0.18em] group-hover:underline md:text-[clamp(1.75rem,2.6vw,2.5rem)] md:leading-[1.08]"
          >
            {event.title}
          </Heading>
          <p className="mt-2 text-muted">{metaOf(event)}</p>
          <p className="mt-1 text-fine text-muted">{event.status === "published" ? goingWords(event) : null}</p>
        </div>
        <div className="w-24 max-w-full shrink-0 md:w-48 lg:w-80">
          <EventCover
            event={event}
            sizes="(width >= 68.75rem) 320px, (width >= 48rem) 192px, 96px"
            isUrgent={isUrgent}
          />
        </div>
      </Link>
    </article>
  );
}

/** The first event, with its picture at full size. */
export function EventLead({ event }: { event: EventCard }) {
  return (
    <article className="pb-8 md:pb-14">
      <Link
        to="/events/$eventId"
        params={{ eventId: event.id }}
        className="group grid gap-x-10 gap-y-5 md:grid-cols-12 md:items-end"
      >
        <div className="md:col-span-8">
          <EventCover event={event} sizes={`${acrossPhone}, 66vw`} isUrgent isLead />
        </div>
        <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 md:col-span-4 md:block">
          <EventDate event={event} isLarge />
          <div className="self-end md:mt-6">
            <p className="flex flex-wrap gap-x-3">
              {event.style && <span className="small-caps text-muted">{event.style.name}</span>}
              <EventMark event={event} />
            </p>
            <h2
              dir="auto"
              className="font-display mt-1 text-[clamp(1.75rem,3.4vw,3.25rem)] leading-[1.04] underline-offset-[0.16em] group-hover:underline"
            >
              {event.title}
            </h2>
            <p className="mt-2 text-muted md:mt-3">{metaOf(event)}</p>
            <p className="mt-1 text-fine text-muted">{goingWords(event)}</p>
          </div>
        </div>
      </Link>
    </article>
  );
}

interface EventCoverProps {
  event: EventCard;
  sizes: string;
  isUrgent?: boolean;
  isLead?: boolean;
}

function EventCover({ event, sizes, isUrgent = false, isLead = false }: EventCoverProps) {
  const box = isLead ? "aspect-[8/5]!" : "aspect-square! md:aspect-[8/5]!";
  if (event.cover === null) return <span className={`block rounded-photo bg-ink/6 ${box.replaceAll("!", "")}`} />;
  return (
    <span className="block overflow-hidden rounded-photo">
      <Picture
        picture={event.cover}
        // Decorative: the title next to it is read already.
        alt={event.coverAlt === event.title ? "" : event.coverAlt}
        sizes={sizes}
        isUrgent={isUrgent}
        className={`${box} object-cover transition-transform duration-250 ease-out motion-safe:group-hover:scale-[1.02] ${event.isCancelled ? "opacity-50" : ""}`}
      />
    </span>
  );
}

/** In the shape of what comes. */
export function EventRowsSkeleton({ count = 4 }: { count?: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div
          key={index}
          className="grid grid-cols-[3.75rem_minmax(0,1fr)_6rem] gap-x-4 border-t border-line py-6 md:grid-cols-[5rem_minmax(0,1fr)_12rem] md:gap-x-8 md:py-8 lg:grid-cols-[9rem_minmax(0,1fr)_20rem]"
        >
          <Skeleton className="h-20 w-12" />
          <div>
            <Skeleton className="h-3 w-24" />
            <Skeleton className="mt-3 h-7 w-4/5" />
            <Skeleton className="mt-3 h-3 w-1/2" />
          </div>
          <Skeleton className="aspect-square rounded-photo! md:aspect-[8/5]" />
        </div>
      ))}
    </div>
  );
}
