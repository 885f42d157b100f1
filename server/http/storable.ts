/**
 * The place of the first text that the database cannot hold, in dots (`items.0.brand`), or undefined. PostgreSQL keeps
 * every character but NUL, which no member ever means to write.
 */
export function findUnstorableText(value: unknown, path = ""): string | undefined {
  if (typeof value === "string") return value.includes("\0") ? path : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    const found = findUnstorableText(part, path === "" ? key : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
