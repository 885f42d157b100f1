import { type ColourKey, colours } from "#contract/colours.ts";
import type { Match, OutfitCard } from "#contract/outfits.ts";
import { toColourWords, toOutfitTerms } from "#server/lib/colour-words.ts";
import { toSearchText } from "#server/lib/search-text.ts";
import type { FoundRow } from "./outfit-search.store.ts";

const excerptChars = 60;

/** Why each of these outfits matched, by its id. */
export function findMatches(search: string, rows: FoundRow[]): Map<string, Match> {
  const terms = toOutfitTerms(search);
  return new Map(
    rows.flatMap((row) => {
      const card = JSON.parse(row.card) as OutfitCard;
      const { brands, items, description, colours: worn } = row;
      const match = findMatch(terms, { ...card, brands, items, description, worn });
      return match ? [[row.id, match] as const] : [];
    }),
  );
}

type Searched = Pick<OutfitCard, "title" | "tags" | "author" | "style"> & {
  brands: string[];
  /** Each with its brand. */
  items: string[];
  description: string | null;
  /** The colours of its clothes. */
  worn: ColourKey[];
};

/** The part that contains most of the terms; ties go to the most informative part. */
function findMatch(terms: readonly (readonly string[])[], outfit: Searched): Match | undefined {
  const parts: (Match & { searched?: string[] })[] = [
    { in: "title", text: outfit.title },
    ...outfit.tags.map((text) => ({ in: "tag" as const, text })),
    ...outfit.brands.map((text) => ({ in: "brand" as const, text })),
    ...outfit.items.map((text) => ({ in: "item" as const, text })),
    { in: "style", text: outfit.style.name },
    ...namesOf(outfit.author).map((text) => ({ in: "member" as const, text })),
    { in: "description", text: outfit.description ?? "" },
    ...outfit.worn.map((key) => ({ in: "colour" as const, text: nameOf(key), searched: toColourWords([key]) })),
  ];
  let best: { match: Match; held: string[] } | undefined;
  for (const { searched, ...match } of parts) {
    const stored = toSearchText(searched ?? [match.text]);
    const held = terms.flatMap((any) => any.find((term) => stored.includes(term)) ?? []);
    if (held.length > (best?.held.length ?? 0)) best = { match, held };
    if (held.length === terms.length) break;
  }
  if (best?.match.in !== "description") return best?.match;
  return { in: "description", text: excerpt(best.match.text, best.held[0] ?? "") };
}

const namesOf = ({ username, displayName }: OutfitCard["author"]): string[] =>
  displayName === null ? [username] : [username, displayName];

const nameOf = (wanted: ColourKey) => colours.find(({ key }) => key === wanted)?.name ?? wanted;

/** The text from the matching word on; from the start if normalization changed the text's letters. */
function excerpt(text: string, term: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  const place = Math.max(0, plain.toLowerCase().indexOf(term.trim()));
  const start = plain.lastIndexOf(" ", place) + 1;
  const rest = plain.slice(start);
  const end = rest.length <= excerptChars ? rest.length : rest.lastIndexOf(" ", excerptChars);
  const shown = end > 0 ? rest.slice(0, end) : rest.slice(0, excerptChars);
  return `${start > 0 ? "…" : ""}${shown}${shown.length < rest.length ? "…" : ""}`;
}
