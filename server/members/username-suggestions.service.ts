import { randomInt } from "node:crypto";
import { limits } from "#contract/limits.ts";
import type { RequestContext } from "#server/http/context.ts";
import { spendLimit } from "#server/http/rate-limit.ts";
import { listTakenSkeletons } from "./new-profiles.store.ts";
import { suggestUsernames, toSkeleton } from "./usernames.ts";

/**
 * The username that a new member with this name would get now. It is not reserved: sign-up takes the next free one.
 *
 * @throws rate.limited
 */
export async function suggestUsername(context: RequestContext, name: string): Promise<string> {
  await spendLimit(context, "searches");
  const names = suggestUsernames(name, randomInt);
  const reach = { now: context.clock.now(), days: limits.usernameChangeDays };
  const taken = await listTakenSkeletons(context.db, names.map(toSkeleton), reach);
  const free = names.find((username) => !taken.has(toSkeleton(username)));
  if (free === undefined) throw new Error(`No free username like ${names[0] ?? "this"} was found`);
  return free;
}
