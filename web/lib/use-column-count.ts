import { useSyncExternalStore } from "react";

/** Column counts by minimum width, widest first, docs/design.md#layout. */
const steps = [
  { media: "(width >= 93.75rem)", columns: 5 },
  { media: "(width >= 68.75rem)", columns: 4 },
  { media: "(width >= 48rem)", columns: 3 },
] as const;

/** On phones. */
const narrowest = 2;

const all: readonly number[] = [narrowest, ...steps.map(({ columns }) => columns)];
const alone = new Map(all.map((count) => [count, [count]]));

function readColumnCounts(): readonly number[] {
  return alone.get(steps.find(({ media }) => matchMedia(media).matches)?.columns ?? narrowest) ?? all;
}

function subscribe(listener: () => void): () => void {
  const queries = steps.map(({ media }) => matchMedia(media));
  for (const query of queries) query.addEventListener("change", listener);
  return () => {
    for (const query of queries) query.removeEventListener("change", listener);
  };
}

/** The count for this width; in a server-rendered page all counts, of which styles.css shows one. */
export function useColumnCounts(): readonly number[] {
  return useSyncExternalStore(subscribe, readColumnCounts, () => all);
}
