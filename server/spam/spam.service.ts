import { limits } from "#contract/limits.ts";
import type { RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { fail } from "#server/lib/app-error.ts";
import { countLinks, holdsWord, toSameness } from "#server/lib/plain-text.ts";
import { listRecentTexts } from "./spam.store.ts";

/** The same words under so many outfits, or in so many threads, within an hour are spam. */
const repeatsMax = 5;

/**
 * Refuses a text that looks like spam: more than two links, a blocked word, or words that the caller has just written
 * here, or in several places within the hour.
 *
 * @param text.placeId The outfit or thread where saying the same again is refused at once; left out, it may be.
 * @throws content.refused
 * @see docs/security.md#s-72
 */
export async function rejectSpam(
  context: RequestContext,
  text: { kind: "comment" | "message"; content: string; placeId?: string },
): Promise<void> {
  const { userId } = requireMember(context);
  const { kind, content, placeId = null } = text;
  if (countLinks(content) > limits.textLinksMax) reject("Please use at most 2 links");
  if (holdsWord(content, context.config.blockedWords)) reject("Please choose other words");
  const normalized = toSameness(content);
  const recent = await listRecentTexts(context.db, { userId, kind });
  const places = new Set(recent.filter((text) => toSameness(text.content) === normalized).map(({ place }) => place));
  if ((placeId !== null && places.has(placeId)) || places.size >= repeatsMax) reject("You already posted this");
}

function reject(message: string): never {
  return fail("content.refused", { issues: [{ path: "content", message }] });
}
