/** One measured property of a fault. */
export interface Line {
  fault: string;
  what: string;
  figure: string;
  isMet: boolean;
}

/** The lines as a Markdown table. */
export function toTable(lines: Line[]): string {
  const rows = lines.map(
    ({ fault, what, figure, isMet }) => `| ${fault} | ${what} | ${figure} | ${isMet ? "yes" : "NO"} |`,
  );
  return ["| fault | promise | figure | kept |", "|---|---|---|---|", ...rows].join("\n");
}

/** How many of a list, and the first of them. */
export const describeBroken = (broken: string[]) =>
  broken.length === 0 ? "0" : `${broken.length}, such as ${broken[0] ?? ""}`;
