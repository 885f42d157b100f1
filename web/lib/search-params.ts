import { isUuid } from "#contract/uuid.ts";

/** A text in the URL, trimmed and cut; undefined if blank. The router reads `?q=501` as a number. */
export function readText(value: unknown, charsMax: number): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  return String(value).trim().slice(0, charsMax) || undefined;
}

export function readUuid(value: unknown): string | undefined {
  return typeof value === "string" && isUuid(value) ? value.toLowerCase() : undefined;
}

/** The comment at which an outfit or event opens, docs/product.md#links-to-comments. */
export function readComment({ comment }: Record<string, unknown>): { comment?: string | undefined } {
  return { comment: readUuid(comment) };
}
