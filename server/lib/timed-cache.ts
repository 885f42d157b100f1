/** Returns what `read` returned; reads again once that is older than `freshMs`, or if reading failed. */
export function createTimedCache<T>(freshMs: number, read: () => Promise<T>): () => Promise<T> {
  let known: { value: Promise<T>; readAtMs: number } | undefined;
  return () => {
    if (known === undefined || performance.now() - known.readAtMs > freshMs) {
      const value = read();
      value.catch(() => (known = undefined));
      known = { value, readAtMs: performance.now() };
    }
    return known.value;
  };
}
