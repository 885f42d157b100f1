import clsx from "clsx";
import { useId, useMemo, useState } from "react";
import { lazyPart } from "#web/lib/lazy-part.ts";
import type { ChartColumn } from "./bar-chart-bars.tsx";
import { Skeleton } from "./skeleton.tsx";
import { CodeBoundary } from "./code-boundary.tsx";

const Bars = lazyPart(() => import("./bar-chart-bars.tsx"), "Bars");

interface BarChartProps {
  /** What the chart shows, as a caption. */
  label: string;
  /** The heading of the table's first column: 'Week'. */
  columnName: string;
  columns: ChartColumn[];
  /** One without a tone is only in the table, so that its size cannot dwarf the others. */
  series: readonly { name: string; tone?: "ink" | "accent" }[];
  className?: string;
}

const markClass = { ink: "bg-ink", accent: "bg-accent" };

/**
 * Bars side by side. The drawing is for the eyes alone and its library loads when it is first shown; the same numbers are
 * a table, which everyone can open.
 */
export function BarChart({ label, columnName, columns, series, className }: BarChartProps) {
  const [isTable, setIsTable] = useState(false);
  const drawn = useMemo(
    () => series.flatMap(({ name, tone }, index) => (tone ? [{ name, tone, index }] : [])),
    [series],
  );
  const id = useId();
  return (
    <figure className={className}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {drawn.length > 1 ? (
          <p className="flex flex-wrap gap-x-4 text-fine text-muted">
            {drawn.map(({ name, tone }) => (
              <span key={name} className="inline-flex items-center gap-1.5">
                <span aria-hidden="true" className={clsx("size-2.5 rounded-full", markClass[tone])} />
                {name}
              </span>
            ))}
          </p>
        ) : (
          <p className="text-fine text-muted">{drawn[0]?.name}</p>
        )}
        <button
          type="button"
          aria-expanded={isTable}
          aria-controls={id}
          onClick={() => setIsTable(!isTable)}
          className="-mr-2 min-h-11 px-2 text-fine font-medium underline-offset-4 hover:underline"
        >
          {isTable ? "Show as chart" : "Show as table"}
        </button>
      </div>
      {!isTable && (
        <div aria-hidden="true">
          <CodeBoundary fallback={<Skeleton className="h-44" />}>
            <Bars columns={columns} series={drawn} />
          </CodeBoundary>
        </div>
      )}
      {/* Shown in its place, and always there for those who do not see the drawing. */}
      <div id={id} className={isTable ? "overflow-x-auto" : "sr-only"}>
        <ChartTable label={label} columnName={columnName} columns={columns} series={series} />
      </div>
    </figure>
  );
}

function ChartTable({ label, columnName, columns, series }: Omit<BarChartProps, "className">) {
  return (
    <table className="w-full text-fine">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr className="border-b border-ink/80">
          <th scope="col" className="py-2 text-left font-medium">
            {columnName}
          </th>
          {series.map(({ name }) => (
            <th key={name} scope="col" className="py-2 text-right font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {columns.map((column) => (
          <tr key={column.label} className="border-b border-line">
            <th scope="row" className="py-1.5 text-left font-normal">
              {column.label}
            </th>
            {series.map(({ name }, index) => (
              <td key={name} className="py-1.5 text-right tabular-nums">
                {(column.values[index] ?? 0).toLocaleString("en")}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
