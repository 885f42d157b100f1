import { MapPin } from "lucide-react";
import type { ReactNode } from "react";
import type { Event } from "#contract/events.ts";
import { zoneName } from "#contract/time-zone-names.ts";
import { useHydrated } from "#web/lib/hydration/use-hydrated.ts";
import { HydratedSuspense } from "#web/ui/hydrated-suspense.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AttendPanel } from "./attend-panel.tsx";
import { acrossPhone, EventMark } from "./event-facts.tsx";
import { dayParts, describeOwnTime, describeTimes } from "./event-time.ts";
import { mapUrl } from "./map-url.ts";

interface EventArticleProps {
  event: Event;
  /** Buttons above the cover. */
  actions: ReactNode;
  /** Who organises it, with the way to follow them. */
  organiser: ReactNode;
  /** What to wear, comments. */
  children: ReactNode;
}

/** One event: the poster first, then all that one needs to get there. */
export function EventArticle({ event, actions, organiser, children }: EventArticleProps) {
  const parts = dayParts(event);
  return (
    <article aria-label={event.title}>
      <div className="flex items-center justify-end gap-1 pt-3">{actions}</div>
      <header className="pt-2 pb-6 md:pb-10">
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          {event.style && <span className="small-caps text-muted">{event.style.name}</span>}
          <EventMark event={{ ...event, attendance: event.attendance?.state ?? null }} />
        </p>
        <h1
          dir="auto"
          className="font-poster mt-3 max-w-[16ch] text-[clamp(2.5rem,1.25rem+6vw,6.5rem)] leading-[0.95] text-balance"
        >
          {event.title}
        </h1>
      </header>
      {event.cover && (
        <Picture
          picture={event.cover}
          alt={event.coverAlt}
          sizes={`${acrossPhone}, (width >= 1440px) 1360px, 100vw`}
          isUrgent
          className={`max-h-[80dvh] rounded-photo object-cover object-[50%_75%] ${event.isCancelled ? "opacity-50" : ""}`}
        />
      )}
      {event.isCancelled && (
        <output className="mt-6 block border-l-2 border-danger pl-4 text-lead">
          <strong className="font-semibold">This event is cancelled.</strong> {event.cancelReason}
        </output>
      )}
      <div className="mt-8 grid grid-cols-1 gap-x-16 gap-y-10 md:mt-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <aside aria-label="When and where" className="@container lg:sticky lg:top-20 lg:self-start">
          {parts && (
            <p aria-hidden="true" className="flex flex-wrap items-end gap-4 pb-6">
              <span className="font-poster text-poster leading-[0.75]">{parts.day}</span>
              <span className="pb-1">
                <span className="small-caps block text-muted">{parts.weekday}</span>
                <span className="small-caps block">{parts.monthLong}</span>
              </span>
            </p>
          )}
          <Facts event={event} />
          <HydratedSuspense className="mt-6">
            <AttendPanel event={event} />
          </HydratedSuspense>
          <HydratedSuspense className="mt-8 border-t border-line pt-6">{organiser}</HydratedSuspense>
        </aside>
        <div className="min-w-0">
          {event.description && <Description text={event.description} />}
          {children}
        </div>
      </div>
    </article>
  );
}

function Description({ text }: { text: string }) {
  return (
    <p
      dir="auto"
      className="font-display max-w-[62ch] text-[1.25rem] leading-[1.55] tracking-normal whitespace-pre-line md:text-[1.375rem]"
    >
      {text}
    </p>
  );
}

function Facts({ event }: { event: Event }) {
  const { location, address, timeZone } = event;
  const times = describeTimes(event);
  // Neither the reader's clock nor their device is known to the server.
  const isHydrated = useHydrated();
  const zone = [timeZone && zoneName(timeZone), isHydrated ? describeOwnTime(event) : null].filter(Boolean).join(" · ");
  const place = [location, address].filter(Boolean).join(", ");
  return (
    <dl className="grid grid-cols-[5rem_minmax(0,1fr)] break-words gap-x-4 gap-y-4 border-y border-line py-5 @max-3xs:grid-cols-1">
      <dt className="small-caps pt-1 text-muted">When</dt>
      <dd>
        {times ? (
          <>
            <span className="block font-medium">{times.day}</span>
            <span className="block">{times.time}</span>
            <span className="block text-fine text-muted">{zone}</span>
          </>
        ) : (
          <span className="text-muted">Not decided yet</span>
        )}
      </dd>
      <dt className="small-caps pt-1 text-muted">Where</dt>
      <dd>
        <span className="block font-medium">{location ?? <span className="text-muted">Not decided yet</span>}</span>
        {address && <span className="block">{address}</span>}
        {place !== "" && (
          <a
            href={mapUrl(place, isHydrated ? navigator.userAgent : "")}
            target="_blank"
            rel="noreferrer"
            className="mt-1 inline-flex min-h-11 items-center gap-2 underline underline-offset-4"
          >
            <MapPin aria-hidden="true" size={16} strokeWidth={1.5} />
            Open the map
          </a>
        )}
      </dd>
    </dl>
  );
}

export function EventArticleSkeleton() {
  return (
    <div aria-busy="true">
      <output className="sr-only">Loading event...</output>
      <Skeleton className="mt-16 h-3 w-24" />
      <Skeleton className="mt-5 h-16 w-4/5" />
      <Skeleton className="mt-8 aspect-[8/5] max-h-[76dvh] w-full rounded-photo!" />
      <Skeleton className="mt-10 h-28 w-64" />
      <Skeleton className="mt-6 h-40 w-full max-w-md" />
    </div>
  );
}
