import { queryOptions, useQuery } from "@tanstack/react-query";
import type { EventCard } from "#contract/events.ts";
import { call } from "#web/api/call.ts";
import { eventKeys } from "./event-cache.ts";

/** The next event, null if there is none. */
const nextEventQuery = queryOptions({
  queryKey: eventKeys.next,
  queryFn: async ({ signal }): Promise<EventCard | null> =>
    (await call("GET /api/events", { query: { limit: 1 } }, signal)).items[0] ?? null,
  staleTime: 5 * 60_000,
});

/** The next event in one line: "Sat 12 Dec: Denim repair night". Undefined until it is loaded, or if there is none. */
export function useNextEventLine(): string | undefined {
  const { data } = useQuery(nextEventQuery);
  if (!data?.startsAt || !data.timeZone) return undefined;
  const day = new Intl.DateTimeFormat("en-GB", {
    timeZone: data.timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
  }).format(new Date(data.startsAt));
  return `${day}: ${data.title}`;
}
