/**
 * An approximate LRU map of at most twice `entriesMax` entries. When the young generation is full, it becomes the old
 * one, of which only entries that are read again survive. Reading a young entry changes nothing, unlike in an exact
 * LRU.
 */
export function createLru<Value>(entriesMax: number): {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
} {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  const set = (key: string, value: Value) => {
    if (young.size >= entriesMax && !young.has(key)) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  };
  return {
    get(key) {
      const value = young.get(key);
      if (value !== undefined) return value;
      const older = old.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
  };
}
