import type { Db } from "#server/db/db.ts";
import { runSql } from "#server/db/db.ts";
import { unsubscribeUrl } from "#server/notifications/unsubscribe.service.ts";
import { newId } from "#server/lib/ids.ts";
import { buildArticle, buildEvent, buildImage, buildOutfit, buildUser, givePoints } from "./factories.ts";
import { lookAtEvent } from "./look-at-event.ts";
import type { TestApp } from "./test-app.ts";

/** The actors: a visitor, two members, one with private profile and closet, an admin. */
export const actors = ["anon", "A", "B", "P", "M"] as const;
export type Actor = (typeof actors)[number];
type User = Awaited<ReturnType<typeof buildUser>>;

/** A scene: what A, B and P own, and their relations. Every word in it is unique. */
export interface Scene {
  members: Record<Exclude<Actor, "anon">, User>;
  /** Occurs in the title of each of its outfits, and nowhere else. */
  word: string;
  aOutfit: string;
  aHidden: string;
  bOutfit: string;
  pOutfit: string;
  aImage: string;
  aSave: string;
  aHiddenSave: string;
  /** Contains `aSave` and, visible only to A, `aHiddenSave`. */
  aBoard: string;
  aHiddenBoard: string;
  aRedemption: string;
  rewardId: string;
  /** Of the reward, in points. */
  cost: number;
  aComment: string;
  bComment: string;
  /** P's on P's private outfit. */
  pComment: string;
  aNotification: string;
  thread: string;
  /** B to A. */
  bMessage: string;
  styleId: string;
  /** Published, begins in two hours; B has a seat and shows an outfit of B's there. */
  aEvent: string;
  /** Waits for an admin. */
  aSubmittedEvent: string;
  /** What a step of its review names. */
  lookedAt: { updatedAt: string };
  bTicket: string;
  /** Published; its title holds `word`. */
  aArticle: string;
  /** Never submitted. */
  aDraft: string;
  aSubmitted: string;
  /** Out of a digest mail to A. */
  aMailToken: string;
  /** Open, about A's outfit. */
  aCase: string;
  /** Decided: hid A's outfit. */
  aDecidedCase: string;
  /** Something of A's that was hidden, without an appeal; and an open appeal about another such decision. */
  aAction: string;
  aAppeal: string;
  /** A change of a setting that can be reverted. */
  settingEntry: string;
  /** A job that has failed. */
  failedJob: string;
  aFinding: string;
}

let built = 0;

/** Builds a scene through the API, so that all side effects of actions exist, too. */
export async function buildScene({ as, db, app }: TestApp): Promise<Scene> {
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
  const pComment = await comment(p, pOutfit);

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
  const cost = reward?.pointsRequired ?? 0;
  await as(a).put(`/api/me/redemptions/${aRedemption}`, { rewardId, cost });

  const soon = new Date(app.clock.now().getTime() + 7_200_000);
  const aEvent = await buildEvent(db, a.id, { title: `${word} night`, startsAt: soon });
  const aSubmittedEvent = await buildEvent(db, a.id, { title: `${word} waits`, status: "submitted" });
  const reply = (await as(b).put(`/api/events/${aEvent.id}/attendance`)).json();
  await as(b).put(`/api/events/${aEvent.id}/outfits/${bOutfit.id}`);

  const aImage = await buildImage(db, a.id);
  await app.storage.put(aImage.key, Buffer.from("a picture"), "image/webp");
  const { id: thread } = await idOf(as(b).post("/api/threads", { username: a.username }));
  const { id: bMessage } = await idOf(
    as(b).post(`/api/threads/${thread}/messages`, { content: `hello from ${b.username}`, clientId: thread }),
  );
  await as(b).post("/api/reports", { targetType: "outfit", targetId: aOutfit.id, reason: "spam" });
  const moderation = await buildModeration(db, a.id, aOutfit.id);
  const [notification] = (await as(a).get("/api/notifications")).json().items as { id: string }[];
  return {
    members: { A: a, B: b, P: p, M: m },
    word,
    aOutfit: aOutfit.id,
    aHidden: aHidden.id,
    bOutfit: bOutfit.id,
    pOutfit: pOutfit.id,
    aImage: aImage.id,
    aSave: saveOf(bOutfit),
    aHiddenSave: saveOf(aOutfit),
    aBoard: aBoard.id,
    aHiddenBoard: aHiddenBoard.id,
    aRedemption,
    rewardId,
    cost,
    aComment,
    bComment,
    pComment,
    aNotification: notification?.id ?? "",
    thread,
    bMessage,
    styleId: aOutfit.styleId,
    ...moderation,
    aEvent: aEvent.id,
    aSubmittedEvent: aSubmittedEvent.id,
    lookedAt: await lookAtEvent(db, aSubmittedEvent.id),
    bTicket: reply.attendance.ticketCode,
    aArticle: (await buildArticle(db, a.id, { content: { title: `${word} in print`, tags: [word] } })).id,
    aDraft: (await buildArticle(db, a.id, { status: "draft" })).id,
    aSubmitted: (await buildArticle(db, a.id, { status: "submitted" })).id,
    aMailToken: new URL(unsubscribeUrl(app, a.id, "digest")).searchParams.get("token") ?? "",
  };
}

