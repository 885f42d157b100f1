import { type Db, runSql } from "#server/db/db.ts";
import type { ProfileTable } from "#server/db/schema.ts";
import { newId } from "#server/lib/ids.ts";

/** Which steps of the sample data are done, and when. */
export async function listSteps(db: Db): Promise<Map<string, Date>> {
  const rows = await db.selectFrom("demo_steps").selectAll().execute();
  return new Map(rows.map((row) => [row.step, row.done_at]));
}

/** Records a step as done in the transaction of its rows; false if it was done before. Writes `demo_steps`. */
export async function insertStep(tx: Db, step: string, at: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto("demo_steps")
    .values({ step, done_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("step")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Whether there are any members. */
export async function hasMembers(db: Db): Promise<boolean> {
  return (await db.selectFrom("profiles").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Ids of members by username. */
export async function listMemberIds(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom("profiles").select(["id", "username"]).execute();
  return new Map(rows.map((row) => [row.username, row.id]));
}

/** Ids of styles by name. */
export async function listStyleIds(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom("styles").select(["id", "name"]).execute();
  return new Map(rows.map((row) => [row.name, row.id]));
}

/** The id of the sample outfit with this title: the oldest one, if a member has posted another since. */
export async function findOutfitByTitle(db: Db, title: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("outfits")
    .select("id")
    .where("title", "=", title)
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Sets the time of a member's notifications about one subject. Writes `notifications`. */
export async function setNotificationTimes(tx: Db, userId: string, referenceId: string, at: Date): Promise<void> {
  await tx
    .updateTable("notifications")
    .set({ created_at: at })
    .where("user_id", "=", userId)
    .where("reference_id", "=", referenceId)
    .execute();
}

/** Sets when a board was made. Writes `boards`. */
export async function setBoardTime(tx: Db, boardId: string, at: Date): Promise<void> {
  await tx.updateTable("boards").set({ created_at: at }).where("id", "=", boardId).execute();
}

type Furnishing = Pick<
  ProfileTable,
  "location" | "instagram_url" | "twitter_url" | "facebook_url" | "youtube_url" | "tiktok_url"
> & { membership_tier: "free" | "premium" | "pro"; closet_private: boolean };

/** Fills the optional fields of a new profile. Writes `profiles`. */
export async function furnishProfile(tx: Db, userId: string, columns: Partial<Furnishing>): Promise<void> {
  await tx.updateTable("profiles").set(columns).where("id", "=", userId).execute();
}

/** Gives a member a role. Writes `user_roles`. */
export async function setRole(tx: Db, userId: string, role: "user" | "business" | "admin"): Promise<void> {
  await tx.updateTable("user_roles").set({ role }).where("user_id", "=", userId).execute();
}

/** Shows a stored picture on a profile. Writes `profiles`. */
export async function showPicture(tx: Db, userId: string, kind: "avatar" | "banner", url: string): Promise<void> {
  await tx
    .updateTable("profiles")
    .set(kind === "avatar" ? { avatar_url: url } : { banner_url: url })
    .where("id", "=", userId)
    .execute();
}

/** Inserts follows with both counts. Writes `follows` and `profiles`. */
export async function insertFollows(
  tx: Db,
  follows: { followerId: string; followingId: string; at: Date }[],
): Promise<void> {
  await runSql(
    tx,
    `insert into follows (follower_id, following_id, created_at)
     select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) on conflict do nothing`,
    [follows.map((f) => f.followerId), follows.map((f) => f.followingId), follows.map((f) => f.at)],
  );
  await runSql(
    tx,
    `update profiles p set
       followers_count = (select count(*) from follows f where f.following_id = p.id),
       following_count = (select count(*) from follows f where f.follower_id = p.id)`,
    [],
  );
}

/** Inserts a member's Top 3 in order. Writes `favorite_stylists`. */
export async function insertTop3(tx: Db, userId: string, stylistIds: string[]): Promise<void> {
  const rows = stylistIds.map((stylistId, index) => ({ user_id: userId, stylist_id: stylistId, position: index + 1 }));
  await tx.insertInto("favorite_stylists").values(rows).execute();
}

/** Who did something, and when. */
export interface Action {
  userId: string;
  at: Date;
}

/** Views, likes, saves and comments of an outfit. */
export interface OutfitLife {
  createdAt: Date;
  views: number;
  likes: Action[];
  saves: Action[];
  comments: (Action & { text: string })[];
}

/**
 * Inserts the likes, saves and comments of an outfit that was just inserted, with its counts.
 * Writes `outfits`, `likes`, `closet_saves`, `comments`.
 */
export async function insertLife(tx: Db, outfitId: string, life: OutfitLife): Promise<void> {
  const { likes, saves, comments } = life;
  const columns = (actions: Action[]) => [
    outfitId,
    actions.map((action) => action.userId),
    actions.map((action) => action.at),
  ];
  await runSql(
    tx,
    `insert into likes (outfit_id, user_id, created_at)
     select $1, u, t from unnest($2::uuid[], $3::timestamptz[]) as d (u, t)`,
    columns(likes),
  );
  await runSql(
    tx,
    `insert into closet_saves (outfit_id, user_id, created_at)
     select $1, u, t from unnest($2::uuid[], $3::timestamptz[]) as d (u, t)`,
    columns(saves),
  );
  await runSql(
    tx,
    `insert into comments (outfit_id, user_id, created_at, id, content)
     select $1, u, t, i, c from unnest($2::uuid[], $3::timestamptz[], $4::uuid[], $5::text[]) as d (u, t, i, c)`,
    [
      ...columns(comments),
      comments.map((comment) => newId(comment.at.getTime())),
      comments.map((comment) => comment.text),
    ],
  );
  await tx
    .updateTable("outfits")
    .set({
      views_count: life.views,
      likes_count: likes.length,
      saves_count: saves.length,
      comments_count: comments.length,
    })
    .where("id", "=", outfitId)
    .execute();
}

/** A conversation, oldest message first, whose last messages one member has not read. */
interface PastTalk {
  threadId: string;
  readerId: string;
  unread: number;
  lines: { senderId: string; at: Date; text: string }[];
}

/** Fills a new thread with past messages. Writes `messages`, `message_threads`, `thread_members`. */
export async function insertTalk(tx: Db, { threadId, readerId, unread, lines }: PastTalk): Promise<void> {
  const latest = lines.at(-1);
  if (!latest) return;
  const lastRead = lines.at(-1 - unread)?.at ?? new Date(0);
  const rows = lines.map(({ senderId, at, text }) => ({
    id: newId(at.getTime()),
    thread_id: threadId,
    sender_id: senderId,
    client_id: null,
    content: text,
    created_at: at,
  }));
  await tx.insertInto("messages").values(rows).execute();
  await tx
    .updateTable("message_threads")
    .set({ last_message_at: latest.at, created_at: lines[0]?.at ?? latest.at })
    .where("id", "=", threadId)
    .execute();
  await runSql(
    tx,
    `update thread_members set last_message_at = $2::timestamptz, last_message_preview = $3, last_sender_id = $4,
       unread_count = case when user_id = $5 then $6::integer else 0 end,
       last_read_at = case when user_id = $5 then $7::timestamptz else $2::timestamptz end
     where thread_id = $1`,
    [threadId, latest.at, latest.text, latest.senderId, readerId, unread, lastRead],
  );
}

/** A member's saves, newest first, each with the name of its outfit's style. */
export async function listSavesByStyle(db: Db, userId: string): Promise<{ saveId: string; style: string }[]> {
  return db
    .selectFrom("closet_saves as c")
    .innerJoin("outfits as o", "o.id", "c.outfit_id")
    .innerJoin("styles as s", "s.id", "o.style_id")
    .select(["c.id as saveId", "s.name as style"])
    .where("c.user_id", "=", userId)
    .orderBy("c.created_at", "desc")
    .execute();
}

/** Inserts a member's awards and sets the balance. Writes `points_ledger`, `profiles.points`, `site_total_changes`. */
export async function insertEarnings(
  tx: Db,
  userId: string,
  earnings: { action: "POST_OUTFIT" | "DAILY_LOGIN"; points: number; subject: string; at: Date }[],
): Promise<void> {
  await tx
    .insertInto("points_ledger")
    .values(
      earnings.map(({ action, points, subject, at }) => ({
        id: newId(at.getTime()),
        user_id: userId,
        action,
        points,
        subject,
        outfit_id: action === "POST_OUTFIT" ? subject : null,
        created_at: at,
      })),
    )
    .execute();
  const sum = earnings.reduce((total, { points }) => total + points, 0);
  await tx
    .updateTable("profiles")
    .set((b) => ({ points: b("points", "+", sum) }))
    .where("id", "=", userId)
    .execute();
  // The total of the site counted them today.
  await runSql(
    tx,
    `insert into site_total_changes (metric, day, added, removed)
     select 'points', (d.at at time zone 'UTC')::date, d.added, 0
     from unnest($1::timestamptz[], $2::bigint[]) e (at, points)
     cross join lateral (values (e.at, e.points), (now(), -e.points)) d (at, added)`,
    [earnings.map(({ at }) => at), earnings.map(({ points }) => points)],
  );
}

/** Who replied to an event, and when. */
export interface EventLife {
  attendees: (Action & { state: "going" | "waiting" })[];
  organiserId: string;
  /** Whether the attendees were checked in. */
  isOver: boolean;
  /** Outfits of this style are shown on its page, up to this number. */
  styleId: string;
  outfits: number;
  comments: (Action & { text: string })[];
}

/**
 * Inserts an event's replies, outfits and comments, and sets its counts. Writes `event_attendees`, `event_outfits`, `comments` and
 * `events`.
 */
export async function insertEventLife(tx: Db, eventId: string, life: EventLife): Promise<void> {
  const { attendees, comments } = life;
  await runSql(
    tx,
    `insert into event_attendees (event_id, user_id, state, ticket, joined_at, reminded_at, notified_sequence, checked_in_at, checked_in_by)
     select $1::uuid, u, s, substr(decode(md5($1::uuid::text || u::text), 'hex'), 1, 5), t,
       case when $5 then t end, 0, case when $5 and s = 'going' then t end, case when $5 and s = 'going' then $6::uuid end
     from unnest($2::uuid[], $3::text[], $4::timestamptz[]) with ordinality as d (u, s, t, place) order by place`,
    [
      eventId,
      attendees.map(({ userId }) => userId),
      attendees.map(({ state }) => state),
      attendees.map(({ at }) => at),
      life.isOver,
      life.organiserId,
    ],
  );
  await runSql(
    tx,
    `insert into event_outfits (outfit_id, event_id)
     select o.id, $1::uuid from outfits o
     where o.style_id = $2 and o.is_listed and not exists (select from event_outfits x where x.outfit_id = o.id)
     order by o.created_at desc, o.id desc limit $3`,
    [eventId, life.styleId, life.outfits],
  );
  await runSql(
    tx,
    `insert into comments (id, event_id, user_id, content, created_at)
     select i, $1::uuid, u, c, t from unnest($2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[]) as d (i, u, c, t)`,
    [
      eventId,
      comments.map(({ at }) => newId(at.getTime())),
      comments.map(({ userId }) => userId),
      comments.map(({ text }) => text),
      comments.map(({ at }) => at),
    ],
  );
  await runSql(
    tx,
    `update events e set
       going_count = (select count(*) from event_attendees a where a.event_id = e.id and a.state = 'going'),
       waiting_count = (select count(*) from event_attendees a where a.event_id = e.id and a.state = 'waiting'),
       comments_count = (select count(*) from comments c where c.event_id = e.id)
     where e.id = $1`,
    [eventId],
  );
}
