import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowUpRight } from "lucide-react";
import type { Wish } from "#contract/reactions.ts";
import { wordsFor } from "#web/text/errors.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ListEnd } from "#web/ui/list-end.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { closetQueries } from "./closet.queries.ts";

/** What one could buy out of the outfits one saved, each with its shop, under the outfit it is worn in. */
export function Wishlist() {
  const query = useInfiniteQuery(closetQueries.wishes());
  if (query.isError && !query.data) {
    return (
      <ErrorState title="Your wishlist did not open" onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
        {wordsFor(query.error)}
      </ErrorState>
    );
  }
  if (!query.data) return <Waiting />;
  const wishes = query.data.pages.flatMap(({ items }) => items);
  if (wishes.length === 0) {
    return (
      <EmptyState
        title="Nothing to wish for yet"
        action={
          <Link to="/explore" className={buttonClass("ink")}>
            Explore Outfits
          </Link>
        }
      >
        Save an outfit whose pieces can be bought, and they hang here with their shops.
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label="Wishlist" className={listClass}>
        {groupByOutfit(wishes).map((group) => (
          <WornTogether key={group.outfit.id} {...group} />
        ))}
      </ul>
      <ListEnd query={query} />
    </>
  );
}

const listClass = "grid gap-x-12 gap-y-10 pt-6 lg:grid-cols-2";

interface Group {
  outfit: Wish["outfit"];
  wishes: Wish[];
}

/** They come outfit by outfit; one that a page break cuts is whole again here. */
function groupByOutfit(wishes: Wish[]): Group[] {
  const groups = new Map<string, Group>();
  for (const wish of wishes) {
    const group = groups.get(wish.outfit.id);
    if (group) group.wishes.push(wish);
    else groups.set(wish.outfit.id, { outfit: wish.outfit, wishes: [wish] });
  }
  return [...groups.values()];
}

function WornTogether({ outfit, wishes }: Group) {
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
          sizes="(width >= 768px) 144px, 96px"
          className="aspect-3/4! object-cover object-top"
        />
      </Link>
      <ul aria-label={`Pieces of ${outfit.title}`} className="min-w-0 flex-1 divide-y divide-line">
        {wishes.map((wish) => (
          <Piece key={wish.id} item={wish.item} />
        ))}
      </ul>
    </li>
  );
}

function Piece({ item }: { item: Wish["item"] }) {
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
