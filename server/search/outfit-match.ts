import { type ColourKey, colours } from "#contract/colours.ts";
import type { Match, OutfitCard } from "#contract/outfits.ts";
import { toColourWords, toOutfitTerms } from "#server/lib/colour-words.ts";
import { cutText } from "#server/lib/cut-text.ts";
import { escapeExpression, toSearchLetters, toSearchText } from "#server/lib/search-text.ts";
import type { FoundRow } from "./outfit-search.store.ts";

const excerptChars = 60;

interface Sought {
  terms: readonly (readonly string[])[];
  /** Of each term. */
  firstWords: string[];
  /** Only then do the spaces of the search text matter. */
  hasSpaces: boolean;
}

/** A part of an outfit that a search looks through. */
interface Part extends Match {
  /** What is looked through, if it is not the text. */
  searched?: string[];
}

/** Why each of these outfits matched, by its id. */
export function findMatches(search: string, rows: FoundRow[]): Map<string, Match> {
  const terms = toOutfitTerms(search);
  const all = terms.flat();
  const sought = {
    terms,
    firstWords: all.map((term) => term.trimStart().split(" ", 1)[0] ?? ""),
    hasSpaces: all.some((term) => term.includes(" ")),
  };
  return new Map(
    rows.flatMap((row) => {
      const match = findMatch(sought, row);
      return match ? [[row.id, match] as const] : [];
    }),
  );
}

/** The part that contains most of the terms; ties go to the most informative part. */
function findMatch({ terms, firstWords, hasSpaces }: Sought, row: FoundRow): Match | undefined {
  let best: { part: Part; held: string[] } | undefined;
  for (const part of partsOf(row)) {
    const { text, searched = [text] } = part;
    // Most parts have none of the words, which costs less to see than their words to find.
    const letters = toSearchLetters(searched.join(" "));
    if (!firstWords.some((word) => letters.includes(word))) continue;
    const stored = hasSpaces ? toSearchText(searched) : letters;
    const held = terms.flatMap((any) => any.find((term) => stored.includes(term)) ?? []);
    if (held.length > (best?.held.length ?? 0)) best = { part, held };
    if (held.length === terms.length) break;
  }
  if (!best) return undefined;
  const { part, held } = best;
  return { in: part.in, text: part.in === "description" ? excerpt(part.text, held[0] ?? "") : part.text };
}

/** The most informative first. */
function* partsOf({ card, items, description, colours: worn }: FoundRow): Generator<Part> {
  const { title, tags, style, author } = JSON.parse(card) as OutfitCard;
  yield { in: "title", text: title };
  for (const text of tags) yield { in: "tag", text };
  for (const text of new Set(items.map(([brand]) => brand))) yield { in: "brand", text };
  for (const [brand, name] of items) yield { in: "item", text: `${brand} ${name}` };
  yield { in: "style", text: style.name };
  for (const text of namesOf(author)) yield { in: "member", text };
  yield { in: "description", text: description ?? "" };
  for (const key of worn) yield { in: "colour", text: nameOf(key), searched: toColourWords([key]) };
}

const namesOf = ({ username, displayName }: OutfitCard["author"]): string[] =>
  displayName === null ? [username] : [username, displayName];

const nameOf = (wanted: ColourKey) => colours.find(({ key }) => key === wanted)?.name ?? wanted;

/** Where a term has spaces, a text may have none: Chinese and Japanese have them only in search texts. */
const toExpression = (term: string): RegExp =>
  new RegExp(escapeExpression(term.trim()).replaceAll(String.raw`\ `, String.raw`\s*`));

/** The text from the matching word on; from the start if normalization changed the text's letters. */
function excerpt(text: string, term: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  const found = toExpression(term).exec(plain.toLowerCase());
  const place = found?.index ?? 0;
  const foundEnd = place + (found?.[0].length ?? 0);
  const wordStart = plain.lastIndexOf(" ", place) + 1;
  // Of a text without spaces, the end of what was found may be beyond what is shown from the start.
  const start = foundEnd - wordStart <= excerptChars ? wordStart : place;
  const rest = plain.slice(start);
  const end = rest.length <= excerptChars ? rest.length : rest.lastIndexOf(" ", excerptChars);
  const shown = end > 0 ? rest.slice(0, end) : cutText(rest, excerptChars);
  return `${start > 0 ? "…" : ""}${shown}${shown.length < rest.length ? "…" : ""}`;
}
