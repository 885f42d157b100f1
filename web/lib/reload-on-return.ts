import { getSavedAt, onSavedAtChange, wasSavedShown } from "./saved-view.ts";

/** A connection that comes and goes must not reload the page each time. */
const pauseMs = 30_000;

/** Replaces what the screen shows of saved replies, when the server can be reached again. Started once. */
export function reloadOnReturn(reload: () => void): void {
  let reloadedAtMs = Number.NEGATIVE_INFINITY;
  let next: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    reloadedAtMs = performance.now();
    reload();
  };
  const plan = () => {
    clearTimeout(next);
    const waitMs = Math.max(0, reloadedAtMs + pauseMs - performance.now());
    if (getSavedAt() === undefined) next = setTimeout(run, waitMs);
  };
  onSavedAtChange(plan);
  // The server may have been back before this began.
  if (wasSavedShown()) plan();
  addEventListener("online", () => {
    if (getSavedAt() !== undefined) reload();
  });
}
