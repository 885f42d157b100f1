import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowUpRight } from "lucide-react";
import type { WishlistItem } from "#contract/reactions.ts";
import { closetQueries } from "#web/data/closet.ts";
import { useIsSaveShown } from "#web/data/reactions.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ListEnd } from "#web/ui/list-end.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { NoMatch } from "./no-match.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The products with shop links in saved outfits, grouped by outfit. */
export function Wishlist({ search }: { search: string | undefined }) {
  const query = useInfiniteQuery(closetQueries.wishlist(search));
  const isShown = useIsSaveShown();
  if (query.isError && !query.data) return <QueryError title="Couldn't load your wishlist" query={query} />;
  if (!query.data) return <Waiting />;
  const wishlistItems = query.data.pages.flatMap(({ items }) => items).filter(isShown);
  const isEmpty = wishlistItems.length === 0 && !query.hasNextPage;
  if (isEmpty && search) return <NoMatch search={search} />;
  if (isEmpty) {
    return (
      <EmptyState
        title="Nothing to wish for yet"
        action={
          <Link to="/explore" className={buttonClass("ink")}>
            Explore Outfits
          </Link>
        }
      >
        Save an outfit with shop links and its pieces appear here.
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label="Wishlist" className={listClass}>
        {groupByOutfit(wishlistItems).map((group) => (
          <WornTogether key={group.outfit.id} {...group} />
        ))}
      </ul>
      <ListEnd query={query} />
    </>
  );
}

const listClass = "grid gap-x-12 gap-y-10 pt-6 lg:grid-cols-2";

interface Group {
  outfit: WishlistItem["outfit"];
  wishlistItems: WishlistItem[];
}

/** Sorted by outfit; an outfit split by a page boundary is joined again here. */
function groupByOutfit(wishlistItems: WishlistItem[]): Group[] {
  const groups = new Map<string, Group>();
  for (const wishlistItem of wishlistItems) {
    const group = groups.get(wishlistItem.outfit.id);
    if (group) group.wishlistItems.push(wishlistItem);
    else groups.set(wishlistItem.outfit.id, { outfit: wishlistItem.outfit, wishlistItems: [wishlistItem] });
  }
  return [...groups.values()];
}

function WornTogether({ outfit, wishlistItems }: Group) {
  return (
    <li className="flex items-start gap-4 md:gap-6">
      <Link
        to="/outfit/$outfitId"
        params={{ outfitId: outfit.id }}
        aria-label={`From ${outfit.title}`}
        className="block w-24 shrink-0 overflow-hidden rounded-photo md:w-36"
      >
        <Picture
          picture={outfit.picture}
          alt=""
          sizes="(width >= 48rem) 144px, 96px"
          className="aspect-3/4! object-cover object-top"
        />
      </Link>
      <ul aria-label={`Pieces of ${outfit.title}`} className="min-w-0 flex-1 divide-y divide-line">
        {wishlistItems.map((wishlistItem) => (
          <Piece key={wishlistItem.id} item={wishlistItem.item} />
        ))}
      </ul>
    </li>
  );
}

function Piece({ item }: { item: WishlistItem["item"] }) {
  return (
    <li className="flex items-center gap-4 py-3 first:pt-0">
      <span className="min-w-0 flex-1">
        <span className="small-caps block truncate text-muted">{item.brand}</span>
        <span className="block font-medium">{item.productName}</span>
        <span className="block truncate text-fine text-muted">{item.category}</span>
      </span>
      <a
        href={item.productUrl}
        target="_blank"
        rel="noopener noreferrer ugc"
        aria-label={`Shop ${item.productName}, in a new tab`}
        className={buttonClass("outline", "small")}
      >
        Shop
        <ArrowUpRight aria-hidden="true" size={16} strokeWidth={1.75} />
      </a>
    </li>
  );
}

function Waiting() {
  return (
    <ul aria-label="Loading your wishlist" aria-busy="true" className={listClass}>
      {[1, 2].map((outfit) => (
        <li key={outfit} className="flex items-start gap-4 md:gap-6">
          <Skeleton className="aspect-3/4 w-24 shrink-0 rounded-photo! md:w-36" />
          <span className="flex-1 space-y-5">
            {[1, 2, 3].map((piece) => (
              <span key={piece} className="block space-y-2">
                <Skeleton className="h-3 w-20" />
                <Skeleton className="h-4 w-3/5" />
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
