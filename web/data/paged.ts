import { infiniteQueryOptions, type QueryKey, type QueryMeta } from "@tanstack/react-query";

interface Paged {
  nextCursor: string | null;
}

interface Options {
  staleTime?: number;
  gcTime?: number;
  meta?: QueryMeta;
}

/** Query options of a cursor-paginated list. `load` gets the page's cursor, undefined for the first page. */
export function pagedQuery<Page extends Paged>(
  queryKey: QueryKey,
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>,
  options: Options = {},
) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    getNextPageParam: (last: Page) => last.nextCursor ?? undefined,
    ...options,
  });
}
