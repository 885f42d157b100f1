import { BarChart as Chart } from "chartist";
import { useEffect, useRef } from "react";
import "./bar-chart.css";

export interface ChartColumn {
  /** In full, for the table: 'Week of 16 November 2026'. */
  label: string;
  /** Below the bar; several columns may leave it empty. */
  shortLabel: string;
  /** One number for each series. */
  values: number[];
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** The drawing of a bar chart, in the colours of the theme: see bar-chart.css. Loaded when it is first shown. */
export function Bars({
  columns,
  series,
}: {
  columns: ChartColumn[];
  series: { tone: "ink" | "accent"; index: number }[];
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!box.current) return undefined;
    const chart = new Chart(
      box.current,
      {
        labels: columns.map(({ shortLabel }) => shortLabel),
        series: series.map(({ tone, index }) => ({
          className: `ct-${tone}`,
          data: columns.map(({ values }) => values[index] ?? 0),
        })),
      },
      {
        seriesBarDistance: 10,
        low: 0,
        // An empty chart has a scale too, so that its line is at the bottom.
        high: Math.max(10, ...columns.flatMap(({ values }) => series.map(({ index }) => values[index] ?? 0))),
        chartPadding: { top: 8, right: 0, bottom: 0, left: 0 },
        axisX: { showGrid: false, offset: 24 },
        axisY: {
          onlyInteger: true,
          offset: 36,
          scaleMinSpace: 36,
          labelInterpolationFnc: (n) => compact.format(Number(n)),
        },
      },
    );
    return () => {
      chart.detach();
    };
  }, [columns, series]);
  return <div ref={box} className="bar-chart h-44" />;
}
