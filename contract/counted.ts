/** "1 report", "2 reports", "2 tries": a number with its noun, whose plural ends in s unless it is given. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? noun : plural}`;
