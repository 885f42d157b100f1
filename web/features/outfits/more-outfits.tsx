import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { OutfitCard } from "#contract/outfits.ts";
import { OutfitGrid } from "./outfit-grid.tsx";
import { outfitQueries } from "./outfits.queries.ts";

const shownMax = 10;

/** Others of the same style; nothing at all while there are none. */
export function MoreOutfits({ outfit }: { outfit: OutfitCard }) {
  const { data } = useInfiniteQuery(outfitQueries.feed({ style: outfit.style.id }));
  const others = (data?.pages[0]?.items ?? []).filter(({ id }) => id !== outfit.id).slice(0, shownMax);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="more" className="page-width border-t border-line pt-12 pb-24">
      <div className="flex items-baseline justify-between gap-4 pb-6">
        <h2 id="more" className="font-display text-title">
          More {outfit.style.name}
        </h2>
        <Link
          to="/explore"
          search={{ style: outfit.style.id }}
          className="text-fine font-medium underline underline-offset-4"
        >
          View All
        </Link>
      </div>
      <OutfitGrid outfits={others} label={`More ${outfit.style.name} outfits`} urgentCount={0} />
    </section>
  );
}
