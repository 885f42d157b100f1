import { limits } from "#contract/limits.ts";
import type { Award, CheckedOutfit, CheckedOutfitEdit, Outfit } from "#contract/outfits.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { Call, Viewer } from "#server/http/call.ts";
import { PreparedReply } from "#server/http/serve.ts";
import { AppError, fail, failField } from "#server/lib/app-error.ts";
import { newId } from "#server/lib/ids.ts";
import { toSearchText } from "#server/lib/search-text.ts";
import { announce, forgetNotices } from "#server/notifications/notifications.service.ts";
import { attachImage, releaseImages } from "#server/media/media.service.ts";
import { awardDeed, noAward, raiseActivity, reverseAwards } from "#server/points/points.service.ts";
import { findStyle } from "#server/styles/styles.service.ts";
import { dropFeedPages } from "./feed-cores.service.ts";
import { changeAuthorCounts, changeStyleCounts, changeUserStyles, moveLikersStyle } from "./outfit-counts.store.ts";
import { readOutfitDetail } from "./outfit-detail.store.ts";
import { findVisibleOutfit, type Onlooker } from "./outfit-visibility.store.ts";
import {
  deleteOutfit,
  findOutfitByImage,
  type HeldOutfit,
  insertOutfit,
  listSearchSources,
  lockAuthor,
  lockOutfit,
  type OutfitContent,
  updateAuthorListed,
  updateOutfit,
  updateSearchTexts,
} from "./outfits.store.ts";

export { dropFeedPages, dropFeedPagesShowing } from "./feed-cores.service.ts";
export { authorColumns, cardColumns, cardJoins, flagColumns, isoTime, pictureColumn } from "./outfit-cards.store.ts";
export { findMember } from "./member-outfits.store.ts";
export { changeAuthorCounts, changeStyleCounts, changeTotalLikes, changeUserStyles } from "./outfit-counts.store.ts";
export { changeCommentsCount, insertOutfit, lockAuthor } from "./outfits.store.ts";
export { hasOutfit } from "./outfit-search.store.ts";
export { readOutfitDetail } from "./outfit-detail.store.ts";
export { findNearWords } from "./search-terms.store.ts";
export {
  canSeeOutfit,
  findVisibleOutfit,
  isVisibleTo,
  membersOutOfSight,
  type Onlooker,
  type VisibleOutfit,
} from "./outfit-visibility.store.ts";

/** The caller as the visibility rule takes them. */
export function onlookerOf(call: { viewer: Viewer | null }): Onlooker {
  return { userId: call.viewer?.userId ?? null, isAdmin: call.viewer?.role === "admin" };
}

/**
 * One outfit whole, as the caller may see it.
 *
 * @throws outfit.not_found also for one that is hidden from the caller
 * @see decisions.md "Only active outfits are viewable"
 */
export async function readOutfit(call: Call, outfitId: string): Promise<PreparedReply> {
  const json = (await readOutfitDetail(call.pool, onlookerOf(call), outfitId)) ?? fail("outfit.not_found");
  return new PreparedReply(json, { "cache-control": "private, no-cache" });
}

async function getOutfit(call: Call, outfitId: string): Promise<Outfit> {
  const json = (await readOutfitDetail(call.pool, onlookerOf(call), outfitId)) ?? fail("outfit.not_found");
  return JSON.parse(json) as Outfit;
}

interface PostedOutfit {
  outfit: Outfit;
  award: Award;
  linkAwards: Award[];
}

/**
 * Posts an outfit with its picture, tags and items, pays the points for it and for its shop links, and raises the counts
 * that tell of it: all or nothing. A second try of the same post answers with the outfit that the first one made.
 *
 * @throws auth.required, rate.limited, style.not_found, image.not_yours
 * @see Spec §5 "Outfit create" and §9; decisions.md "Points"
 */
