import { Link } from "@tanstack/react-router";
import type { OutfitCard } from "#contract/outfits.ts";
import { countOf } from "#web/lib/format-count.ts";
import { NoBreak } from "#web/ui/no-break.tsx";
import { Picture } from "#web/ui/picture.tsx";

export const trendingMax = 4;

/** Sample trending cards; each links to the feed, docs/product.md#landing-page. */
export function TrendingSamples({ outfits }: { outfits: readonly OutfitCard[] }) {
  if (outfits.length < trendingMax) return null;
  return (
    <section aria-labelledby="trending" className="page-width pt-24 md:pt-36">
      <div className="flex flex-wrap items-baseline justify-between gap-4 pb-8 md:pb-12">
        <h2 id="trending" className="font-display text-headline">
          Trending now
        </h2>
        <Link
          to="/explore"
          className="relative before:absolute before:-inset-x-1.5 before:-inset-y-3 shrink-0 font-medium underline underline-offset-4"
        >
          Browse Outfits
        </Link>
      </div>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-8 md:gap-x-5 lg:grid-cols-4">
        {outfits.map((outfit) => (
          <li key={outfit.id}>
            <Link to="/explore" search={{ style: outfit.style.id }} className="group block">
              <span className="block overflow-hidden rounded-photo">
                <Picture
                  picture={outfit.picture}
                  alt={outfit.altText}
                  sizes="(width >= 68.75rem) 25vw, 50vw"
                  className="aspect-3/4! object-cover transition-transform duration-500 ease-out motion-safe:group-hover:scale-[1.02]"
                />
              </span>
              <span className="small-caps mt-4 block text-muted">{outfit.style.name}</span>
              <span className="font-display mt-1 line-clamp-2 text-lead">
                <NoBreak>{outfit.title}</NoBreak>
              </span>
              <span className="mt-1 block text-fine text-muted">{countOf(outfit.likesCount, "like")}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
