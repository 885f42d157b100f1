import clsx from "clsx";
import type { EventCard } from "#contract/events.ts";
import { formatCount } from "#web/lib/format-count.ts";
import { dayParts } from "./event-time.ts";

/**
 * Across a phone, a little less than it is: 640 pixels are then enough for one of 412 px with 1.75 pixels each, and the full
 * rendition has four times the bytes.
 */
export const acrossPhone = "(width < 48rem) 88vw";

/** The day in the display face, as a magazine sets its dates. */
export function EventDate({ event, isLarge = false }: { event: EventCard; isLarge?: boolean }) {
  const parts = dayParts(event);
  if (!parts) return <span className="small-caps text-muted">No date yet</span>;
  return (
    <time dateTime={event.startsAt ?? undefined} className="flex flex-col">
      <span className="small-caps text-muted">{parts.weekday}</span>
      <span
        className={clsx("font-poster mt-1", isLarge ? "text-poster leading-[0.8]" : "text-[3.25rem] leading-[0.95]")}
      >
        {parts.day}
      </span>
      <span className="small-caps mt-1">{parts.month}</span>
    </time>
  );
}

const stageNames = {
  draft: "Draft",
  submitted: "In review",
  changes_requested: "Changes requested",
  published: "",
  withdrawn: "Withdrawn",
} as const;

/** What sets an event apart from any other: its stage, one's own reply, a lack of places. */
export function EventMark({ event }: { event: EventCard }) {
  const words = wordsOf(event);
  if (words === "") return null;
  const isUrgent = event.isCancelled || event.status === "changes_requested";
  return <span className={clsx("small-caps", isUrgent ? "text-danger" : "text-ink")}>{words}</span>;
}

const isOver = ({ endsAt }: Pick<EventCard, "endsAt">): boolean => endsAt !== null && Date.parse(endsAt) < Date.now();

function wordsOf(event: EventCard): string {
  const { status, isCancelled, attendance, capacity, goingCount } = event;
  if (isCancelled) return "Cancelled";
  if (status !== "published") return stageNames[status];
  if (isOver(event)) return attendance === "going" ? "You were going" : "";
  if (attendance === "going") return "You are going";
  if (attendance === "waiting") return "You are on the waiting list";
  return capacity !== null && goingCount >= capacity ? "Waiting list" : "";
}

export function goingWords(event: Pick<EventCard, "goingCount" | "endsAt">): string {
  const count = formatCount(event.goingCount);
  if (isOver(event)) return event.goingCount === 0 ? "" : `${count} went`;
  return event.goingCount === 0 ? "Be the first to go" : `${count} going`;
}
