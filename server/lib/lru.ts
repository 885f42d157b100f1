/** A map that keeps its `entriesMax` most recently used entries. */
export function createLru<Value>(entriesMax: number): {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
} {
  const entries = new Map<string, Value>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      // A Map lists its keys by age of insertion, so moving one to the end makes it the youngest.
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size <= entriesMax) return;
      const oldest = entries.keys().next();
      if (!oldest.done) entries.delete(oldest.value);
    },
    delete: (key) => void entries.delete(key),
  };
}
