import { FixedScaleAxis, LineChart as Chart } from "chartist";
import { useEffect, useRef } from "react";
import "./line-chart.css";

interface LineChartProps {
  /** The numbers from left to right. */
  values: number[];
  /** What the line shows, in words: screen readers read this in its place. */
  label: string;
}

/** A line without axes; the figure next to it and its label give the numbers. */
export function LineChart({ values, label }: LineChartProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!ref.current || values.length < 2) return;
    const low = Math.min(...values);
    // A line that stays level is at the bottom, whatever its value.
    const high = Math.max(low + 1, ...values);
    const chart = new Chart(
      ref.current,
      { series: [values] },
      {
        fullWidth: true,
        showPoint: false,
        showArea: true,
        areaBase: low,
        chartPadding: { top: 4, right: 0, bottom: 4, left: 0 },
        axisX: { showLabel: false, showGrid: false, offset: 0 },
        // Its default ends at round numbers and leaves half of the height empty.
        axisY: { type: FixedScaleAxis, low, high, divisor: 1, showLabel: false, showGrid: false, offset: 0 },
      },
    );
    return () => void chart.detach();
  }, [values]);
  return (
    <div className="admin-line relative h-16">
      <p className="sr-only">{label}</p>
      <div ref={ref} aria-hidden="true" className="h-full" />
    </div>
  );
}
