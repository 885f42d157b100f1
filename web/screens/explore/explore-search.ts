import { limits } from "#contract/limits.ts";
import type { FeedFilter } from "#web/data/outfits.ts";
import { readText, readUuid } from "#web/lib/search-params.ts";

/** The search parameters of /explore. */
export interface ExploreSearch {
  q?: string | undefined;
  /** Id of a style. */
  style?: string | undefined;
  from?: "following" | undefined;
  ai?: "exclude" | undefined;
  /** Keys of colours, separated by commas. */
  colours?: string | undefined;
  sort?: "popular" | undefined;
}

export function readExploreSearch(search: Record<string, unknown>): ExploreSearch {
  return {
    q: readText(search["q"], limits.searchCharsMax),
    style: readUuid(search["style"]),
    from: search["from"] === "following" ? "following" : undefined,
    ai: search["ai"] === "exclude" ? "exclude" : undefined,
    colours: readText(search["colours"], limits.coloursCharsMax),
    sort: search["sort"] === "popular" ? "popular" : undefined,
  };
}

/** Visitors follow nobody, so `from` is ignored for them. */
export function toFilter({ q, style, from, ai, colours, sort }: ExploreSearch, isMember: boolean): FeedFilter {
  return { search: q, style, from: isMember ? from : undefined, ai, colours, sort };
}

/** Whether a filter of the panel is on. */
export const isFiltered = ({ style, ai, colours, sort }: ExploreSearch): boolean =>
  (style ?? ai ?? colours ?? sort) !== undefined;

/** The document's title. */
export function titleOf({ q, from }: ExploreSearch, styleName: string | undefined): string {
  const what = [q && `“${q}”`, styleName].filter(Boolean).join(", ");
  if (what !== "") return `${what} outfits`;
  return from === "following" ? "Following" : "Explore outfits";
}
