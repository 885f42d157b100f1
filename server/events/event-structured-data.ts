import type { DetailRow } from "./event-detail.store.ts";

/** An event as search engines read it, see https://schema.org/Event. */
export function toEventStructuredData(
  event: DetailRow,
  { url, when, imageUrl, organiserUrl }: { url: string; when: string; imageUrl: string; organiserUrl: string },
): Record<string, unknown> {
  return {
    "@context": "https://schema.org",
    "@type": "Event",
    name: event.title,
    startDate: event.starts_at?.toISOString(),
    endDate: event.ends_at?.toISOString(),
    eventStatus: `https://schema.org/Event${event.cancelled_at ? "Cancelled" : "Scheduled"}`,
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: { "@type": "Place", name: event.location, address: event.address ?? event.location },
    image: [imageUrl],
    description: event.description ?? when,
    organizer: { "@type": "Person", name: event.organiser.displayName ?? event.organiser.username, url: organiserUrl },
    url,
    ...(event.capacity === null ? {} : { maximumAttendeeCapacity: event.capacity }),
  };
}
