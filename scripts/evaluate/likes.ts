import { seededRandom } from "#server/demo/art/seeded-random.ts";
import type { AppContext } from "#server/http/context.ts";
import { listAll, type Lists, methods, today } from "./similar-methods.ts";
import { mean, meanWithInterval } from "./statistics.ts";

const likesMin = 5;
const heldOutShare = 0.2;
const recalledAt = 20;
/** More would take long on a large installation. */
const membersMax = 2_000;

export interface Member {
  kept: string[];
  heldOut: string[];
}

/**
 * Holds out a fifth of each member's likes and counts how many of them are among the 20 best of what 'More like this' shows
 * for the rest. The weight is chosen by one half of the members and judged by the other.
 */
export async function evaluateLikes(app: Pick<AppContext, "pool" | "config" | "clock">): Promise<string[]> {
  const members = await readMembers(app);
  const half = Math.floor(members.length / 2);
  const [choosing, judging] = [members.slice(0, half), members.slice(half)];
  const ids = [...new Set(members.flatMap(({ kept }) => kept))];
  const results = new Map<string, number[]>();
  let best = { name: today, recall: 0 };
  for (const name of Object.keys(methods)) {
    const lists = await listAll(app, ids, name, 2 * recalledAt);
    const recall = mean(choosing.map((member) => likesRecall(member, lists)));
    if (recall > best.recall) best = { name, recall };
    results.set(
      name,
      judging.map((member) => likesRecall(member, lists)),
    );
  }
  const before = results.get(today) ?? [];
  const chosen = results.get(best.name) ?? [];
  const outfits = (await app.pool.query<{ count: number }>("select count(*)::int from outfits where is_listed"))
    .rows[0];
  const chance = mean(
    judging.map(({ kept }) => Math.min(1, recalledAt / Math.max(1, (outfits?.count ?? 0) - kept.length))),
  );
  return [
    ...[...results].map(([name, values]) => `recall@${recalledAt} ${name}: ${meanWithInterval(values)}`),
    `by chance: ${chance.toFixed(3)}`,
    `chosen by the other half of the members: ${best.name}`,
    `gain over ${today}: ${meanWithInterval(chosen.map((value, index) => value - (before[index] ?? 0)))}`,
  ];
}

async function readMembers({ pool }: Pick<AppContext, "pool">): Promise<Member[]> {
  const { rows } = await pool.query<{ ids: string[] }>(
    `select array_agg(l.outfit_id order by l.outfit_id) as ids from likes l join outfits o on o.id = l.outfit_id
     where o.is_listed group by l.user_id having count(*) >= $1 order by md5(l.user_id::text) limit $2`,
    [likesMin, membersMax],
  );
  return splitLikes(rows.map(({ ids }) => ids));
}

/** Holds out a fifth of each member's likes. */
export function splitLikes(likes: readonly (readonly string[])[]): Member[] {
  const random = seededRandom("held out likes");
  return likes.map((ids) => {
    const shuffled = ids
      .map((id) => ({ id, key: random.next() }))
      .toSorted((one, other) => one.key - other.key)
      .map(({ id }) => id);
    const heldOut = Math.max(1, Math.round(ids.length * heldOutShare));
    return { heldOut: shuffled.slice(0, heldOut), kept: shuffled.slice(heldOut) };
  });
}

/** The share of held-out likes among the 20 best of the lists of all kept likes, each place of a list worth its reciprocal. */
export function likesRecall({ kept, heldOut }: Member, lists: Lists): number {
  const known = new Set(kept);
  const scores = new Map<string, number>();
  for (const id of kept)
    for (const [place, other] of (lists.get(id) ?? []).entries())
      if (!known.has(other)) scores.set(other, (scores.get(other) ?? 0) + 1 / (place + 1));
  const shown = [...scores]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, recalledAt)
    .map(([id]) => id);
  return heldOut.filter((id) => shown.includes(id)).length / heldOut.length;
}