export async function postOutfit(call: Call, input: CheckedOutfit): Promise<PostedOutfit> {
  const viewer = call.viewer ?? fail("auth.required");
  await call.rateLimiter.spend("posts", { key: viewer.userId, isNew: viewer.isNew });
  const outfitId = newId();
  try {
    const awards = await call.db
      .transaction()
      .execute((tx) => insertPost(tx, call, { outfitId, userId: viewer.userId, input }));
    dropFeedPages(call.pool);
    return { outfit: await getOutfit(call, outfitId), ...awards };
  } catch (error) {
    const first = await findFirstTry(call, viewer.userId, input, error);
    if (!first) throw error;
    return { outfit: first, award: noAward("already_awarded"), linkAwards: [] };
  }
}

async function insertPost(
  tx: Tx,
  call: Call,
  post: { outfitId: string; userId: string; input: CheckedOutfit },
): Promise<{ award: Award; linkAwards: Award[] }> {
  const { outfitId, userId, input } = post;
  if (!(await findStyle(tx, input.styleId))) fail("style.not_found");
  const picture = await attachImage(tx, { userId, imageId: input.imageId, kind: "outfit" });
  const author = await lockAuthor(tx, userId);
  await insertOutfit(tx, { id: outfitId, author, picture, content: toContent(input) });
  await changeAuthorCounts(tx, userId, { outfits: 1, likes: 0 });
  await changeUserStyles(tx, [{ userId, styleId: input.styleId, by: 1 }]);
  await raiseActivity(tx, call, userId);
  const award = await awardDeed(tx, call, "POST_OUTFIT", { userId, key: outfitId, outfitId });
  const linkAwards: Award[] = [];
  for (const { productUrl } of input.items) {
    if (productUrl === null) continue;
    linkAwards.push(await awardDeed(tx, call, "TAG_LINK", { userId, key: productUrl, outfitId }));
  }
  if (author.isListed) await changeStyleCounts(tx, [{ styleId: input.styleId, by: 1 }]);
  return { award, linkAwards };
}

function toContent(input: Omit<CheckedOutfit, "imageId">): OutfitContent {
  return {
    ...input,
    altText: input.altText || null,
    description: input.description || null,
    items: input.items.map((item) => ({ id: newId(), ...item })),
  };
}

/** The outfit of an earlier try: a picture can be shown once only, so a post that comes twice is refused for its picture. */
async function findFirstTry(
  call: Call,
  userId: string,
  input: CheckedOutfit,
  refusal: unknown,
): Promise<Outfit | undefined> {
  if (!(refusal instanceof AppError) || refusal.code !== "image.not_yours") return undefined;
  const found = await findOutfitByImage(call.db, userId, input.imageId);
  if (!found || found.title !== input.title || found.styleId !== input.styleId) return undefined;
  return getOutfit(call, found.id);
}

/**
 * Replaces texts, style, tags, items and, where one is named, the picture of the caller's own outfit: all or nothing.
 *
 * @throws auth.required, outfit.not_found, outfit.not_owner, style.not_found, image.not_yours; request.invalid for a
 *   changed title beyond 100 or a changed description beyond 500 characters.
 * @see Spec §5 "Outfit edit"; decisions.md: an unchanged longer text is accepted as it is.
 */
export async function editOutfit(call: Call, outfitId: string, input: CheckedOutfitEdit): Promise<Outfit> {
  await changeOwnOutfit(call, outfitId, async (tx, held) => {
    checkChangedTexts(held, input);
    if (!(await findStyle(tx, input.styleId))) fail("style.not_found");
    const { id: userId, username } = await lockAuthor(tx, held.userId);
    const { imageId } = input;
    const isNewPicture = imageId !== undefined && imageId !== held.imageId;
    const picture = isNewPicture ? await attachImage(tx, { userId, imageId, kind: "outfit" }) : undefined;
    await updateOutfit(tx, { id: outfitId, username, picture, content: toContent(input), now: call.clock.now() });
    if (isNewPicture) await releaseImages(tx, [held.imageId]);
    if (input.styleId !== held.styleId) await moveStyle(tx, held, input.styleId);
  });
  return getOutfit(call, outfitId);
}

