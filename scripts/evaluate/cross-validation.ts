import { mean, meanWithInterval } from "./statistics.ts";

const folds = 5;

/**
 * What choosing a method is worth: in turn a fifth of the cases is judged by the method that is best for the other four
 * fifths, so that no case takes part in the choice that it judges.
 *
 * @param results For each method a value per case, in the same order.
 */
export function crossValidate(results: ReadonlyMap<string, readonly number[]>, before: string): string[] {
  const baseline = results.get(before) ?? [];
  const gains: number[] = [];
  const chosen: string[] = [];
  for (let fold = 0; fold < folds; fold += 1) {
    const isJudged = (_value: number, index: number) => index % folds === fold;
    const worth = (values: readonly number[]) => mean(values.filter((value, index) => !isJudged(value, index)));
    const [best] = [...results.keys()].toSorted(
      (one, other) => worth(results.get(other) ?? []) - worth(results.get(one) ?? []),
    );
    if (best === undefined) continue;
    chosen.push(best);
    const values = (results.get(best) ?? []).filter(isJudged);
    const earlier = baseline.filter(isJudged);
    gains.push(...values.map((value, index) => value - (earlier[index] ?? 0)));
  }
  return [
    `cross-validated gain over ${before}: ${meanWithInterval(gains)}`,
    `  chosen by each fold: ${chosen.join(", ")}`,
  ];
}
