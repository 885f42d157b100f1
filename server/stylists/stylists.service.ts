import { limits } from "#contract/limits.ts";
import type { StylistSuggestion, TopStylists } from "#contract/stylists.ts";
import type { Author } from "#contract/page.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { readWithinLimit } from "#server/http/rate-limit.ts";
import { requireMember, requireProfileReader } from "#server/http/require-member.ts";
import { inSearchQueue } from "#server/http/search-queue.ts";
import { fail } from "#server/lib/app-error.ts";
import { findMember, findVisibleMember, lockMembers } from "#server/members/members.service.ts";
import { listTopStylists, searchMembers, writeSpots } from "./stylists.store.ts";
import { listSuggestions } from "./suggestions.store.ts";

/**
 * A member's Top 3 by position; empty if the profile is private and the caller does not follow it.
 *
 * @throws auth.required, profile.not_found
 * @see docs/product.md#visibility: avatar, username, counts and the follow button
 */
export async function listTopStylistsOf(context: RequestContext, username: string): Promise<TopStylists> {
  requireProfileReader(context);
  const owner = (await findVisibleMember(context, username)) ?? fail("profile.not_found");
  return { items: owner.isOpen ? await listTopStylists(context.db, owner.id, context.userId) : [] };
}

/**
 * Members one of whose names contains the search text, also written as `@name`, at most ten; none for a blank search.
 *
 * @throws auth.required, rate.limited, server.unavailable
 * @see docs/product.md#top-3-stylists
 */
export async function searchStylists(context: RequestContext, letters: string): Promise<Author[]> {
  const { userId } = requireMember(context);
  const name = letters.replace(/^@/, "");
  if (name === "") return [];
  const find = () => searchMembers(context.db, name, userId);
  return readWithinLimit(context, "searches", (signal) => inSearchQueue(context, userId, find, signal));
}

/**
 * At most six members for a new member to follow, those who post in these styles first, each with up to three outfits.
 *
 * @param styleIds Empty for all styles.
 * @throws auth.required
 */
export function suggestStylists(context: RequestContext, styleIds: string[]): Promise<StylistSuggestion[]> {
  return listSuggestions(context.db, requireMember(context).userId, styleIds);
}

/**
 * Sets the stylist at one position of the caller's Top 3 and returns the new Top 3. Idempotent. Writes
 * `favorite_stylists`.
 *
 * @param position 1 to 3.
 * @param choice.replaces As in the contract.
 * @throws auth.required, profile.not_found, stylist.already_chosen, stylist.is_self; stylist.order_stale if somebody else than
 * `replaces` is there
 * @see docs/product.md#top-3-stylists and docs/security.md#s-65
 */
export function putStylist(
  context: RequestContext,
  position: number,
  { stylistId, replaces }: StylistChoice,
): Promise<TopStylists> {
  return changeSpots(context, async (spots, { tx, userId }) => {
    if (stylistId === userId) fail("stylist.is_self");
    if (!(await findMember(tx, userId, { id: stylistId }))) fail("profile.not_found");
    const present = spots.indexOf(stylistId);
    if (present !== -1 && present !== position - 1) fail("stylist.already_chosen");
    const isSeen = replaces === undefined || replaces === spots[position - 1] || present !== -1;
    if (!isSeen) fail("stylist.order_stale");
    return spots.with(position - 1, stylistId);
  });
}

/**
 * Clears one position of the caller's Top 3 and returns the new Top 3. Writes `favorite_stylists`.
 *
 * @param position 1 to 3.
 * @param stylistId Who is to go; without it anybody.
 * @throws auth.required; stylist.order_stale if somebody else is there
 */
export function removeStylist(context: RequestContext, position: number, stylistId?: string): Promise<TopStylists> {
  return changeSpots(context, (spots) => {
    const present = spots[position - 1] ?? null;
    if (stylistId !== undefined && present !== null && present !== stylistId) fail("stylist.order_stale");
    return spots.with(position - 1, null);
  });
}

/**
 * Reorders the caller's Top 3 and returns it. Writes `favorite_stylists`.
 *
 * @param wanted Ids by position, null for an empty one.
 * @throws auth.required; stylist.order_stale unless these are the current members of the Top 3, each once
 */
export function reorderStylists(context: RequestContext, wanted: (string | null)[]): Promise<TopStylists> {
  return changeSpots(context, (spots) => {
    return isSameMembers(spots, wanted) ? wanted : fail("stylist.order_stale");
  });
}

type Spots = (string | null)[];

interface StylistChoice {
  stylistId: string;
  replaces?: string | null | undefined;
}

/** Both have the same length, so equal sets mean that each member occurs once. */
function isSameMembers(spots: Spots, wanted: Spots): boolean {
  const members = spots.filter((id) => id !== null);
  return members.length === wanted.filter((id) => id !== null).length && members.every((id) => wanted.includes(id));
}

/** A stylist whom the caller can no longer see is dropped with the next change, since the position looked empty. */
async function changeSpots(
  context: RequestContext,
  change: (spots: Spots, held: { tx: Tx; userId: string }) => Spots | Promise<Spots>,
): Promise<TopStylists> {
  const { userId } = requireMember(context);
  return transact(context.db, async (tx) => {
    // Serializes changes of one Top 3.
    await lockMembers(tx, [userId]);
    const spots: Spots = Array.from({ length: limits.topStylistsMax }, () => null);
    for (const { position, stylist } of await listTopStylists(tx, userId, userId)) spots[position - 1] = stylist.id;
    await writeSpots(tx, userId, await change(spots, { tx, userId }));
    return { items: await listTopStylists(tx, userId, userId) };
  });
}
