import { setTimeout as sleep } from "node:timers/promises";
import type { Member, Site } from "./site.ts";
import { takePhoto } from "./site.ts";

/** What the members have been promised, as rows of the database. */
export interface Promises {
  /** Outfits and comments by id. */
  rows: Map<string, "outfits" | "comments">;
  /** Likes, saves and follows as `table member other`: whether the row must exist; undefined while a change is under way. */
  pairs: Map<string, boolean | undefined>;
  acknowledged: number;
}

export const noPromises = (): Promises => ({ rows: new Map(), pairs: new Map(), acknowledged: 0 });

export interface FaultScene {
  site: Site;
  members: Member[];
  styleId: string;
  outfits: string[];
}

/** Members with an outfit each. */
export async function settle(site: Site, count: number): Promise<FaultScene> {
  const styleId = await site.findStyle();
  const names = Array.from({ length: count }, (_, n) => `member${n}`);
  const members = await Promise.all(names.map((name) => site.join(name)));
  const outfits: string[] = [];
  for (const member of members) {
    const imageId = await site.upload(member, await takePhoto());
    outfits.push(await site.postOutfit(member, imageId, styleId));
  }
  return { site, members, styleId, outfits };
}

/**
 * Writes until so many in a row are acknowledged without a refusal, as clients do that try again after a fault.
 *
 * @returns The milliseconds until then.
 * @throws after half a minute, with the last refusal
 */
export async function writeAgain(scene: FaultScene, promises: Promises, count = 40): Promise<number> {
  const since = performance.now();
  for (;;) {
    const writes = startWrites(scene, promises);
    try {
      await writes.untilAcknowledged(count);
      return performance.now() - since;
    } catch (error) {
      if (performance.now() - since > 30_000) throw error;
    } finally {
      await writes.stop();
    }
  }
}

const kinds = [
  { table: "likes", path: (id: string) => `/api/outfits/${id}/like` },
  { table: "closet_saves", path: (id: string) => `/api/outfits/${id}/save` },
] as const;

export interface Writes {
  /** Resolves when at least so many more are acknowledged. @throws if that takes longer, with the first refusal */
  untilAcknowledged: (more: number, withinMs?: number) => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Mixed writes of every member at once, until they fail or are stopped: outfits with their picture, comments, likes, saves
 * and follows that come and go. A lane that is refused ends.
 */
export function startWrites(scene: FaultScene, promises: Promises): Writes {
  let isOver = false;
  const refusals: Error[] = [];
  const lanes = scene.members.flatMap((member, n) => [
    () => comment(scene, member, promises),
    () => toggle(scene, member, n, promises),
    () => post(scene, member, promises),
  ]);
  const running = lanes.map(async (step) => {
    try {
      while (!isOver) await step();
    } catch (error) {
      // The fault: what was under way is not promised.
      refusals.push(error as Error);
    }
  });
  return {
    async untilAcknowledged(more, withinMs = 30_000) {
      const [wanted, since] = [promises.acknowledged + more, performance.now()];
      while (promises.acknowledged < wanted) {
        const isHopeless = refusals.length === lanes.length || performance.now() - since > withinMs;
        if (isHopeless) throw new Error("Too few writes were acknowledged", { cause: refusals[0] });
        await sleep(5);
      }
    },
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
}

async function comment({ site, outfits }: FaultScene, member: Member, promises: Promises): Promise<void> {
  const outfit = outfits[promises.acknowledged % outfits.length] ?? "";
  const content = { content: `Number ${promises.acknowledged} of ${member.id.slice(0, 4)}` };
  const reply = await site.must<{ comment: { id: string } }>(
    "POST",
    `/api/outfits/${outfit}/comments`,
    member.token,
    content,
  );
  promises.rows.set(reply.comment.id, "comments");
  promises.acknowledged += 1;
}

async function toggle(scene: FaultScene, member: Member, n: number, promises: Promises): Promise<void> {
  const { site, outfits, members } = scene;
  for (const [at, outfit] of outfits.entries()) {
    if (at === n) continue;
    for (const { table, path } of kinds)
      await flip(site, member, `${table} ${member.id} ${outfit}`, path(outfit), promises);
  }
  const other = members[(n + 1) % members.length]?.id ?? "";
  await flip(site, member, `follows ${member.id} ${other}`, `/api/follows/${other}`, promises);
}

async function flip(site: Site, member: Member, key: string, path: string, promises: Promises): Promise<void> {
  const isThere = promises.pairs.get(key) ?? false;
  promises.pairs.set(key, undefined);
  await site.must(isThere ? "DELETE" : "PUT", path, member.token);
  promises.pairs.set(key, !isThere);
  promises.acknowledged += 1;
}

async function post({ site, styleId }: FaultScene, member: Member, promises: Promises): Promise<void> {
  const imageId = await site.upload(member, await takePhoto());
  const id = await site.postOutfit(member, imageId, styleId);
  promises.rows.set(id, "outfits");
  promises.acknowledged += 1;
}

const pairColumns: Record<string, string> = {
  likes: "user_id || ' ' || outfit_id",
  closet_saves: "user_id || ' ' || outfit_id",
  follows: "follower_id || ' ' || following_id",
};

/** Promised rows that are missing, and promised removals whose rows exist. */
export async function findBroken(site: Site, promises: Promises): Promise<string[]> {
  const broken: string[] = [];
  for (const table of ["outfits", "comments"] as const) {
    const ids = [...promises.rows].flatMap(([id, of]) => (of === table ? [id] : []));
    const found = await site.query<{ id: string }>(`select id from ${table} where id = any($1)`, [ids]);
    const there = new Set(found.map(({ id }) => id));
    broken.push(...ids.filter((id) => !there.has(id)).map((id) => `${table} ${id} is missing`));
  }
  for (const [table, columns] of Object.entries(pairColumns)) {
    const found = await site.query<{ pair: string }>(`select ${columns} as pair from ${table}`);
    const there = new Set(found.map(({ pair }) => `${table} ${pair}`));
    for (const [key, isPromised] of promises.pairs) {
      if (!key.startsWith(`${table} `)) continue;
      // What was under way when the fault came may have happened or not: from here on it is what it is.
      if (isPromised === undefined) promises.pairs.set(key, there.has(key));
      else if (there.has(key) !== isPromised) broken.push(`${key} should ${isPromised ? "" : "not "}exist`);
    }
  }
  return broken;
}
