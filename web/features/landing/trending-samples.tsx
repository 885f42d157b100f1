import { Link } from "@tanstack/react-router";
import type { OutfitCard } from "#contract/outfits.ts";
import { countOf } from "#web/lib/format-count.ts";
import { NoBreak } from "#web/ui/no-break.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

export const trendingMax = 4;

/**
 * Sample trending cards, as many as there are; each links to the feed, docs/product.md#landing-page. Their room is kept while they
 * load.
 */
export function TrendingSamples({ outfits }: { outfits: readonly OutfitCard[] | undefined }) {
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
      {outfits?.length !== 0 && (
        <ul aria-busy={outfits === undefined} className="grid grid-cols-2 gap-x-3 gap-y-8 md:gap-x-5 lg:grid-cols-4">
          {outfits?.map((outfit) => (
            <li key={outfit.id}>
              <Sample {...outfit} />
            </li>
          )) ?? <Room />}
        </ul>
      )}
    </section>
  );
}

function Sample({ style, picture, altText, title, likesCount }: OutfitCard) {
  return (
    <Link to="/explore" search={{ style: style.id }} className="group block">
      <span className="block overflow-hidden rounded-photo">
        <Picture
          picture={picture}
          alt={altText}
          sizes="(width >= 68.75rem) 25vw, 50vw"
          className="aspect-3/4! object-cover transition-transform duration-250 ease-out motion-safe:group-hover:scale-[1.02]"
        />
      </span>
      <span className="small-caps mt-4 block text-muted">{style.name}</span>
      <span dir="auto" className="font-display mt-1 line-clamp-2 text-lead">
        <NoBreak>{title}</NoBreak>
      </span>
      <span className="mt-1 block text-fine text-muted">{countOf(likesCount, "like")}</span>
    </Link>
  );
}

/** As high as the samples with a title of one line. */
function Room() {
  return Array.from({ length: trendingMax }, (_, index) => (
    <li key={index} aria-hidden="true">
      <Skeleton className="aspect-3/4 rounded-photo!" />
      <span className="small-caps mt-4 block">&nbsp;</span>
      <span className="font-display mt-1 block text-lead">&nbsp;</span>
      <span className="mt-1 block text-fine">&nbsp;</span>
    </li>
  ));
}
