import type { ReactNode } from "react";
import { useInView } from "#web/lib/use-in-view.ts";
import { type NextPage, MoreButton } from "./more-button.tsx";

interface ListEndProps {
  query: NextPage & { isFetching: boolean };
  /** A skeleton while the next page loads. */
  waiting?: ReactNode;
}

/**
 * The end of an infinite list: the next page loads when the reader is near; the button is for those who cannot scroll
 * and for a page that failed.
 */
export function ListEnd({ query, waiting }: ListEndProps) {
  const end = useInView<HTMLDivElement>(() => {
    if (query.hasNextPage && !query.isFetching && !query.isFetchNextPageError) void query.fetchNextPage();
  });
  if (!query.hasNextPage) return null;
  const isWaiting = waiting !== undefined && !query.isFetchNextPageError;
  return (
    <div ref={end} aria-busy={query.isFetchingNextPage} className={isWaiting ? "" : "grid min-h-24 place-items-center"}>
      {isWaiting ? waiting : <MoreButton query={query} className="flex-col" />}
    </div>
  );
}
