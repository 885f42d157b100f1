import { randomInt } from "node:crypto";
import { toDisplayName } from "#contract/display-names.ts";
import { limits } from "#contract/limits.ts";
import type { Tx } from "#server/db/db.ts";
import { insertProfile, listTakenSkeletons, updateNewProfile } from "./new-profiles.store.ts";
import { isImpersonating, suggestUsernames, toSkeleton } from "./usernames.ts";

/**
 * Creates the profile of a new account with the given name, where it can be shown, and a username derived from it,
 * numbered if it is taken; returns the username. Writes `profiles` and `user_roles`; part of the caller's transaction.
 *
 * @param given.bio At most 200 characters; blank counts as null.
 */
export async function createProfile(
  tx: Tx,
  given: { userId: string; name: string; bio: string | null; now: Date },
): Promise<string> {
  const bio = given.bio?.trim() || null;
  const displayName = displayNameOf(given.name);
  for (const { username, skeleton } of await listFreeUsernames(tx, given)) {
    if (await insertProfile(tx, { id: given.userId, username, skeleton, displayName, bio, now: given.now }))
      return username;
  }
  throw new Error(`No free username like ${given.name} was found`);
}

/**
 * Gives an unused profile another name, username and bio, as `createProfile` would. Writes `profiles`; part of
 * the caller's transaction.
 */
export async function replaceProfile(
  tx: Tx,
  given: { userId: string; name: string; bio: string | null; now: Date },
): Promise<void> {
  const [free] = await listFreeUsernames(tx, given);
  if (!free) throw new Error(`No free username like ${given.name} was found`);
  await updateNewProfile(tx, given.userId, {
    ...free,
    displayName: displayNameOf(given.name),
    bio: given.bio?.trim() || null,
  });
}

/** The name as given, where it can be shown; null where it says no more than a username does. */
function displayNameOf(name: string): string | null {
  const displayName = toDisplayName(name);
  return displayName === null || isImpersonating(displayName) || /^[a-z0-9._]*$/.test(displayName) ? null : displayName;
}

async function listFreeUsernames(
  tx: Tx,
  { name, now }: { name: string; now: Date },
): Promise<{ username: string; skeleton: string }[]> {
  const names = suggestUsernames(name, randomInt);
  const skeletons = names.map(toSkeleton);
  const taken = await listTakenSkeletons(tx, skeletons, { now, days: limits.usernameChangeDays });
  return names
    .map((username) => ({ username, skeleton: toSkeleton(username) }))
    .filter((free) => !taken.has(free.skeleton));
}
