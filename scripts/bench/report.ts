/** One line of the result: our figure, its reference from the same run, and the target for their ratio. */
export interface Line {
  what: string;
  ours: string;
  reference: string;
  ratio: number;
  /** At least for `>=`, at most for `<=`; undefined if the ratio is only reported. */
  target?: { sign: ">=" | "<="; ratio: number };
}

export const isMet = ({ ratio, target }: Line): boolean =>
  !target || (target.sign === ">=" ? ratio >= target.ratio : ratio <= target.ratio);

/** Rounded to three significant digits. */
export function figure(value: number, unit = ""): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toLocaleString("en", { maximumFractionDigits: digits })}${unit}`;
}

/** The lines as a Markdown table. */
export function toTable(lines: Line[]): string {
  const rows = lines.map((line) => [
    line.what,
    line.ours,
    line.reference,
    line.ratio > 0 && line.ratio < 0.05 ? `1/${figure(1 / line.ratio)}` : figure(line.ratio),
    line.target
      ? `${line.target.sign} ${line.target.ratio > 0 && line.target.ratio < 0.05 ? `1/${figure(1 / line.target.ratio)}` : line.target.ratio}`
      : "",
    isMet(line) ? "" : "missed",
  ]);
  const all = [["measure", "ours", "reference", "ratio", "target", ""], ...rows];
  // A delimiter of Markdown's has three dashes, also under a column in which nothing was missed.
  const widths = all[0]?.map((_, column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0))) ?? [];
  const print = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = all;
  return [print(head), print(widths.map((width) => "-".repeat(width))), ...body.map(print)].join("\n");
}
