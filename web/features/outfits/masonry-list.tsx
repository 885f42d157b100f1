import { type CSSProperties, type ReactNode, useMemo } from "react";
import { useColumnCount } from "#web/lib/use-column-count.ts";
import { layOut, type Place } from "./masonry.ts";

interface Cell {
  key: string;
  /** height / width of its picture. */
  ratio: number;
  content: ReactNode;
}

interface MasonryListProps {
  cells: readonly Cell[];
  label: string;
  /** From four columns on, so many: for a short list that four or five would leave with holes. */
  wideColumns?: number | undefined;
}

/**
 * A grid in which every picture keeps its own ratio. Each place is a formula over the column's width, so that nothing
 * is measured, nothing shifts, and a page that comes back stands as it was before any picture has loaded.
 */
export function MasonryList({ cells, label, wideColumns }: MasonryListProps) {
  const usualCount = useColumnCount();
  const columnCount = wideColumns !== undefined && usualCount > 3 ? wideColumns : usualCount;
  const layout = useMemo(
    () =>
      layOut(
        cells.map(({ ratio }) => ratio),
        columnCount,
      ),
    [cells, columnCount],
  );
  const height = `max(${layout.columns.map((column) => `(${toLength(column)})`).join(", ")}, 0px)`;
  return (
    <div className="@container">
      <ul aria-label={label} className="masonry relative" style={{ "--columns": columnCount, height } as CSSProperties}>
        {cells.map((cell, index) => {
          const place = layout.places[index];
          return (
            <li key={cell.key} style={place && toStyle(place, cell.ratio)} className="absolute">
              {cell.content}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The variables are set in styles.css, `.masonry`. */
function toLength({ ratioAbove, cellsAbove }: Place): string {
  return `${ratioAbove.toFixed(4)} * var(--column) + ${cellsAbove} * var(--below-picture)`;
}

function toStyle(place: Place, ratio: number): CSSProperties {
  return {
    left: `calc(${place.column} * (var(--column) + var(--gap)))`,
    top: `calc(${toLength(place)})`,
    width: "var(--column)",
    height: `calc(${ratio.toFixed(4)} * var(--column) + var(--below-picture) - var(--gap))`,
  };
}
