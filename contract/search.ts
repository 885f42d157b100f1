import { z } from "zod";
import { ArticleLink } from "./articles.ts";
import { endpoint } from "./endpoint.ts";
import { EventCard } from "./events.ts";
import { limits } from "./limits.ts";
import { Author, Id } from "./page.ts";

/** Suggestions of a search besides outfits, the nearest first, tolerating typing errors. */
export const SearchMatches = z.object({
  people: z.array(Author),
  styles: z.array(z.object({ id: Id, name: z.string() })),
  tags: z.array(z.string()),
  brands: z.array(z.string()),
  articles: z.array(ArticleLink).describe("By title or tag, the nearest first"),
  events: z.array(EventCard).describe("Upcoming ones, the soonest first"),
  correction: z.string().nullable().describe("What the words probably mean, where nothing has them"),
});
export type SearchMatches = z.infer<typeof SearchMatches>;

const SearchQuery = z.strictObject({
  search: z.string().trim().max(limits.searchCharsMax).default(""),
  from: z.literal("following").optional().describe("Corrects by outfits of members whom the caller follows"),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

export const searchEndpoints = {
  matches: endpoint("GET", "/api/search", {
    summary:
      "Finds people, styles, tags, brands, articles and events, and corrects the search; nothing for a blank one",
    query: SearchQuery,
    reply: SearchMatches,
    errors: ["rate.limited"],
  }),
};
