import { type CSSProperties, type ReactNode, useMemo } from "react";
import { useColumnCounts } from "#web/lib/use-column-count.ts";
import { type Layout, layOut, type Place } from "./masonry.ts";

interface Cell {
  key: string;
  /** height / width of its picture. */
  ratio: number;
  content: ReactNode;
}

interface MasonryListProps {
  cells: readonly Cell[];
  label: string;
  /** The number of columns from four on, for a short list that would leave gaps in four or five. */
  wideColumns?: number | undefined;
}

/**
 * A masonry grid. Each position is a formula over the column width, so nothing is measured or shifts, and a restored
 * page has its layout before any picture has loaded.
 */
export function MasonryList({ cells, label, wideColumns }: MasonryListProps) {
  const counts = useColumnCounts();
  const layouts = useMemo(() => {
    const ratios = cells.map(({ ratio }) => ratio);
    return counts.map((count) => ({ count, ...layOut(ratios, (count > 3 && wideColumns) || count) }));
  }, [cells, counts, wideColumns]);
  return (
    <div className="@container">
      <ul
        aria-label={label}
        className="masonry relative"
        data-every-width={counts.length > 1 || undefined}
        style={styleOfAll(layouts, toListStyle)}
      >
        {cells.map((cell, index) => {
          const place = styleOfAll(layouts, ({ places }) => toStyle(places[index]));
          const style: Variables = { "--ratio": cell.ratio.toFixed(4), ...place };
          return (
            <li key={cell.key} style={style} className="absolute">
              {cell.content}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** What styles.css, `.masonry`, places everything by. */
type Variables = CSSProperties & Record<`--${string}`, string | number>;
type CountedLayout = Layout & { count: number };

/** One layout's variables as they are; of several, each has its layout's count of columns behind its name. */
function styleOfAll(layouts: readonly CountedLayout[], toVariables: (layout: CountedLayout) => Variables): Variables {
  const [only, ...others] = layouts;
  if (only && others.length === 0) return toVariables(only);
  const named = layouts.flatMap((layout) =>
    Object.entries(toVariables(layout)).map(([name, value]) => [`${name}-${layout.count}`, value]),
  );
  return Object.fromEntries(named) as Variables;
}

const toListStyle = ({ columns }: CountedLayout): Variables => ({
  "--columns": columns.length,
  "--height": `max(${columns.map((column) => `(${toLength(column)})`).join(", ")}, 0px)`,
});

const toLength = ({ ratioAbove, cellsAbove }: Place): string =>
  `${ratioAbove.toFixed(4)} * var(--column) + ${cellsAbove} * var(--below-picture)`;

const toStyle = (place: Place | undefined): Variables =>
  place ? { "--x": place.column, "--ratios": place.ratioAbove.toFixed(4), "--cells": place.cellsAbove } : {};
