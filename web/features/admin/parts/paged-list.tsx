import type { ReactNode } from "react";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { MoreButton } from "#web/ui/more-button.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { ListQuery } from "./table-states.tsx";

interface ListProps<T> {
  label: string;
  empty: string;
  query: ListQuery<T>;
  children: (item: T) => ReactNode;
}

/** A short list in pages with all its states. */
export function PagedList<T extends { id: string }>({ label, empty, query, children }: ListProps<T>) {
  // An appeal goes with the button that decided it.
  const kept = useRestoredFocus<HTMLUListElement>();
  if (query.error && !query.data) return <QueryError title="Couldn't load this list" query={query} />;
  if (query.isPending) return <Skeleton className="h-40 rounded-photo!" />;
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <>
      <ul {...kept} aria-label={label} className="outline-none divide-y divide-line border-y border-line">
        {items.map((item) => (
          <li key={item.id} className="py-3">
            {children(item)}
          </li>
        ))}
      </ul>
      <MoreButton query={query} className="mt-4" />
    </>
  );
}
