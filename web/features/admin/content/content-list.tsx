import type { ColumnDef } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { limits } from "#contract/limits.ts";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/features/admin/parts/select.tsx";
import { type ListQuery, StatefulTable } from "#web/features/admin/parts/table-states.tsx";

interface ContentListProps<T extends { id: string }, F extends string> {
  label: string;
  query: ListQuery<T>;
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
      <StatefulTable
        label={label}
        query={query}
        empty={`No ${label.toLowerCase()} found`}
        failed="Failed to load content"
        columns={props.columns}
        template={props.template}
        {...(props.rowHeight === undefined ? {} : { rowHeight: props.rowHeight })}
      />
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
        className="min-h-11! w-auto! max-w-full grow basis-60"
      />
      <Select label={`Which ${label.toLowerCase()}`} value={filter} options={filters} onSelect={onFilter} />
    </div>
  );
}
