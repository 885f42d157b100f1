/* oxlint-disable jsx-a11y/prefer-tag-over-role, react/incompatible-library -- rows are placed one by one, which a table element cannot do */
import { type Cell, type ColumnDef, flexRender, getCoreRowModel, type Row, useReactTable } from "@tanstack/react-table";
import { useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import clsx from "clsx";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { MoreButton, type NextPage } from "#web/ui/more-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

interface DataTableProps<T extends { id: string }> {
  /** What the table lists, for those who cannot see it. */
  label: string;
  columns: ColumnDef<T, unknown>[];
  rows: T[];
  /** Pixels of one row, before it is measured. */
  rowHeight?: number;
  isLoading: boolean;
  /** Missing for a list that is loaded as a whole. */
  nextPage?: NextPage | undefined;
  /** Widths of the columns from 1024 px on, as in `grid-template-columns`; below, a row is a card. */
  template: string;
}

const skeletonRows = 8;
/** The column of checkboxes. */
export const selectId = "select";

/**
 * A long table: only the rows near the screen are in the document, and more are asked for near the end; the button is for
 * a page that failed.
 */
export function DataTable<T extends { id: string }>(props: DataTableProps<T>) {
  const { label, columns, rows, rowHeight = 72, isLoading, nextPage, template } = props;
  const table = useReactTable({ data: rows, columns, getCoreRowModel: getCoreRowModel(), getRowId: (row) => row.id });
  const modelRows = table.getRowModel().rows;
  const list = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  const virtual = useWindowVirtualizer({
    count: modelRows.length,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: offset,
  });
  // What is above the table may come later, and grow; that matters once somebody scrolls.
  useLayoutEffect(() => setOffset(list.current?.offsetTop ?? 0), [virtual.isScrolling]);
  const items = virtual.getVirtualItems();
  useNextPage(nextPage, modelRows.length - 1 - (items.at(-1)?.index ?? -1));
  return (
    <>
      <div
        role="table"
        aria-label={label}
        aria-rowcount={nextPage?.hasNextPage ? -1 : rows.length}
        className="text-body"
      >
        <HeaderRow table={table} template={template} />
        <div
          ref={list}
          role="rowgroup"
          className="relative"
          style={{ height: isLoading ? undefined : virtual.getTotalSize() }}
        >
          {isLoading
            ? Array.from({ length: skeletonRows }, (_, index) => (
                <div key={index} className="flex items-center border-b border-line" style={{ height: rowHeight }}>
                  <Skeleton className="h-10 w-full" />
                </div>
              ))
            : items.map((item) => {
                const row = modelRows[item.index];
                return (
                  row && (
                    <BodyRow
                      key={row.id}
                      row={row}
                      item={item}
                      template={template}
                      top={item.start - virtual.options.scrollMargin}
                      measure={virtual.measureElement}
                    />
                  )
                );
              })}
        </div>
      </div>
      {nextPage && <MoreButton query={nextPage} className="mx-auto mt-4" />}
    </>
  );
}

/** Requests the next page near the end of the rows, but one that failed only once. */
function useNextPage(nextPage: NextPage | undefined, rowsLeft: number): void {
  const isDue = nextPage?.hasNextPage && !nextPage.isFetchingNextPage && !nextPage.isFetchNextPageError;
  const load = nextPage?.fetchNextPage;
  const isNear = rowsLeft < 10;
  useEffect(() => {
    if (isDue && isNear) void load?.();
  }, [isDue, isNear, load]);
}

function HeaderRow<T>({ table, template }: { table: ReturnType<typeof useReactTable<T>>; template: string }) {
  return (
    <div role="rowgroup" className="max-lg:sr-only">
      {table.getHeaderGroups().map((group) => (
        <div
          key={group.id}
          role="row"
          className="grid items-center gap-4 border-b border-ink/25 py-2 text-fine font-semibold text-muted"
          style={{ gridTemplateColumns: template }}
        >
          {group.headers.map((header) => (
            <div key={header.id} role="columnheader" className="min-w-0">
              {flexRender(header.column.columnDef.header, header.getContext())}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/**
 * Calls the function of a column instead of rendering it as a component: the functions of a table with a selection change
 * with it, and as components their cells would be made again, without the focus.
 */
function renderCell<T>(cell: Cell<T, unknown>): ReactNode {
  const content = cell.column.columnDef.cell;
  return typeof content === "function" ? content(cell.getContext()) : content;
}

interface BodyRowProps<T> {
  row: Row<T>;
  item: VirtualItem;
  template: string;
  top: number;
  measure: (node: HTMLElement | null) => void;
}

function BodyRow<T>({ row, item, template, top, measure }: BodyRowProps<T>) {
  const titleId = row.getVisibleCells().find(({ column }) => column.id !== selectId)?.column.id;
  return (
    <div
      ref={measure}
      role="row"
      aria-rowindex={item.index + 1}
      data-index={item.index}
      style={{ gridTemplateColumns: template, transform: `translateY(${top}px)` }}
      className={clsx(
        "absolute inset-x-0 top-0 grid items-center gap-x-4 gap-y-2 border-b border-line py-3",
        "max-lg:flex max-lg:flex-wrap",
      )}
    >
      {row.getVisibleCells().map((cell) => (
        <div
          key={cell.id}
          role="cell"
          // On a card, what it is about has the first line, so that all cards look the same.
          className={clsx("min-w-0", cell.column.id === titleId && "max-lg:grow max-lg:basis-64")}
        >
          {renderCell(cell)}
        </div>
      ))}
    </div>
  );
}
