import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Picture } from "./media.ts";
import { Author, Id } from "./page.ts";

/** A filled position of a member's Top 3; empty ones are omitted. */
export const TopStylist = z.object({
  position: z.number().int().min(1).max(limits.topStylistsMax),
  stylist: Author,
});
export type TopStylist = z.infer<typeof TopStylist>;

const TopStylists = z.object({ items: z.array(TopStylist).describe("By position, at most three") });
export type TopStylists = z.infer<typeof TopStylists>;

const spot = z.strictObject({ position: z.coerce.number().int().min(1).max(limits.topStylistsMax) });

const NewTopStylist = z.strictObject({
  stylistId: Id,
  replaces: Id.nullish().describe(
    "Who is at this position as the caller saw it, null for nobody; the call fails if that has changed. Left out: replaces anybody",
  ),
});
type NewTopStylist = z.input<typeof NewTopStylist>;

/** The new order of the three positions, null for an empty one; must contain the current members, each once. */
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
    .describe("Comma-separated style ids; empty for all"),
});

/** A member to follow, with some of their outfits. */
const StylistSuggestion = z.object({
  stylist: Author,
  looks: z.array(z.object({ id: Id, altText: z.string(), picture: Picture })).max(limits.suggestionLooks),
});
export type StylistSuggestion = z.infer<typeof StylistSuggestion>;

export const stylistEndpoints = {
  ofMember: endpoint("GET", "/api/profiles/:username/stylists", {
    summary: "Gets a member's Top 3 stylists; empty if the profile is not visible to the caller",
    params: z.strictObject({ username: z.string().max(limits.nameCharsMax) }),
    reply: TopStylists,
    errors: ["auth.required", "profile.not_found"],
  }),
  search: endpoint("GET", "/api/stylists", {
    summary: "Finds other members by part of the username or display name, nearest first; none for a blank search",
    query: z.strictObject({ search: z.string().trim().max(limits.searchCharsMax).default("") }),
    reply: z.object({ items: z.array(Author) }),
    errors: ["auth.required", "rate.limited"],
  }),
  suggest: endpoint("GET", "/api/stylists/suggested", {
    summary: "Suggests members to follow, those who post in these styles first, each with their newest outfits",
    query: SuggestionQuery,
    reply: z.object({ items: z.array(StylistSuggestion).max(limits.stylistSuggestions) }),
    errors: ["auth.required"],
  }),
  put: endpoint("PUT", "/api/me/stylists/:position", {
    limit: "edits",
    summary: "Sets the stylist at one position of the caller's Top 3",
    params: spot,
    body: NewTopStylist,
    reply: TopStylists,
    errors: ["auth.required", "profile.not_found", "stylist.already_chosen", "stylist.is_self", "stylist.order_stale"],
  }),
  reorder: endpoint("PUT", "/api/me/stylists", {
    limit: "edits",
    summary: "Reorders the caller's Top 3",
    body: StylistOrder,
    reply: TopStylists,
    errors: ["auth.required", "stylist.order_stale"],
  }),
  remove: endpoint("DELETE", "/api/me/stylists/:position", {
    limit: "edits",
    summary: "Clears one position of the caller's Top 3. Idempotent",
    params: spot,
    query: z.strictObject({ stylistId: Id.optional().describe("Only if this stylist is there, or nobody") }),
    reply: TopStylists,
    errors: ["auth.required", "stylist.order_stale"],
  }),
};
