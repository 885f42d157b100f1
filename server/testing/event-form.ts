import { dayMs } from "#contract/durations.ts";

const day = new Date(Date.now() + 10 * dayMs).toISOString().slice(0, 10);

/** What the form of an event sends, without its intent: an evening in ten days. */
export const eventForm = {
  title: "Denim night",
  style: "Streetwear",
  location: "Halle 3",
  startsAt: `${day}T19:00`,
  endsAt: `${day}T22:00`,
  timeZone: "Europe/Amsterdam",
};
