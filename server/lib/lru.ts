/**
 * A map of at most twice `entriesMax` entries that forgets what has not been asked for the longest: the young ones fill
 * up and then become the old ones, of which only those that are asked for again survive. A look-up of a young entry
 * changes nothing, which an exact order would cost at every one.
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
