import { randomInt } from "node:crypto";
import { limits } from "#contract/limits.ts";
import type { Tx } from "#server/db/db.ts";
import { insertProfile, listTakenSkeletons } from "./new-profiles.store.ts";
import { suggestUsernames, toSkeleton } from "./usernames.service.ts";

/**
 * Makes the profile of a new account with a username like the given name, a number added where it is taken, and gives
 * that username. Writes `profiles` and `user_roles`; part of the caller's transaction.
 *
 * @param given.bio At most 200 characters; blank counts as none.
 */
export async function createProfile(
  tx: Tx,
  given: { userId: string; name: string; bio: string | null; now: Date },
): Promise<string> {
  const names = suggestUsernames(given.name, randomInt);
  const taken = await listTakenSkeletons(tx, names.map(toSkeleton), {
    now: given.now,
    days: limits.usernameChangeDays,
  });
  const bio = given.bio?.trim() || null;
  for (const username of names) {
    const skeleton = toSkeleton(username);
    if (taken.has(skeleton)) continue;
    if (await insertProfile(tx, { id: given.userId, username, skeleton, bio, now: given.now })) return username;
  }
  throw new Error(`No free username like ${names[0] ?? "this"} was found`);
}
