import type { ColumnDef } from "@tanstack/react-table";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { NextPage } from "#web/ui/more-button.tsx";
import { type FailedQuery, QueryError } from "#web/ui/query-error.tsx";
import { DataTable } from "./data-table.tsx";

/** The state of a paged list. */
export interface ListQuery<T> extends NextPage, FailedQuery {
  data: { pages: { items: T[] }[] } | undefined;
  isPending: boolean;
}

interface StatefulTableProps<T extends { id: string }> {
  label: string;
  empty: string;
  /** The heading of a failure. */
  failed?: string;
  query: ListQuery<T>;
  columns: ColumnDef<T, unknown>[];
  template: string;
  rowHeight?: number;
}

/** A table of a paged list in all its states. */
export function StatefulTable<T extends { id: string }>({
  query,
  empty,
  failed = "Couldn't load this list",
  ...table
}: StatefulTableProps<T>) {
  if (query.error && !query.data) return <QueryError title={failed} query={query} />;
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (!query.isPending && rows.length === 0) return <EmptyState title={empty} />;
  return <DataTable {...table} rows={rows} isLoading={query.isPending} nextPage={query} />;
}
