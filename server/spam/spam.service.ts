import { limits } from "#contract/limits.ts";
import type { Tx } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { fail } from "#server/lib/app-error.ts";
import { countLinks, holdsWord, toSameness } from "#server/lib/plain-text.ts";
import { listRecentTexts, lockTextsOf } from "./spam.store.ts";

/** The same text under this many outfits or events, or in this many threads, within an hour is spam. */
const repeatsMax = 5;

/**
 * Rejects a text that looks like spam by itself: more than two links, or a blocked word.
 *
 * @throws content.too_many_links, content.blocked_words
 * @see docs/security.md#s-72
 */
export function rejectSpam({ config }: Pick<AppContext, "config">, content: string): void {
  if (countLinks(content) > limits.textLinksMax) fail("content.too_many_links");
  if (holdsWord(content, config.blockedWords)) fail("content.blocked_words");
}

/**
 * Rejects a text that its author has just written here, or in several places within the hour. Call it in the transaction that
 * writes the text: until its end the author's next text of this kind waits, so that of several at once each sees those before.
 *
 * @param text.placeId Where even the first repetition is rejected; without it, only repetitions in several places are.
 * @throws content.repeated
 * @see docs/security.md#s-72
 */
export async function rejectRepeated(
  tx: Tx,
  text: { userId: string; kind: "comment" | "message"; content: string; placeId?: string },
): Promise<void> {
  const { content, placeId = null } = text;
  const normalized = toSameness(content);
  await lockTextsOf(tx, text);
  const recent = await listRecentTexts(tx, text);
  const places = new Set(recent.filter((one) => toSameness(one.content) === normalized).map(({ place }) => place));
  if ((placeId !== null && places.has(placeId)) || places.size >= repeatsMax) fail("content.repeated");
}
