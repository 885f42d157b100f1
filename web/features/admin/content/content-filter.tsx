import type { ColumnDef } from "@tanstack/react-table";
import { useCallback, useState } from "react";
import { limits } from "#contract/limits.ts";
import { useSearchText } from "#web/ui/search-field.tsx";
import { selectId } from "#web/features/admin/parts/data-table.tsx";

interface Filter {
  search?: string | undefined;
  state?: string | undefined;
}

export interface ContentFilterProps {
  /** Only what this member wrote or posted. */
  memberId?: string;
  /** From the address. */
  filter: Filter;
  /** Changes these parts of it. */
  onFilter: (change: Filter) => void;
}

const none: ReadonlySet<string> = new Set();

/** Search, filter and selection of a list of members' content. */
export function useContentFilter<State extends string>(
  { memberId, filter, onFilter }: ContentFilterProps,
  states: readonly { value: State | ""; label: string }[],
) {
  const state = states.find(({ value }) => value === filter.state)?.value ?? "";
  const search = filter.search?.slice(0, limits.searchCharsMax) ?? "";
  const { text, type } = useSearchText(search, (next) => onFilter({ search: next || undefined }));
  // Of other rows nothing is selected: what is done with the selection is done with rows on screen.
  const rows = `${state} ${search}`;
  const [selection, setSelection] = useState({ rows, ids: none });
  const selected = selection.rows === rows ? selection.ids : none;
  const toggle = useCallback(
    (id: string) => setSelection((last) => ({ rows, ids: toggled(last.rows === rows ? last.ids : none, id) })),
    [rows],
  );
  const deselect = (ids: readonly string[]) =>
    setSelection((last) => ({ ...last, ids: new Set([...last.ids].filter((id) => !ids.includes(id))) }));
  const query = {
    ...(search === "" ? {} : { search }),
    ...(state === "" ? {} : { state }),
    ...(memberId === undefined ? {} : { memberId }),
  };
  const controls = {
    text,
    onText: type,
    filter: state,
    filters: states,
    onFilter: (next: State | "") => onFilter({ state: next || undefined }),
    selectedCount: selected.size,
    onClear: () => setSelection({ rows, ids: none }),
  };
  return { query, controls, selected, toggle, deselect };
}

/** The set with one id more or less. */
function toggled(ids: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The column with which rows are selected. */
export function selectColumn<Row extends { id: string }>(
  selected: ReadonlySet<string>,
  onSelect: (id: string) => void,
  labelOf: (row: Row) => string,
): ColumnDef<Row, unknown> {
  return {
    id: selectId,
    header: () => <span className="sr-only">Selected</span>,
    cell: ({ row: { original } }) => (
      <input
        type="checkbox"
        aria-label={labelOf(original)}
        checked={selected.has(original.id)}
        onChange={() => onSelect(original.id)}
        className="size-5 accent-(--ink)"
      />
    ),
  };
}
