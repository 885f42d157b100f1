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

const only = <T>(value: unknown, option: T) => (value === option ? option : undefined);

export function readExploreSearch(search: Record<string, unknown>): ExploreSearch {
  return {
    q: readText(search["q"], limits.searchCharsMax),
    style: readUuid(search["style"]),
    from: only(search["from"], "following"),
    ai: only(search["ai"], "exclude"),
    colours: readText(search["colours"], limits.coloursCharsMax),
    sort: only(search["sort"], "popular"),
  };
}

/** Visitors follow nobody, so `from` is ignored for them. */
export function toFilter({ q, from, ...rest }: ExploreSearch, isMember: boolean): FeedFilter {
  return { ...rest, search: q, from: isMember ? from : undefined };
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
