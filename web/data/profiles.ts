import { queryOptions } from "@tanstack/react-query";
import { limits } from "#contract/limits.ts";
import { call } from "#web/api/call.ts";
import { pagedQuery } from "./paged.ts";

export const profileKeys = {
  all: ["profiles"],
  /** All data of one member. */
  ofMember: (username: string) => ["profiles", username],
  profile: (username: string) => ["profiles", username, "profile"],
  outfits: (username: string) => ["profiles", username, "outfits"],
  publicOutfits: (username: string) => ["profiles", username, "outfits", "public"],
} as const;

export const profileQueries = {
  profile: (username: string) =>
    queryOptions({
      queryKey: profileKeys.profile(username),
      queryFn: ({ signal }) => call("GET /api/profiles/:username", { params: { username } }, signal),
      staleTime: limits.profileCacheMs,
      meta: { failure: "Failed to load profile data" },
    }),
  /**
   * Four at first; more on demand.
   *
   * @param view `public`: without the caller's own hidden ones.
   */
  outfits: (username: string, view?: "public") =>
    pagedQuery(view ? profileKeys.publicOutfits(username) : profileKeys.outfits(username), (cursor, signal) => {
      const limit = cursor === undefined ? limits.profileOutfitItems : limits.pageItems;
      const query = { view, cursor, limit };
      return call("GET /api/profiles/:username/outfits", { params: { username }, query }, signal);
    }),
};
