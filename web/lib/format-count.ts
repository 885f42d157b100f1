const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** 950, 1.2K, 34K, 1.2M. */
export function formatCount(count: number): string {
  return compact.format(count);
}

/** '1 like', '2.3K likes'. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
