import { queryOptions, useQuery } from "@tanstack/react-query";
import type { LeadEvent } from "#contract/events.ts";
import { call } from "#web/api/call.ts";
import { shortDay } from "#web/lib/weekdays.ts";
import { eventKeys } from "./event-cache.ts";

/** The featured event, else the soonest; null while there is none. */
const nextEventQuery = queryOptions({
  queryKey: eventKeys.next,
  queryFn: async ({ signal }): Promise<LeadEvent | null> =>
    (await call("GET /api/events/lead", undefined, signal)).event,
  staleTime: 5 * 60_000,
});

/** The event to lead to in one line: "Sat 12 Dec: Denim repair night". Undefined until it is known, or where there is none. */
export function useNextEventLine(): string | undefined {
  const { data } = useQuery(nextEventQuery);
  // A saved reply may be of an older release, which had no local time.
  return data?.startsLocal ? `${shortDay(data.startsLocal)}: ${data.title}` : data?.title;
}
