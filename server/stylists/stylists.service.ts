import { limits } from "#contract/limits.ts";
import type { StylistSuggestion, TopStylists } from "#contract/stylists.ts";
import type { Author } from "#contract/page.ts";
import type { Tx } from "#server/db/db.ts";
import type { Call } from "#server/http/call.ts";
import { fail } from "#server/lib/app-error.ts";
import { findMember, findVisibleMember, lockMembers } from "#server/profiles/members.service.ts";
import { listTopStylists, searchMembers, writeSpots } from "./stylists.store.ts";
import { listSuggestions } from "./suggestions.store.ts";

/**
 * A member's Top 3 by position; empty where the profile is private and the caller does not follow it.
 *
 * @throws profile.not_found
 * @see decisions.md "profile of a private member": avatar, username, counts and the follow button, nothing else.
 */
export async function listTopStylistsOf(call: Call, username: string): Promise<TopStylists> {
  const owner = (await findVisibleMember(call, username)) ?? fail("profile.not_found");
  return { items: owner.isOpen ? await listTopStylists(call.db, owner.id, call.userId) : [] };
}

/**
 * Members whose username holds the caller's letters, at most ten; none for a blank search.
 *
 * @throws auth.required, rate.limited
 * @see Spec §5: a blank search gives no results.
 */
export async function searchStylists(call: Call, letters: string): Promise<Author[]> {
  const userId = call.userId ?? fail("auth.required");
  if (letters === "") return [];
  await call.rateLimiter.spend("searches", { key: userId });
  return searchMembers(call.db, letters, userId);
}

/**
 * At most six members for a newcomer to follow, those who post in these styles first, each with up to three looks.
 *
 * @param styleIds None stands for all styles.
 * @throws auth.required
 */
export function suggestStylists(call: Call, styleIds: string[]): Promise<StylistSuggestion[]> {
  return listSuggestions(call.db, call.userId ?? fail("auth.required"), styleIds);
}

/**
 * Puts a stylist on one spot of the caller's Top 3, in place of who stood there, and gives the Top 3 as it stands then. Writes
 * `favorite_stylists`; the same stylist on the same spot again changes nothing.
 *
 * @param position 1 to 3.
 * @throws auth.required, profile.not_found, stylist.already_chosen, stylist.is_self
 * @see Spec §5 "Stylist" and security.md row 65.
 */
export function putStylist(call: Call, position: number, stylistId: string): Promise<TopStylists> {
  return changeSpots(call, async (spots, { tx, userId }) => {
    if (stylistId === userId) fail("stylist.is_self");
    if (!(await findMember(tx, userId, { id: stylistId }))) fail("profile.not_found");
    const present = spots.indexOf(stylistId);
    if (present !== -1 && present !== position - 1) fail("stylist.already_chosen");
    return spots.with(position - 1, stylistId);
  });
}

/**
 * Empties one spot of the caller's Top 3 and gives the Top 3 as it stands then. Writes `favorite_stylists`.
 *
 * @param position 1 to 3.
 * @throws auth.required
 */
export function removeStylist(call: Call, position: number): Promise<TopStylists> {
  return changeSpots(call, (spots) => spots.with(position - 1, null));
}

/**
 * Moves the caller's stylists to other spots, all at once, and gives the Top 3 as it stands then. Writes `favorite_stylists`.
 *
 * @param wanted Ids by position, null for an empty spot.
 * @throws auth.required; stylist.order_stale when these are not the members who stand in the Top 3 now, each once.
 */
export function reorderStylists(call: Call, wanted: (string | null)[]): Promise<TopStylists> {
  return changeSpots(call, (spots) => {
    return isSameMembers(spots, wanted) ? wanted : fail("stylist.order_stale");
  });
}

type Spots = (string | null)[];

/** Both have as many entries, so that the same set of members means each of them once. */
function isSameMembers(spots: Spots, wanted: Spots): boolean {
  const members = spots.filter((id) => id !== null);
  return members.length === wanted.filter((id) => id !== null).length && members.every((id) => wanted.includes(id));
}

/** A stylist whom the caller can no longer see drops out with the next change: that spot looked empty. */
async function changeSpots(
  call: Call,
  change: (spots: Spots, context: { tx: Tx; userId: string }) => Spots | Promise<Spots>,
): Promise<TopStylists> {
  const userId = call.userId ?? fail("auth.required");
  return call.db.transaction().execute(async (tx) => {
    // Two changes of one Top 3 follow one another.
    await lockMembers(tx, [userId]);
    const spots: Spots = Array.from({ length: limits.topStylistsMax }, () => null);
    for (const { position, stylist } of await listTopStylists(tx, userId, userId)) spots[position - 1] = stylist.id;
    await writeSpots(tx, userId, await change(spots, { tx, userId }));
    return { items: await listTopStylists(tx, userId, userId) };
  });
}
