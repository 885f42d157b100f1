import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Picture } from "./media.ts";
import { Author, Id } from "./page.ts";

/** One filled spot of a member's Top 3; empty spots are left out. */
export const TopStylist = z.object({
  position: z.number().int().min(1).max(limits.topStylistsMax),
  stylist: Author,
});
export type TopStylist = z.infer<typeof TopStylist>;

const TopStylists = z.object({ items: z.array(TopStylist).describe("By position, at most three") });
export type TopStylists = z.infer<typeof TopStylists>;

const spot = z.strictObject({ position: z.coerce.number().int().min(1).max(limits.topStylistsMax) });

const NewTopStylist = z.strictObject({ stylistId: Id });
type NewTopStylist = z.input<typeof NewTopStylist>;

/** The three spots as they shall be, null for an empty one; it holds the same members as before, each once. */
const StylistOrder = z.strictObject({
  stylistIds: z.array(Id.nullable()).length(limits.topStylistsMax),
});
type StylistOrder = z.input<typeof StylistOrder>;

const SuggestionQuery = z.strictObject({
  styles: z
    .string()
    .max(limits.suggestionStylesMax * 37)
    .default("")
    .transform((text) => text.split(",").filter((id) => id !== ""))
    .pipe(z.array(Id).max(limits.suggestionStylesMax))
    .describe("Ids of styles, with commas between them; none stands for all"),
});

/** Somebody whom a newcomer might follow, and what they post. */
const StylistSuggestion = z.object({
  stylist: Author,
  looks: z.array(z.object({ id: Id, altText: z.string(), picture: Picture })).max(limits.suggestionLooks),
});
export type StylistSuggestion = z.infer<typeof StylistSuggestion>;

export const stylistEndpoints = {
  ofMember: endpoint("GET", "/api/profiles/:username/stylists", {
    summary: "A member's Top 3 stylists; empty where the profile is not visible to the caller",
    params: z.strictObject({ username: z.string().max(limits.nameCharsMax) }),
    reply: TopStylists,
    errors: ["profile.not_found"],
  }),
  search: endpoint("GET", "/api/stylists", {
    summary:
      "Members other than the caller whose username has these letters, the nearest first; a blank search finds none",
    query: z.strictObject({ search: z.string().trim().max(limits.searchCharsMax).default("") }),
    reply: z.object({ items: z.array(Author) }),
    errors: ["auth.required", "rate.limited"],
  }),
  suggest: endpoint("GET", "/api/stylists/suggested", {
    summary: "Members whom the caller does not follow yet: who posts in these styles first, each with newest looks",
    query: SuggestionQuery,
    reply: z.object({ items: z.array(StylistSuggestion).max(limits.stylistSuggestions) }),
    errors: ["auth.required"],
  }),
  put: endpoint("PUT", "/api/me/stylists/:position", {
    summary: "Puts a member on one spot of the caller's Top 3, in place of who stood there",
    params: spot,
    body: NewTopStylist,
    reply: TopStylists,
    errors: ["auth.required", "profile.not_found", "stylist.already_chosen", "stylist.is_self"],
  }),
  reorder: endpoint("PUT", "/api/me/stylists", {
    summary: "Moves the caller's Top 3 to other spots, all at once",
    body: StylistOrder,
    reply: TopStylists,
    errors: ["auth.required", "stylist.order_stale"],
  }),
  remove: endpoint("DELETE", "/api/me/stylists/:position", {
    summary: "Empties one spot of the caller's Top 3; an empty one stays empty",
    params: spot,
    reply: TopStylists,
    errors: ["auth.required"],
  }),
};
