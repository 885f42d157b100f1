import type { SearchMatches } from "#contract/search.ts";
import { countOf } from "#web/lib/format-count.ts";

interface OutfitResults {
  count: number;
  hasMore: boolean;
}

/** What a search found, in one sentence for those who hear it. */
export function describeResults(message: string, outfits: OutfitResults, matches: SearchMatches | undefined): string {
  const outfitsFound = outfits.hasMore ? `${outfits.count} outfits and more` : countOf(outfits.count, "outfit");
  const others = kinds.flatMap(([kind, one, several]) => {
    const count = matches?.[kind].length ?? 0;
    return count === 0 ? [] : [countOf(count, one, several)];
  });
  return [`${outfits.count === 0 ? "No outfits" : outfitsFound} for ${message}`, ...others].join(", ");
}

const kinds = [
  ["people", "person", "people"],
  ["styles", "style", "styles"],
  ["tags", "tag", "tags"],
  ["brands", "brand", "brands"],
  ["articles", "article", "articles"],
  ["events", "event", "events"],
] as const;
