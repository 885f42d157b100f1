const units = ["", "K", "M", "B"];

/** 950, 1.2K, 34K, 1.2M. Not by `Intl`, whose first compact format blocks a slow phone for a tenth of a second. */
export function formatCount(count: number): string {
  let amount = count;
  let unit = 0;
  // Rounded to the one decimal that is shown: 999,950 is 1M.
  while (Math.round(amount * 10) >= 10_000 && unit < units.length - 1) {
    amount /= 1_000;
    unit += 1;
  }
  return `${Math.round(amount * 10) / 10}${units[unit]}`;
}

/** '1 like', '2.3K likes'. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
