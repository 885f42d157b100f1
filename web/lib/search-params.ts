import { limits } from "#contract/limits.ts";
import { isUuid } from "#contract/uuid.ts";

/** A text in the URL, trimmed and cut; undefined if blank. The router reads `?q=501` as a number. */
export function readText(value: unknown, charsMax: number): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  return String(value).trim().slice(0, charsMax) || undefined;
}

/** The texts that an address has under these names. What they may say is checked by the page. */
export const readTexts =
  <Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): Partial<Record<Name, string | undefined>> =>
    Object.fromEntries(names.map((name) => [name, readText(search[name], limits.emailCharsMax)])) as Record<
      Name,
      string | undefined
    >;

export function readUuid(value: unknown): string | undefined {
  return typeof value === "string" && isUuid(value) ? value.toLowerCase() : undefined;
}

/** The comment at which an outfit or event opens, docs/product.md#links-to-comments. */
export function readComment({ comment }: Record<string, unknown>): { comment?: string | undefined } {
  return { comment: readUuid(comment) };
}
