import type { ColumnDef } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { limits } from "#contract/limits.ts";
import { errorMessage } from "#web/text/errors.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Input } from "#web/ui/input.tsx";
import { DataTable } from "./data-table.tsx";
import { Select } from "./select.tsx";

interface ContentListProps<T extends { id: string }, F extends string> {
  label: string;
  query: {
    data: { pages: { items: T[] }[] } | undefined;
    error: unknown;
    isPending: boolean;
    isRefetching: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
    refetch: () => unknown;
  };
  columns: ColumnDef<T, unknown>[];
  template: string;
  rowHeight?: number;
  text: string;
  onText: (text: string) => void;
  filter: F;
  filters: readonly { value: F; label: string }[];
  onFilter: (filter: F) => void;
  selectedCount: number;
  onClear: () => void;
  /** Buttons for what is selected. */
  bulk: ReactNode;
}

/** A searchable table of content with bulk actions, in all its states. */
export function ContentList<T extends { id: string }, F extends string>(props: ContentListProps<T, F>) {
  const { label, query } = props;
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section aria-label={label}>
      <Toolbar {...props} />
      {/* In view wherever the selected rows are. */}
      {props.selectedCount > 0 && (
        <div className="sticky top-14 z-10 flex flex-wrap items-center gap-2 border-b border-line bg-paper py-3">
          <span className="text-fine text-muted" aria-live="polite">{`${props.selectedCount} selected`}</span>
          {props.bulk}
          <Button look="quiet" size="small" onClick={props.onClear}>
            Clear
          </Button>
        </div>
      )}
      {query.error && !query.data ? (
        <ErrorState title="Failed to load content" onRetry={() => void query.refetch()} isRetrying={query.isRefetching}>
          {errorMessage(query.error)}
        </ErrorState>
      ) : !query.isPending && rows.length === 0 ? (
        <EmptyState title={`No ${label.toLowerCase()} found`} />
      ) : (
        <DataTable
          label={label}
          columns={props.columns}
          rows={rows}
          isLoading={query.isPending}
          hasMore={query.hasNextPage}
          onMore={() => !query.isFetchingNextPage && void query.fetchNextPage()}
          template={props.template}
          {...(props.rowHeight === undefined ? {} : { rowHeight: props.rowHeight })}
        />
      )}
    </section>
  );
}

function Toolbar<T extends { id: string }, F extends string>(props: ContentListProps<T, F>) {
  const { label, text, onText, filter, filters, onFilter } = props;
  return (
    <div className="mb-4 flex min-h-12 flex-wrap items-center gap-3">
      <Input
        type="search"
        aria-label={`Search ${label.toLowerCase()}`}
        placeholder={`Search ${label.toLowerCase()}...`}
        maxLength={limits.searchCharsMax}
        value={text}
        onChange={(event) => onText(event.target.value)}
        className="min-h-11! w-auto! grow basis-60"
      />
      <Select label={`Which ${label.toLowerCase()}`} value={filter} options={filters} onSelect={onFilter} />
    </div>
  );
}
