import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CheckInEntry, CheckInResult, Event } from "#contract/events.ts";
import type { EventForm } from "#contract/event-form.ts";
import type { Me } from "#contract/profiles.ts";
import { call } from "#web/api/call.ts";
import { type EventFilter, eventKeys } from "./event-cache.ts";
import { meKey } from "./me.ts";
import { pagedQuery } from "./paged.ts";

/** How often the screen at the door loads what other devices and the clock have changed. */
export const doorRefreshMs = 15_000;

export const eventQueries = {
  list: (filter: EventFilter = {}) =>
    pagedQuery(eventKeys.list(filter), (cursor, signal) =>
      call("GET /api/events", { query: { cursor, ...filter } }, signal),
    ),
  month: (month: string, { search, style, near }: EventFilter) =>
    queryOptions({
      queryKey: eventKeys.month(month, { search, style, near }),
      queryFn: ({ signal }) =>
        call("GET /api/events/months/:month", { params: { month }, query: { search, style, near } }, signal),
      placeholderData: keepPreviousData,
    }),
  detail: (eventId: string) =>
    queryOptions({
      queryKey: eventKeys.detail(eventId),
      queryFn: ({ signal }) => call("GET /api/events/:eventId", { params: { eventId } }, signal),
    }),
  /** Read once when its form opens, never from a saved copy: a later one would rebase what is typed on another's change. */
  edited: (eventId: string) =>
    queryOptions({
      queryKey: ["event-editing", eventId],
      queryFn: ({ signal }) => fetchEdited(eventId, signal),
      staleTime: "static",
      gcTime: 0,
    }),
  attendees: (eventId: string) =>
    pagedQuery(eventKeys.attendees(eventId), (cursor, signal) =>
      call("GET /api/events/:eventId/attendees", { params: { eventId }, query: { cursor } }, signal),
    ),
  outfits: (eventId: string) =>
    pagedQuery(eventKeys.outfits(eventId), (cursor, signal) =>
      call("GET /api/events/:eventId/outfits", { params: { eventId }, query: { cursor } }, signal),
    ),
  own: (as: "organiser" | "attendee") =>
    pagedQuery(eventKeys.own(as), (cursor, signal) => call("GET /api/me/events", { query: { cursor, as } }, signal)),
  checkIn: (eventId: string) =>
    queryOptions({
      queryKey: eventKeys.checkIn(eventId),
      queryFn: ({ signal }) => fetchCheckIn(eventId, signal),
      staleTime: 0,
      refetchInterval: doorRefreshMs,
    }),
  feed: () =>
    queryOptions({
      queryKey: eventKeys.feed,
      queryFn: ({ signal }) => call("GET /api/me/calendar-feed", undefined, signal),
    }),
};

const fetchEdited = (eventId: string, signal?: AbortSignal): Promise<Event> =>
  call("GET /api/events/:eventId", { params: { eventId } }, signal, "no-store");

/** Everyone with a seat: a device may lose its network at any moment, so it needs the whole list. */
async function fetchCheckIn(eventId: string, signal: AbortSignal) {
  const entries = [];
  let cursor: string | undefined;
  do {
    const page = await call("GET /api/events/:eventId/check-in", { params: { eventId }, query: { cursor } }, signal);
    entries.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return entries;
}

/** Applies a response of the server; lists with the event are refetched when they are shown again. */
function takeEvent(client: QueryClient, event: Event): void {
  client.setQueryData(eventKeys.detail(event.id), event);
  void client.invalidateQueries({ queryKey: eventKeys.attendees(event.id) });
  for (const part of ["list", "month", "own"]) {
    void client.invalidateQueries({ queryKey: ["events", part], refetchType: "none" });
  }
}

/** Going or not, shown at once; the answer brings the seat or the place on the waiting list. */
export function useAttend(eventId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: {
      failure: "Failed to update your reply",
      signIn: "Please sign in to say that you are going",
      intentOf: (isGoing: boolean) => isGoing && { action: "attend", id: eventId },
    },
    scope: { id: `attend ${eventId}` },
    mutationFn: (isGoing: boolean) =>
      isGoing
        ? call("PUT /api/events/:eventId/attendance", { params: { eventId } })
        : call("DELETE /api/events/:eventId/attendance", { params: { eventId } }),
    onSuccess: (event) => takeEvent(client, event),
    onError: () => void client.invalidateQueries({ queryKey: eventKeys.detail(eventId) }),
  });
}

