import type { EventCard, EventMonth, EventQuery } from "#contract/events.ts";
import { limits } from "#contract/limits.ts";
import type { Page, PageQuery } from "#contract/page.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { readWithinLimit } from "#server/http/rate-limit.ts";
import { requireMember } from "#server/http/require-member.ts";
import { inSearchQueue } from "#server/http/search-queue.ts";
import { correctSearch } from "#server/lib/correct-search.ts";
import { findNearWords } from "#server/outfits/outfits.service.ts";
import { eventViewerOf } from "./event-detail.service.ts";
import {
  type EventViewer,
  hasEvent,
  listEvents,
  listMonth,
  listOrganised,
  listReplied,
  toTown,
} from "./event-rows.store.ts";

type EventPage = Page<EventCard> & { correction: string | null; placeCorrection: string | null };

/**
 * One page of published events. Where no event holds the words of a search, or is in the place that `near` names, the
 * nearest words that some event holds stand in for them, and the answer says so.
 *
 * @throws rate.limited, server.unavailable
 */
export function listPublishedEvents(
  context: RequestContext,
  { cursor, limit, ...filter }: EventQuery,
): Promise<EventPage> {
  return asSearch(context, filter, async () => {
    const viewer = eventViewerOf(context);
    const page = await listEvents(context.db, viewer, filter, { cursor, limit });
    const meant = page.items.length > 0 ? asTyped : await correctFilter(context, viewer, filter);
    const { correction, placeCorrection } = meant;
    if (meant === asTyped) return { ...page, correction, placeCorrection };
    const corrected = { ...filter, ...wordsOf(filter, meant) };
    return { ...(await listEvents(context.db, viewer, corrected, { cursor, limit })), correction, placeCorrection };
  });
}

/** The first page of the upcoming events as a visitor sees it, for the page that the server renders. */
export async function listEventsForVisitors(app: AppContext): Promise<EventPage> {
  const visitor = { userId: null, isAdmin: false, now: app.clock.now() };
  const page = await listEvents(app.db, visitor, { when: "upcoming" }, { limit: limits.pageItems });
  return { ...page, correction: null, placeCorrection: null };
}

type Words = Pick<EventQuery, "search" | "near">;
/** What a filter's words and place probably mean; null where they find something as they are, or nothing is near them. */
type Meant = Pick<EventPage, "correction" | "placeCorrection">;
const asTyped: Meant = { correction: null, placeCorrection: null };

/** A list without words is no search: it has no limit, and waits for no other. */
async function asSearch<T>(context: RequestContext, { search, near }: Words, read: () => Promise<T>): Promise<T> {
  if (!search && !near) return read();
  const key = context.userId ?? context.clientKey;
  return readWithinLimit(context, "searches", (signal) => inSearchQueue(context, key, read, signal));
}

/** For a filter that finds nothing: most do, so that they are asked for as they are first. */
async function correctFilter(context: RequestContext, viewer: EventViewer, { search, near }: Words): Promise<Meant> {
  const findNear = (word: string) => findNearWords(context.pool, word);
  const correct = (words: string | undefined, part: keyof Words) =>
    words
      ? correctSearch(words, { findNear, isFound: (some) => hasEvent(context.db, viewer, { [part]: some }) })
      : null;
  const correction = await correct(search, "search");
  const placeCorrection = await correct(near && toTown(near), "near");
  return correction === null && placeCorrection === null ? asTyped : { correction, placeCorrection };
}

const wordsOf = ({ search, near }: Words, { correction, placeCorrection }: Meant): Words => ({
  search: correction ?? search,
  near: placeCorrection ?? near,
});

/**
 * The days of a month on which published events start. Words that no event holds are corrected as in the list.
 *
 * @throws rate.limited, server.unavailable
 */
export function getEventMonth(
  context: RequestContext,
  month: string,
  filter: Pick<EventQuery, "search" | "style" | "near">,
): Promise<EventMonth> {
  return asSearch(context, filter, async () => {
    const viewer = eventViewerOf(context);
    const found = await listMonth(context.db, viewer, month, filter);
    const meant = found.length > 0 ? asTyped : await correctFilter(context, viewer, filter);
    if (meant === asTyped) return { month, days: found, ...asTyped };
    const corrected = { ...filter, ...wordsOf(filter, meant) };
    return { month, days: await listMonth(context.db, viewer, month, corrected), ...meant };
  });
}

/**
 * Upcoming events that a search of the whole site means, the soonest first.
 *
 * @param limit How many at most.
 */
export async function searchEvents(
  context: RequestContext,
  search: string,
  limit: number,
): Promise<{ items: EventCard[]; isCorrected: boolean }> {
  const viewer = eventViewerOf(context);
  const filter = { search, when: "upcoming" } as const;
  const { items } = await listEvents(context.db, viewer, filter, { limit });
  const meant = items.length > 0 ? asTyped : await correctFilter(context, viewer, filter);
  if (meant === asTyped) return { items, isCorrected: false };
  const corrected = await listEvents(context.db, viewer, { ...filter, ...wordsOf(filter, meant) }, { limit });
  return { items: corrected.items, isCorrected: true };
}

/**
 * One page of the caller's events: those they organise, newest first, or those they replied to, soonest first.
 *
 * @throws auth.required
 */
export async function listOwnEvents(
  context: RequestContext,
  { as, ...page }: PageQuery & { as: "organiser" | "attendee" },
): Promise<Page<EventCard>> {
  const { userId } = requireMember(context);
  return as === "organiser"
    ? listOrganised(context.db, userId, page)
    : listReplied(context.db, eventViewerOf(context), page);
}
