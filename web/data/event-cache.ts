import type { QueryClient } from "@tanstack/react-query";
import type { Event } from "#contract/events.ts";
import type { EventStyle } from "#contract/limits.ts";

/** Which events a list shows; filters narrow each other. */
export interface EventFilter {
  search?: string | undefined;
  style?: EventStyle | undefined;
  /** A place's name. */
  near?: string | undefined;
  when?: "upcoming" | "past" | "any" | undefined;
  /** Days by each event's own clock, YYYY-MM-DD. */
  from?: string | undefined;
  to?: string | undefined;
}

export const eventKeys = {
  all: ["events"] as const,
  next: ["events", "list", "next"] as const,
  list: (filter: EventFilter) => ["events", "list", filter] as const,
  month: (month: string, filter: EventFilter) => ["events", "month", month, filter] as const,
  detail: (eventId: string) => ["events", "detail", eventId] as const,
  attendees: (eventId: string) => ["events", "attendees", eventId] as const,
  outfits: (eventId: string) => ["events", "outfits", eventId] as const,
  own: (as: "organiser" | "attendee") => ["events", "own", as] as const,
  checkIn: (eventId: string) => ["events", "check-in", eventId] as const,
  feed: ["events", "feed"] as const,
};

/** Changes what is known of an event that is on screen. */
export function patchEvent(client: QueryClient, eventId: string, change: (event: Event) => Partial<Event>): void {
  client.setQueryData<Event>(eventKeys.detail(eventId), (event) => event && { ...event, ...change(event) });
}
