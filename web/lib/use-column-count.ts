import { useSyncExternalStore } from "react";

/** From this width on, so many columns, design.md «Layout». Widest first. */
const steps = [
  { media: "(width >= 1500px)", columns: 5 },
  { media: "(width >= 1100px)", columns: 4 },
  { media: "(width >= 768px)", columns: 3 },
] as const;

/** On phones, and in the page that the server draws. */
const narrowest = 2;

function readColumnCount(): number {
  return steps.find(({ media }) => matchMedia(media).matches)?.columns ?? narrowest;
}

function subscribe(listener: () => void): () => void {
  const queries = steps.map(({ media }) => matchMedia(media));
  for (const query of queries) query.addEventListener("change", listener);
  return () => {
    for (const query of queries) query.removeEventListener("change", listener);
  };
}

export function useColumnCount(): number {
  return useSyncExternalStore(subscribe, readColumnCount, () => narrowest);
}
