import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";

const coverPictures = 9;

export const coverQuery = queryOptions({
  queryKey: ["cover"],
  queryFn: ({ signal }) => call("GET /api/outfits", { query: { limit: coverPictures } }, signal),
  staleTime: 10 * 60_000,
  // The cover is an ornament: without it the form stands alone, and nothing is said.
  retry: false,
});
