/** Deletes everything that this site has stored, in this tab and for all tabs. */
export function clearStorage(): void {
  for (const area of ["localStorage", "sessionStorage"] as const) {
    try {
      globalThis[area].clear();
    } catch {
      // Not allowed: nothing was stored.
    }
  }
}
