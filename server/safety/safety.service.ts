import { limits } from "#contract/limits.ts";
import type { Done, Page, PageQuery } from "#contract/page.ts";
import type { NewReport, SilencedMember } from "#contract/safety.ts";
import { transact } from "#server/db/db.ts";
import type { Call } from "#server/http/call.ts";
import { fail } from "#server/lib/app-error.ts";
import { countLinks, holdsWord } from "#server/lib/plain-text.ts";
import { endFollowsBetween } from "#server/follows/follows.service.ts";
import { unnotify } from "#server/notifications/notifications.service.ts";
import { findVisibleOutfit, onlookerOf } from "#server/outfits/outfits.service.ts";
import { recheckWatchersOf } from "#server/outfits/watchers.service.ts";
import { findMember, lockMembers } from "#server/profiles/members.service.ts";
import { forgetStretches } from "#server/swipes/swipes.service.ts";
import {
  countRepeats,
  deleteBlock,
  deleteChoices,
  deleteMute,
  findComment,
  findSenderOfOwn,
  insertBlock,
  insertMute,
  insertReport,
  listSilenced,
} from "./safety.store.ts";

export { listKeptApart } from "./safety.store.ts";

/** The same words under so many outfits, or in so many threads, within an hour are spam. */
const repeatsMax = 5;

/**
 * Hides the caller and a member from each other everywhere: the block, the end of follows, requests and Top 3 choices
 * either way, and of their notices, all or nothing. Twice is once; a member who blocked the caller can be blocked too.
 *
 * @throws auth.required, member.is_self, profile.not_found, rate.limited
 * @see decisions.md "Block, mute, report"
 */
export async function blockMember(call: Call, memberId: string): Promise<Done> {
  const userId = await spendOne(call);
  if (memberId === userId) fail("member.is_self");
  await transact(call.db, async (tx) => {
    await lockMembers(tx, [userId, memberId]);
    // Seen with nobody's eyes, since a member who blocked the caller is not there for them.
    if (!(await findMember(tx, null, { id: memberId }))) fail("profile.not_found");
    await insertBlock(tx, userId, memberId);
    await endFollowsBetween(tx, userId, memberId);
    await deleteChoices(tx, userId, memberId);
    await unnotify(tx, { userId, actorId: memberId });
    await unnotify(tx, { userId: memberId, actorId: userId });
  });
  await recheckWatchersOf(call, [userId, memberId]);
  return { ok: true };
}

/**
 * Ends a block of the caller's; follows do not come back.
 *
 * @throws auth.required
 */
export async function unblockMember(call: Call, memberId: string): Promise<Done> {
  const userId = call.userId ?? fail("auth.required");
  await deleteBlock(call.db, userId, memberId);
  await forgetStretches(call.db, [userId, memberId]);
  return { ok: true };
}

/**
 * Leaves a member out of the caller's feeds and notices; the member does not notice. Twice is once.
 *
 * @throws auth.required, member.is_self, profile.not_found, rate.limited
 */
export async function muteMember(call: Call, memberId: string): Promise<Done> {
  const userId = await spendOne(call);
  if (memberId === userId) fail("member.is_self");
  if (!(await findMember(call.db, userId, { id: memberId }))) fail("profile.not_found");
  await insertMute(call.db, userId, memberId);
  return { ok: true };
}

/**
 * Ends a mute of the caller's.
 *
 * @throws auth.required
 */
export async function unmuteMember(call: Call, memberId: string): Promise<Done> {
  const userId = call.userId ?? fail("auth.required");
  await deleteMute(call.db, userId, memberId);
  await forgetStretches(call.db, [userId]);
  return { ok: true };
}

async function spendOne(call: Call): Promise<string> {
  const viewer = call.viewer ?? fail("auth.required");
  await call.rateLimiter.spend("silences", { key: viewer.userId, isNew: viewer.isNew });
  return viewer.userId;
}

/**
 * One page of whom the caller has blocked or muted, newest first.
 *
 * @throws auth.required
 */
export async function listOwnSilenced(
  call: Call,
  list: "blocks" | "mutes",
  query: PageQuery,
): Promise<Page<SilencedMember>> {
  return listSilenced(call.db, list, call.userId ?? fail("auth.required"), query);
}

/**
 * Puts an outfit, a comment, a profile or a message into the moderators' queue. Only what the caller can see can be
 * reported, and nothing of their own; twice is once.
 *
 * @throws auth.required, report.target_not_found, rate.limited
 */
export async function reportTarget(call: Call, report: Required<NewReport>): Promise<Done> {
  const viewer = call.viewer ?? fail("auth.required");
  await call.rateLimiter.spend("reports", { key: viewer.userId, isNew: viewer.isNew });
  const memberId = await findOwner(call, viewer.userId, report);
  if (memberId === undefined || memberId === viewer.userId) fail("report.target_not_found");
  await insertReport(call.db, { ...report, reporterId: viewer.userId, memberId });
  return { ok: true };
}

/** Whose the reported thing is, when the caller can see it. */
async function findOwner(
  call: Call,
  userId: string,
  { targetType, targetId }: Pick<NewReport, "targetType" | "targetId">,
): Promise<string | undefined> {
  switch (targetType) {
    case "outfit":
      return (await findVisibleOutfit(call.db, onlookerOf(call), targetId))?.ownerId;
    case "profile":
      return (await findMember(call.db, userId, { id: targetId }))?.id;
    case "message":
      return (await findSenderOfOwn(call.db, userId, targetId))?.ownerId;
    case "comment": {
      const comment = await findComment(call.db, targetId);
      const outfit = comment && (await findVisibleOutfit(call.db, onlookerOf(call), comment.outfitId));
      return outfit && comment.ownerId;
    }
  }
}

/**
 * Refuses a text that looks like spam: more than two links, a blocked word, or words that the caller has just written
 * here, or in several places within the hour.
 *
 * @param text.placeId The outfit or thread where saying the same again is refused at once; left out, it may be.
 * @throws content.refused
 * @see security.md row 72
 */
export async function refuseSpam(
  call: Call,
  text: { kind: "comment" | "message"; content: string; placeId?: string },
): Promise<void> {
  const userId = call.userId ?? fail("auth.required");
  const { kind, content, placeId = null } = text;
  if (countLinks(content) > limits.textLinksMax) refuse("Please use at most 2 links");
  if (holdsWord(content, call.config.blockedWords)) refuse("Please choose other words");
  const { times, isHere } = await countRepeats(call.db, { userId, kind, content, placeId });
  if (isHere || times >= repeatsMax) refuse("You have just said that");
}

function refuse(message: string): never {
  return fail("content.refused", { issues: [{ path: "content", message }] });
}
