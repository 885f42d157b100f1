/** What of a form differs from what it opened with, so that those who edit at the same time don't undo each other's changes. */
export function changesOf<Filled extends object>(opened: Filled, filled: Filled): Partial<Filled> {
  const keys = Object.keys(filled) as (keyof Filled)[];
  return Object.fromEntries(
    keys.filter((key) => filled[key] !== opened[key]).map((key) => [key, filled[key]]),
  ) as Partial<Filled>;
}
