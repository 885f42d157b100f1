import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";

export const styleQueries = {
  list: () =>
    queryOptions({
      queryKey: ["styles"],
      queryFn: ({ signal }) => call("GET /api/styles", undefined, signal),
      staleTime: 5 * 60_000,
      select: ({ items }) => items,
    }),
};
