/** "1 report", "2 reports": a number with its noun, whose plural ends in s. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
