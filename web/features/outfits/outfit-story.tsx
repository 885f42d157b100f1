import { Link } from "@tanstack/react-router";
import type { Outfit } from "#contract/outfits.ts";
import { chipClass } from "#web/ui/chip.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Palette } from "./palette.tsx";
import { ShopList } from "./shop-list.tsx";

/** Description, tags and what is worn. */
export function OutfitStory({ outfit }: { outfit: Outfit }) {
  return (
    <>
      {outfit.description !== null && outfit.description !== "" && (
        <p dir="auto" className="mt-6 text-lead whitespace-pre-line">
          {outfit.description}
        </p>
      )}
      {outfit.tags.length > 0 && (
        <ul aria-label="Tags" className="mt-6 flex flex-wrap gap-2">
          {outfit.tags.map((tag) => (
            <li key={tag} className="max-w-full">
              <Link to="/tag/$tag" params={{ tag }} className={`${chipClass()} max-w-full`}>
                <span className="truncate">{`#${tag}`}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {outfit.palette.length > 0 && <Palette palette={outfit.palette} />}
      {outfit.items.length > 0 && (
        <section aria-labelledby="shop" className="mt-12">
          <h2 id="shop" className="font-display mb-4 text-title">
            Shop this look
          </h2>
          <ShopList items={outfit.items} />
        </section>
      )}
    </>
  );
}

export function OutfitStorySkeleton() {
  return (
    <div className="mt-6 space-y-3">
      <output className="sr-only">Loading outfit...</output>
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="mt-12! h-7 w-40" />
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center gap-4 border-b border-line py-3">
          <Skeleton className="size-12" />
          <div className="grow space-y-2">
            <Skeleton className="h-3 w-20" />
            <Skeleton className="h-3 w-40" />
          </div>
        </div>
      ))}
    </div>
  );
}
