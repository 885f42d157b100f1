const depthMax = 50;

/**
 * The place of the first text or name that the database cannot hold, in dots (`items.0.brand`), or undefined. PostgreSQL
 * keeps every character but NUL, and no half of a pair; no member ever means to write either, nor lists in lists in lists
 * without end.
 */
export function findInvalidText(value: unknown, path = "", depth = 0): string | undefined {
  if (typeof value === "string") return isStorable(value) ? undefined : path;
  if (!isPlain(value)) return undefined;
  if (depth > depthMax) return path;
  for (const [key, part] of Object.entries(value)) {
    if (!isStorable(key)) return path;
    const found = findInvalidText(part, path === "" ? key : `${path}.${key}`, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isStorable = (text: string) => !/\0|\p{Surrogate}/u.test(text);

/** A list or an object as JSON makes them. */
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
