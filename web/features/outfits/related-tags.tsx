import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FeedFilter, outfitQueries } from "#web/data/outfits.ts";
import { chipClass } from "#web/ui/chip.tsx";

const shownMax = 10;

/** The most frequent tags of a feed's newest outfits, linked to their feeds. */
export function RelatedTags({ filter }: { filter: FeedFilter }) {
  const { data } = useInfiniteQuery(outfitQueries.feed(filter));
  const tags = maxShown(data?.pages[0]?.items ?? [], filter.tag);
  if (tags.length === 0) return null;
  return (
    <nav aria-label="Related tags" className="pb-6">
      <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0">
        {tags.map((tag) => (
          <li key={tag}>
            <Link to="/tag/$tag" params={{ tag }} className={chipClass()}>
              {`#${tag}`}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function maxShown(outfits: readonly { tags: string[] }[], own: string | undefined): string[] {
  const counts = new Map<string, { tag: string; count: number }>();
  for (const tag of outfits.flatMap(({ tags }) => tags)) {
    const key = tag.toLowerCase();
    if (key === own?.toLowerCase()) continue;
    counts.set(key, { tag: counts.get(key)?.tag ?? tag, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()]
    .toSorted((one, other) => other.count - one.count)
    .slice(0, shownMax)
    .map(({ tag }) => tag);
}
