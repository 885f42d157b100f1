import { limits } from "#contract/limits.ts";
import type { RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { fail } from "#server/lib/app-error.ts";
import { countLinks, holdsWord, toSameness } from "#server/lib/plain-text.ts";
import { listRecentTexts } from "./spam.store.ts";

/** The same text under this many outfits or events, or in this many threads, within an hour is spam. */
const repeatsMax = 5;

/**
 * Rejects a text that looks like spam: more than two links, a blocked word, or a text that the caller has just written
 * here, or in several places within the hour.
 *
 * @param text.placeId Where even the first repetition is rejected; without it, only repetitions in several places are.
 * @throws content.too_many_links, content.blocked_words, content.repeated
 * @see docs/security.md#s-72
 */
export async function rejectSpam(
  context: RequestContext,
  text: { kind: "comment" | "message"; content: string; placeId?: string },
): Promise<void> {
  const { userId } = requireMember(context);
  const { kind, content, placeId = null } = text;
  if (countLinks(content) > limits.textLinksMax) fail("content.too_many_links");
  if (holdsWord(content, context.config.blockedWords)) fail("content.blocked_words");
  const normalized = toSameness(content);
  const recent = await listRecentTexts(context.db, { userId, kind });
  const places = new Set(recent.filter((text) => toSameness(text.content) === normalized).map(({ place }) => place));
  if ((placeId !== null && places.has(placeId)) || places.size >= repeatsMax) fail("content.repeated");
}
