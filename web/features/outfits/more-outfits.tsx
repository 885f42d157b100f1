import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { OutfitCard } from "#contract/outfits.ts";
import { outfitQueries } from "#web/data/outfits.ts";
import { useInParts } from "#web/lib/use-in-parts.ts";
import { errorMessage } from "#web/text/errors.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { OutfitGrid } from "./outfit-grid.tsx";

/** The most similar outfits; renders nothing if there are none. */
export function MoreOutfits({ outfit }: { outfit: OutfitCard }) {
  const { data, error, isFetching, refetch } = useQuery(outfitQueries.similar(outfit.id));
  const shown = useInParts(data?.items ?? [], 5);
  if (error && !data) {
    const message = errorMessage(error, "Couldn't load similar outfits.");
    return (
      <div className="page-width border-t border-line pb-24">
        <InlineError message={message} onRetry={() => void refetch()} isRetrying={isFetching} />
      </div>
    );
  }
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section aria-labelledby="more" className="page-width border-t border-line pt-12 pb-24">
      <div className="flex flex-wrap items-baseline justify-between gap-4 pb-6">
        <h2 id="more" className="font-display text-title">
          More like this
        </h2>
        <Link
          to="/explore"
          search={{ style: outfit.style.id }}
          className="relative before:absolute before:-inset-x-1.5 before:-inset-y-3 shrink-0 text-fine font-medium underline underline-offset-4"
        >
          All {outfit.style.name}
        </Link>
      </div>
      <OutfitGrid
        outfits={shown}
        label="More like this"
        urgentCount={0}
        wideColumns={[5, 4].find((columns) => data.items.length % columns === 0)}
      />
    </section>
  );
}
