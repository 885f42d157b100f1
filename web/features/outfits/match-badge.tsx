import type { Match } from "#contract/outfits.ts";

const kinds: Record<Match["in"], { name: string; show: (text: string) => string }> = {
  title: { name: "title", show: (text) => text },
  tag: { name: "tag", show: (text) => `#${text}` },
  brand: { name: "brand", show: (text) => text },
  item: { name: "item", show: (text) => text },
  style: { name: "style", show: (text) => text },
  member: { name: "member", show: (text) => text },
  colour: { name: "colours", show: (text) => text },
  description: { name: "description", show: (text) => `“${text}”` },
};

const worn = new Set<Match["in"]>(["brand", "item", "colour"]);

/** On a photograph that a search found: the part that holds what was looked for. */
export function MatchBadge({ match }: { match: Match }) {
  const { name, show } = kinds[match.in];
  return (
    <span className="absolute bottom-2 left-2 flex max-w-[calc(100%-1rem)] items-center gap-1.5 rounded-full bg-paper/85 px-2.5 py-1 text-[0.75rem] leading-4 text-ink backdrop-blur-md transition-opacity duration-200 pointer-fine:group-hover/card:opacity-0 pointer-fine:group-focus-within/card:opacity-0">
      <span className="sr-only">, matched by {name}: </span>
      {worn.has(match.in) && <span className="shrink-0 text-muted">wears</span>}
      <span className="truncate">{show(match.text)}</span>
    </span>
  );
}
