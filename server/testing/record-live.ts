import { onTestFinished } from "vitest";
import type { Live } from "#server/http/live.ts";

/** Writes down what a test's live world tells watchers, until the test ends. */
export function recordLive(live: Live): { rechecked(): string[]; commentsKeptFrom(): string[][] } {
  const rechecked: string[] = [];
  const keptFrom: string[][] = [];
  const { recheckWatchers, tellWatchers } = live;
  live.recheckWatchers = (outfitIds) => void rechecked.push(...outfitIds);
  live.tellWatchers = ({ but = [] }, event, ..._payload) => {
    if (event === "comment") keptFrom.push(but);
  };
  onTestFinished(() => void Object.assign(live, { recheckWatchers, tellWatchers }));
  return { rechecked: () => rechecked, commentsKeptFrom: () => keptFrom };
}
