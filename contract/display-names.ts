import { z } from "zod";
import { limits } from "./limits.ts";

/** Joiners that some scripts and composed emoji need, although they cannot be seen. */
const joiners = "\u200C\u200D\uFE0F";

/**
 * What a name must not hold: control and direction characters, which change how the text around it reads; other invisible
 * ones, with which two names look the same; check marks, which look like the verified mark; characters without a meaning.
 */
const refused = new RegExp(
  `(?![${joiners}])[\\p{Cc}\\p{Cf}\\p{Cn}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\u2800\u2705\u2713\u2714\u2611\u{1F5F8}]`,
  "u",
);
/** Marks piled up until they cover the lines above and below. */
const stackedMarks = /\p{M}{5}/u;
const visible = /[\p{L}\p{N}\p{S}\p{P}]/u;

/** The characters as they are stored: composed, with single spaces, none at the ends. */
const normalize = (text: string) => text.normalize("NFC").replace(/\s+/gu, " ").trim();

const isShowable = (text: string) =>
  text === "" || (!refused.test(text) && !stackedMarks.test(text) && visible.test(text));

/** A name in any script, 1 to 50 characters (code points); '' stands for none, docs/product.md#display-names. */
export const DisplayName = z
  .string()
  // Before line breaks become spaces; the length bounds the work of the rest.
  .max(limits.nameCharsMax * 4, "Name must be at most 50 characters")
  .overwrite(normalize)
  .refine((text) => Array.from(text).length <= limits.displayNameCharsMax, "Name must be at most 50 characters")
  .refine(isShowable, "Name contains characters that can't be shown");

/** The display name that a text gives, cut to the first words that fit, or null if it is none. */
export function toDisplayName(text: string): string | null {
  const { data } = DisplayName.safeParse(cutName(normalize(text)));
  return data === undefined || data === "" ? null : data;
}

/** The start of a name, up to the end of a word; a word that is too long by itself is cut. */
function cutName(name: string): string {
  const chars = Array.from(name);
  if (chars.length <= limits.displayNameCharsMax) return name;
  const start = chars.slice(0, limits.displayNameCharsMax).join("");
  const end = chars[limits.displayNameCharsMax] === " " ? -1 : start.lastIndexOf(" ");
  return end === -1 ? start : start.slice(0, end);
}
