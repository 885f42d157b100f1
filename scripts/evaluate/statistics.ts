import { seededRandom } from "#server/demo/art/seeded-random.ts";

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;

const resamples = 2_000;

/** The mean with its 95 % interval, by bootstrap over the values. */
export function meanWithInterval(values: readonly number[]): string {
  const random = seededRandom("bootstrap");
  const means = Array.from({ length: resamples }, () =>
    mean(values.map(() => values[Math.floor(random.next() * values.length)] ?? 0)),
  ).sort((one, other) => one - other);
  const at = (share: number) => (means[Math.floor(share * resamples)] ?? Number.NaN).toFixed(3);
  return `${mean(values).toFixed(3)} (95 %: ${at(0.025)} to ${at(0.975)}, n = ${values.length})`;
}

/** Discounted cumulative gain of the first ten, as a share of the best order's. */
export function ndcgAt10(gains: readonly number[], all: readonly number[]): number {
  const sum = (list: readonly number[]) =>
    list.slice(0, 10).reduce((total, gain, place) => total + gain / Math.log2(place + 2), 0);
  const best = sum(all.toSorted((one, other) => other - one));
  return best === 0 ? 0 : sum(gains) / best;
}
