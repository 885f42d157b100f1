import type { ReactNode } from "react";
import { useWhenNear } from "#web/lib/use-when-near.ts";
import { type NextPage, MoreButton } from "./more-button.tsx";
import { Spinner } from "./spinner.tsx";

interface ListEndProps {
  query: NextPage & { isFetching: boolean; isFetchNextPageError: boolean };
  /** In the shape of what comes; a spinner where there is none. */
  waiting?: ReactNode;
}

/** Where an endless list ends for now: the next page comes when the reader is near, and after a failure when asked for. */
export function ListEnd({ query, waiting }: ListEndProps) {
  const end = useWhenNear<HTMLDivElement>(() => {
    if (query.hasNextPage && !query.isFetching && !query.isFetchNextPageError) void query.fetchNextPage();
  });
  if (!query.hasNextPage) return null;
  if (query.isFetchNextPageError) {
    return (
      <div role="alert" className="flex flex-col items-center gap-3 py-6 text-fine text-muted">
        The rest did not load.
        <MoreButton query={query} />
      </div>
    );
  }
  return (
    <div ref={end} aria-busy="true" className={waiting === undefined ? "grid h-24 place-items-center" : ""}>
      {waiting ?? (query.isFetchingNextPage && <Spinner label="Loading more" />)}
    </div>
  );
}