function checkChangedTexts(held: HeldOutfit, { title, description }: CheckedOutfitEdit): void {
  const { titleEditCharsMax, descriptionEditCharsMax } = limits;
  if (title !== held.title && title.length > titleEditCharsMax)
    failField("title", `Title must be less than ${titleEditCharsMax} characters`);
  if (description !== held.description && (description ?? "").length > descriptionEditCharsMax)
    failField("description", `Description must be less than ${descriptionEditCharsMax} characters`);
}

async function moveStyle(tx: Tx, held: HeldOutfit, styleId: string): Promise<void> {
  await changeUserStyles(tx, [
    { userId: held.userId, styleId: held.styleId, by: -1 },
    { userId: held.userId, styleId, by: 1 },
  ]);
  await moveLikersStyle(tx, held.id, held.styleId, styleId);
  if (!held.isListed) return;
  await changeStyleCounts(tx, [
    { styleId: held.styleId, by: -1 },
    { styleId, by: 1 },
  ]);
}

/**
 * Deletes the caller's own outfit with its likes, saves and comments, takes back what it earned, lowers the counts that
 * told of it and gives its picture up: all or nothing.
 *
 * @throws auth.required, outfit.not_found, outfit.not_owner
 * @see decisions.md "Undoing"
 */
export async function removeOutfit(call: Call, outfitId: string): Promise<{ ok: true }> {
  let told: string[] = [];
  await changeOwnOutfit(call, outfitId, async (tx, held) => {
    const { userId, styleId } = held;
    await reverseAwards(tx, call, userId, outfitId);
    await changeAuthorCounts(tx, userId, { outfits: held.isActive ? -1 : 0, likes: -held.likesCount });
    await moveLikersStyle(tx, outfitId, styleId, null);
    await changeUserStyles(tx, [{ userId, styleId, by: -1 }]);
    told = await forgetNotices(tx, outfitId);
    await deleteOutfit(tx, outfitId);
    await releaseImages(tx, [held.imageId]);
    if (held.isListed) await changeStyleCounts(tx, [{ styleId, by: -1 }]);
  });
  await announce(call, told);
  return { ok: true };
}

/** Runs a change of an outfit that the caller owns, its row held, in one transaction; then the feed's pages are read anew. */
async function changeOwnOutfit(
  call: Call,
  outfitId: string,
  change: (tx: Tx, held: HeldOutfit) => Promise<void>,
): Promise<void> {
  const userId = call.userId ?? fail("auth.required");
  await transact(call.db, async (tx) => {
    if (!(await findVisibleOutfit(tx, onlookerOf(call), outfitId))) fail("outfit.not_found");
    const held = (await lockOutfit(tx, outfitId)) ?? fail("outfit.not_found");
    if (held.userId !== userId) fail("outfit.not_owner");
    await change(tx, held);
  });
  dropFeedPages(call.pool);
}

/**
 * Brings a member's outfits in or out of the lists, as their profile and their account say now: to be called in the
 * transaction that makes a profile private or public, or bans its member, and `dropFeedPages` after its commit.
 * Writes `outfits` and `styles`.
 */
export async function relistAuthor(tx: Tx, userId: string): Promise<void> {
  const { isListed } = await lockAuthor(tx, userId);
  const moved = await updateAuthorListed(tx, userId, isListed);
  const changes = moved.map(({ styleId, count }) => ({ styleId, by: isListed ? count : -count }));
  await changeStyleCounts(tx, changes);
}

/**
 * Writes a member's present username into the search text of all their outfits: to be called in the transaction that
 * changes it. Writes `outfits`.
 */
export async function renameAuthor(tx: Tx, userId: string): Promise<void> {
  const { username } = await lockAuthor(tx, userId);
  const sources = await listSearchSources(tx, userId);
  const texts = sources.map(({ id, title, description, tags, brands }) => ({
    id,
    text: toSearchText([title, description ?? "", username, ...tags, ...brands]),
  }));
  await updateSearchTexts(tx, texts);
}
