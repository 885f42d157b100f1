/**
 * The number of insertions, deletions, substitutions and swaps of adjacent letters that turn one word into the other.
 *
 * @see https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance, the optimal string alignment variant
 */
export function editDistance(one: string, other: string): number {
  const [from, to] = [Array.from(one), Array.from(other)];
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of from.entries()) {
    const next = [row + 1];
    for (const [column, wanted] of to.entries()) {
      const cost = letter === wanted ? 0 : 1;
      const at = (line: number[], index: number) => line[index] ?? Number.POSITIVE_INFINITY;
      const isSwap = row > 0 && column > 0 && letter === to[column - 1] && from[row - 1] === wanted;
      next.push(
        Math.min(
          at(next, column) + 1,
          at(last, column + 1) + 1,
          at(last, column) + cost,
          isSwap ? at(beforeLast, column - 1) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforeLast, last] = [last, next];
  }
  return last[to.length] ?? 0;
}
