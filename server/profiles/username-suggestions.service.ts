import { randomInt } from "node:crypto";
import { limits } from "#contract/limits.ts";
import type { Call } from "#server/http/call.ts";
import { listTakenSkeletons } from "./new-profiles.store.ts";
import { suggestUsernames, toSkeleton } from "./usernames.service.ts";

/**
 * The username that a new member of this name would get at this moment. Nothing is written and the name is kept for
 * nobody: at sign-up the next free one is taken.
 *
 * @throws rate.limited per network address
 */
export async function suggestUsername(call: Call, name: string): Promise<string> {
  await call.rateLimiter.spend("searches", { key: call.ip });
  const names = suggestUsernames(name, randomInt);
  const reach = { now: call.clock.now(), days: limits.usernameChangeDays };
  const taken = await listTakenSkeletons(call.db, names.map(toSkeleton), reach);
  const free = names.find((username) => !taken.has(toSkeleton(username)));
  if (free === undefined) throw new Error(`No free username like ${names[0] ?? "this"} was found`);
  return free;
}