/** Saves a new event, named `newId`, or an existing one as it was at `basedOn`. The form shows failures at its fields. */
export function useSaveEvent(eventId: string | null) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: ({ newId, basedOn, ...body }: EventForm & { newId: string; basedOn: string | null }) =>
      eventId === null
        ? call("POST /api/events", { body: { ...body, id: newId } })
        : call("PUT /api/events/:eventId", { params: { eventId }, headers: { "if-match": `"${basedOn}"` }, body }),
    onSuccess: (event) => {
      takeEvent(client, event);
      // Back, pressed before the next page has come, still finds the form, which then changes this one.
      client.setQueryData<Event>(eventQueries.edited(event.id).queryKey, (edited) => edited && event);
    },
  });
}

/** The event of an open form as it is now. */
export interface NewerEvent {
  event: Event;
  /** It is at another stage than when the form began with it, so that saving it does something else. */
  isMoved: boolean;
  /** Makes it the one that the form changes. */
  take: () => void;
}

/** Loads the event of an open form again. The form still changes the one that it began with, until it takes this one. */
export function useNewerEvent() {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: "Failed to load event" },
    mutationFn: async (eventId: string): Promise<NewerEvent> => {
      const event = await fetchEdited(eventId);
      const { queryKey } = eventQueries.edited(eventId);
      const isMoved = client.getQueryData(queryKey)?.status !== event.status;
      return { event, isMoved, take: () => client.setQueryData(queryKey, event) };
    },
  });
}

export function useDeleteEvent() {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Event deleted", failure: "Failed to delete event" },
    mutationFn: (eventId: string) => call("DELETE /api/events/:eventId", { params: { eventId } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: eventKeys.own("organiser") }),
  });
}

/** Copies an event into a draft named `copyId`: once, however often it is sent. */
export function useDuplicateEvent() {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Copied. Choose the new dates.", failure: "Failed to copy event" },
    mutationFn: ({ eventId, copyId }: { eventId: string; copyId: string }) =>
      call("POST /api/events/:eventId/copies", { params: { eventId }, body: { id: copyId } }),
    onSuccess: (event) => takeEvent(client, event),
  });
}

export function useWithdrawEvent() {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Submission withdrawn", failure: "Failed to withdraw event" },
    mutationFn: (eventId: string) => call("POST /api/events/:eventId/withdrawal", { params: { eventId } }),
    onSuccess: (event) => takeEvent(client, event),
  });
}

export function useCancelEvent() {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Event cancelled. Everyone who replied will be notified.", failure: "Failed to cancel event" },
    mutationFn: ({ eventId, reason }: { eventId: string; reason: string | null }) =>
      call("POST /api/events/:eventId/cancellation", { params: { eventId }, body: { reason } }),
    onSuccess: (event) => takeEvent(client, event),
  });
}

/** Shows an own outfit under an event. */
export function useAddEventOutfit() {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: "Your outfit is posted, but it couldn't be added to the event" },
    mutationFn: (params: { eventId: string; outfitId: string }) =>
      call("PUT /api/events/:eventId/outfits/:outfitId", { params }),
    onSuccess: (_done, { eventId }) => {
      void client.invalidateQueries({ queryKey: eventKeys.outfits(eventId) });
      void client.invalidateQueries({ queryKey: eventKeys.detail(eventId) });
    },
  });
}

export function useRotateFeed() {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "The old address no longer works", failure: "Failed to change the address" },
    mutationFn: () => call("POST /api/me/calendar-feed/rotation"),
    onSuccess: (feed) => client.setQueryData(eventKeys.feed, feed),
  });
}

/** Confirms attendance by a ticket's code, which the list at the door shows at once. */
export async function sendCheckIn(client: QueryClient, eventId: string, code: string): Promise<CheckInResult> {
  const result = await call("POST /api/events/:eventId/check-ins", { params: { eventId }, body: { code } });
  showCheckIn(client, eventId, result);
  return result;
}

/** The list may be long: where tickets follow each other quickly, it is loaded no more often than where none does. */
function showCheckIn(client: QueryClient, eventId: string, { outcome, member, checkedInAt }: CheckInResult): void {
  const queryKey = eventKeys.checkIn(eventId);
  const { data: entries = [], dataUpdatedAt: loadedAt = 0 } = client.getQueryState<CheckInEntry[]>(queryKey) ?? {};
  const place = entries.findIndex(({ id }) => id === member.id);
  const entry = entries[place];
  if (entry?.checkedInAt === null) {
    const confirmedBy = outcome === "confirmed" ? (client.getQueryData<Me>(meKey) ?? null) : null;
    const changed = entries.with(place, { ...entry, checkedInAt, confirmedBy });
    // It is as old as before.
    client.setQueryData(queryKey, changed, { updatedAt: loadedAt });
  }
  // A list that was asked for before may come without the ticket.
  const isLoading = client.isFetching({ queryKey }) > 0;
  if (!entry || isLoading || Date.now() - loadedAt >= doorRefreshMs) void client.invalidateQueries({ queryKey });
}
