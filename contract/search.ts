import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Author, Id } from "./page.ts";

/** What a search means beside the outfits themselves, the nearest first; typing errors are forgiven. */
export const SearchMatches = z.object({
  people: z.array(Author),
  styles: z.array(z.object({ id: Id, name: z.string() })),
  tags: z.array(z.string()),
  brands: z.array(z.string()),
  correction: z.string().nullable().describe("What the words probably mean, where no outfit holds them"),
});
export type SearchMatches = z.infer<typeof SearchMatches>;

export const searchEndpoints = {
  matches: endpoint("GET", "/api/search", {
    summary: "People, styles, tags and brands that a search means, and its correction; nothing for a blank one",
    query: z.strictObject({ search: z.string().trim().max(limits.searchCharsMax).default("") }),
    reply: SearchMatches,
    errors: ["rate.limited"],
  }),
};
