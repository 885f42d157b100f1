import { useSyncExternalStore } from "react";

/** From this width on, so many columns, design.md «Layout». Widest first. */
const steps = [
  { media: "(width >= 1500px)", columns: 5 },
  { media: "(width >= 1100px)", columns: 4 },
  { media: "(width >= 768px)", columns: 3 },
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

/** The one that fits; all that there are in the page that the server draws, of which styles.css takes one. */
export function useColumnCounts(): readonly number[] {
  return useSyncExternalStore(subscribe, readColumnCounts, () => all);
}
