import type { SearchMatches } from "#contract/search.ts";
import { countOf } from "#web/lib/format-count.ts";

interface OutfitResults {
  count: number;
  hasMore: boolean;
}

/** What a search found, in one sentence for those who hear it. */
export function describeResults(message: string, outfits: OutfitResults, matches: SearchMatches | undefined): string {
  const { people = [], styles = [], tags = [], brands = [] } = matches ?? {};
  const outfitsFound = outfits.hasMore ? `${outfits.count} outfits and more` : countOf(outfits.count, "outfit");
  const others = [
    people.length > 0 ? countOf(people.length, "person", "people") : "",
    styles.length > 0 ? countOf(styles.length, "style") : "",
    tags.length > 0 ? countOf(tags.length, "tag") : "",
    brands.length > 0 ? countOf(brands.length, "brand") : "",
  ].filter(Boolean);
  return [`${outfits.count === 0 ? "No outfits" : outfitsFound} for ${message}`, ...others].join(", ");
}