/** Decisions about a member, an appeal, a changed setting and a failed job, straight into the tables. */
async function buildModeration(db: Db, memberId: string, outfitId: string) {
  const [found] = await runSql<{ id: string }>(db, "select id from moderation_cases where target_id = $1", [outfitId]);
  const [aDecidedCase, aAction, appealed, aAppeal] = [newId(), newId(), newId(), newId()];
  const [settingEntry, aFinding] = [newId(), newId()];
  await runSql(
    db,
    `insert into moderation_cases (id, target_type, target_id, member_id, status, urgency, decided_at)
     values ($1, 'outfit', $2, $3, 'hidden', 0, now())`,
    [aDecidedCase, outfitId, memberId],
  );
  for (const [id, caseId] of [
    [aAction, aDecidedCase],
    [appealed, null],
  ]) {
    await runSql(
      db,
      `insert into moderation_actions (id, member_id, case_id, kind, target_type, target_id, reason)
       values ($1, $2, $3, 'hidden', 'outfit', $4, 'a reason')`,
      [id, memberId, caseId, outfitId],
    );
  }
  await runSql(db, "insert into appeals (id, action_id, member_id, message) values ($1, $2, $3, 'please look again')", [
    aAppeal,
    appealed,
    memberId,
  ]);
  await runSql(
    db,
    `insert into audit_log (id, action, target_type, before, after)
     values ($1, 'setting.changed', 'setting', '{"siteName": "Fash"}', '{"siteName": "Other"}')`,
    [settingEntry],
  );
  const [job] = await runSql<{ id: string }>(
    db,
    "select id::text as id from graphile_worker.add_job('sendProductMail', '{}'::json)",
    [],
  );
  const failedJob = job?.id ?? "";
  await runSql(db, "select graphile_worker.permanently_fail_jobs(array[$1::bigint], 'out of reach')", [failedJob]);
  await runSql(
    db,
    `insert into abuse_findings (id, kind, address, day, accounts_count, first_at, last_at)
     values ($1::uuid, 'many_new_accounts', $1::uuid::text, '2026-11-20', 7, '2026-11-20', '2026-11-20')`,
    [aFinding],
  );
  return { aCase: found?.id ?? "", aDecidedCase, aAction, aAppeal, settingEntry, failedJob, aFinding };
}

/** Written by any request: limit counters, views (with a delay), and a deck's seen range. */
const passedOver = [
  "rate_limits",
  "outfit_views",
  "schema_migrations",
  "swipe_seen_ranges",
  "swipe_backlog",
  "member_days",
];

/** A hash of every row of every table; equal before and after if nothing was written. */
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
