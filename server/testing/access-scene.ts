import type { Db } from "#server/db/db.ts";
import { runSql } from "#server/db/db.ts";
import { unsubscribeUrl } from "#server/notifications/unsubscribe.service.ts";
import { newId } from "#server/lib/ids.ts";
import { buildImage, buildOutfit, buildUser, givePoints } from "./factories.ts";
import type { TestApp } from "./test-app.ts";

/** Who asks: a visitor, two members, one with private profile and closet, an admin. */
export const actors = ["anon", "A", "B", "P", "M"] as const;
export type Actor = (typeof actors)[number];
type User = Awaited<ReturnType<typeof buildUser>>;

/** One small world: what A, B and P own, and how they stand to each other. Every word in it is its own. */
export interface Scene {
  members: Record<Exclude<Actor, "anon">, User>;
  /** Stands in the title of each of its outfits, and in nothing else. */
  word: string;
  aOutfit: string;
  aHidden: string;
  bOutfit: string;
  pOutfit: string;
  aImage: string;
  aSave: string;
  aHiddenSave: string;
  /** Shows `aSave` and, to A alone, `aHiddenSave`. */
  aBoard: string;
  aHiddenBoard: string;
  aRedemption: string;
  rewardId: string;
  aComment: string;
  bComment: string;
  aNotice: string;
  thread: string;
  /** B to A. */
  bMessage: string;
  styleId: string;
  /** Out of a digest mail to A. */
  aMailToken: string;
}

let built = 0;

/** Builds a scene through the front door, so that everything that hangs on a deed hangs on it here too. */
export async function buildScene({ as, db, world }: TestApp): Promise<Scene> {
  built += 1;
  const word = `scene${built}q`;
  const [a, b, p, m] = await Promise.all([
    buildUser(db, { username: `a_${word}`, isClosetPrivate: false }),
    buildUser(db, { username: `b_${word}`, isClosetPrivate: false }),
    buildUser(db, { username: `p_${word}`, isPrivate: true, isClosetPrivate: true }),
    buildUser(db, { username: `m_${word}`, role: "admin" }),
  ]);
  const outfitOf = (user: User, given = {}) =>
    buildOutfit(db, user.id, { title: `${word} of ${user.username}`, ...given });
  const [aOutfit, bOutfit, pOutfit] = [await outfitOf(a), await outfitOf(b), await outfitOf(p)];
  const aHidden = await outfitOf(a, { isActive: false });
  const idOf = async (answer: ReturnType<ReturnType<typeof as>["post"]>) => (await answer).json() as { id: string };
  const comment = async (by: User, outfit: { id: string }) =>
    (await as(by).post(`/api/outfits/${outfit.id}/comments`, { content: `said by ${by.username}` })).json().comment.id;
  const [aComment, bComment] = [await comment(a, bOutfit), await comment(b, aOutfit)];

  await as(p).patch("/api/me", { bio: `${word} secret`, isClosetPrivate: true });
  await as(b).put(`/api/follows/${a.id}`);
  await as(b).put(`/api/follows/${p.id}`);
  await as(p).put(`/api/follows/${a.id}`);
  for (const by of [a, p]) await as(by).put(`/api/outfits/${bOutfit.id}/save`);
  await as(a).put(`/api/outfits/${aOutfit.id}/save`);
  const saves = (await as(a).get("/api/closet")).json().items as { id: string; outfit: { id: string } }[];
  const saveOf = (outfit: { id: string }) => saves.find((save) => save.outfit.id === outfit.id)?.id ?? "";
  await as(a).put(`/api/closet/${saveOf(aOutfit)}/hidden`, { isHidden: true });

  const boardOf = (body: { name: string; isHidden?: boolean }) => idOf(as(a).post("/api/boards", body));
  const [aBoard, aHiddenBoard] = [await boardOf({ name: "shown" }), await boardOf({ name: "hidden", isHidden: true })];
  for (const outfit of [bOutfit, aOutfit]) await as(a).put(`/api/boards/${aBoard.id}/saves/${saveOf(outfit)}`);

  const [reward] = (await as(a).get("/api/rewards")).json().items as { id: string; pointsRequired: number }[];
  const rewardId = reward?.id ?? "";
  await givePoints(db, a.id, reward?.pointsRequired ?? 0);
  const aRedemption = newId();
  await as(a).put(`/api/me/redemptions/${aRedemption}`, { rewardId });

  const { id: thread } = await idOf(as(b).post("/api/threads", { username: a.username }));
  const { id: bMessage } = await idOf(
    as(b).post(`/api/threads/${thread}/messages`, { content: `hello from ${b.username}`, clientId: thread }),
  );
  const [notice] = (await as(a).get("/api/notifications")).json().items as { id: string }[];
  return {
    members: { A: a, B: b, P: p, M: m },
    word,
    aOutfit: aOutfit.id,
    aHidden: aHidden.id,
    bOutfit: bOutfit.id,
    pOutfit: pOutfit.id,
    aImage: (await buildImage(db, a.id)).id,
    aSave: saveOf(bOutfit),
    aHiddenSave: saveOf(aOutfit),
    aBoard: aBoard.id,
    aHiddenBoard: aHiddenBoard.id,
    aRedemption,
    rewardId,
    aComment,
    bComment,
    aNotice: notice?.id ?? "",
    thread,
    bMessage,
    styleId: aOutfit.styleId,
    aMailToken: new URL(unsubscribeUrl(world, a.id, "digest")).searchParams.get("token") ?? "",
  };
}

/** Written beside any call: what a limit has counted, views, which arrive a moment later, and where a deck was read up to. */
const passedOver = ["rate_limits", "outfit_views", "schema_migrations", "swipe_frontiers", "swipe_leftovers"];

/** A fingerprint of every row of every table: equal before and after means that nothing was written. */
export async function fingerprint(db: Db): Promise<Record<string, string>> {
  const tables = await runSql<{ name: string }>(
    db,
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    [],
  );
  const parts = tables
    .map(({ name }) => name)
    .filter((name) => !passedOver.includes(name))
    .map((name) => {
      const row = "(to_jsonb(t) - 'views_count')::text";
      return `select '${name}' as name, coalesce(md5(string_agg(${row}, '' order by ${row})), '') as sum from ${name} t`;
    });
  const rows = await runSql<{ name: string; sum: string }>(db, parts.join(" union all "), []);
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}
