import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowUpRight } from "lucide-react";
import type { Wish } from "#contract/reactions.ts";
import { useWhenNear } from "#web/lib/use-when-near.ts";
import { wordsFor } from "#web/text/errors.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { closetQueries } from "./closet.queries.ts";

/** What one could buy out of the outfits one saved, each with its shop and its outfit. */
export function Wishlist() {
  const query = useInfiniteQuery(closetQueries.wishes());
  const loadMore = useWhenNear<HTMLDivElement>(() => {
    if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
  });
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
      <ul aria-label="Wishlist" className="grid gap-x-10 pt-4 lg:grid-cols-2">
        {wishes.map((wish) => (
          <WishRow key={wish.id} wish={wish} />
        ))}
      </ul>
      <div ref={loadMore} className="grid h-24 place-items-center">
        {query.isFetchingNextPage && <Spinner label="Loading more" />}
      </div>
    </>
  );
}

function WishRow({ wish: { item, outfit } }: { wish: Wish }) {
  return (
    <li className="flex items-center gap-4 border-b border-line py-3">
      <Link
        to="/outfit/$outfitId"
        params={{ outfitId: outfit.id }}
        aria-label={`From ${outfit.title}`}
        className="block w-14 shrink-0 overflow-hidden rounded-input"
      >
        <Picture picture={outfit.picture} alt="" sizes="56px" className="aspect-3/4! object-cover object-top" />
      </Link>
      <span className="min-w-0 flex-1">
        <span className="small-caps block truncate text-muted">{item.brand}</span>
        <span className="block truncate font-medium">{item.productName}</span>
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
    <div aria-busy="true" className="grid gap-x-10 pt-4 lg:grid-cols-2">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="mt-3 h-20" />
      ))}
    </div>
  );
}
