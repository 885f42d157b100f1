import { limits } from "#contract/limits.ts";
import type { FeedFilter } from "#web/features/outfits/outfits.queries.ts";
import { readText, readUuid } from "#web/lib/search-params.ts";

/** What the address of Explore holds. */
export interface ExploreSearch {
  q?: string | undefined;
  /** Id of a style. */
  style?: string | undefined;
  from?: "following" | undefined;
}

export function readExploreSearch(search: Record<string, unknown>): ExploreSearch {
  return {
    q: readText(search["q"], limits.searchCharsMax),
    style: readUuid(search["style"]),
    from: search["from"] === "following" ? "following" : undefined,
  };
}

/** A visitor follows nobody: the switch of a member's address is off for them. */
export function toFilter({ q, style, from }: ExploreSearch, isMember: boolean): FeedFilter {
  return { search: q, style, from: isMember ? from : undefined };
}

/** Of the browser's tab: what one is looking at. */
export function titleOf({ q, from }: ExploreSearch, styleName: string | undefined): string {
  const what = [q && `“${q}”`, styleName].filter(Boolean).join(", ");
  if (what !== "") return `${what} outfits`;
  return from === "following" ? "Following" : "Explore outfits";
}
