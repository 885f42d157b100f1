import type { ReactNode } from "react";
import { useWhenNear } from "#web/lib/use-when-near.ts";
import { type NextPage, MoreButton } from "./more-button.tsx";

interface ListEndProps {
  query: NextPage & { isFetching: boolean };
  /** In the shape of what comes, while it is on its way. */
  waiting?: ReactNode;
}

/**
 * Where an endless list ends for now: the next page comes when the reader is near; the button is for all who cannot
 * scroll, and for a page that failed.
 */
export function ListEnd({ query, waiting }: ListEndProps) {
  const end = useWhenNear<HTMLDivElement>(() => {
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
