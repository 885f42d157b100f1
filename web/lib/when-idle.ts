/** Runs once the page stands and has nothing better to do; after three seconds in any case. */
export function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(run, { timeout: 3_000 });
  else setTimeout(run, 1_000);
}
