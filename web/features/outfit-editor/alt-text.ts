import type { Detection } from "#contract/detection.ts";
import { limits } from "#contract/limits.ts";

/** An alt text from the detected garments, such as "A person wearing a rust jacket and blue jeans"; "" without any. */
export function suggestAltText({ items, people }: Detection): string {
  const names = items.map(({ productName }) => withArticle(productName.trim())).filter((name) => name !== "");
  if (names.length === 0) return "";
  const subject = people.length > 1 ? `One of ${people.length} people, wearing` : "A person wearing";
  // Fewer garments, never half a word.
  for (let count = names.length; count > 0; count--) {
    const list = joinNames(names.slice(0, count));
    const text = people.length === 0 ? `${list.charAt(0).toUpperCase()}${list.slice(1)}` : `${subject} ${list}`;
    if (text.length <= limits.altTextCharsMax) return text;
  }
  return "";
}

/** "a rust jacket", "an olive coat", "blue jeans". */
function withArticle(name: string): string {
  const text = /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
  const isPlural = /[^s]s$/i.test(text);
  if (text === "" || isPlural) return text;
  return `${/^[aeiou]/i.test(text) ? "an" : "a"} ${text}`;
}

function joinNames(names: readonly string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
