import type { ColumnDef } from "@tanstack/react-table";
import { useCallback, useState } from "react";
import { limits } from "#contract/limits.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { selectId } from "#web/features/admin/parts/data-table.tsx";

/** Search, filter and selection of a list of members' content. */
export function useContentFilter<State extends string>(memberId: string | undefined) {
  const [text, setText] = useState("");
  const [state, setState] = useState<State | "">("");
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const search = useDebounced(text.trim(), limits.searchDebounceMs);
  const toggle = useCallback((id: string) => setSelected((before) => toggled(before, id)), []);
  const clear = () => setSelected(new Set());
  const query = {
    ...(search === "" ? {} : { search }),
    ...(state === "" ? {} : { state }),
    ...(memberId === undefined ? {} : { memberId }),
  };
  const controls = {
    text,
    onText: setText,
    filter: state,
    onFilter: setState,
    selectedCount: selected.size,
    onClear: clear,
  };
  return { query, controls, selected, toggle, clear };
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
