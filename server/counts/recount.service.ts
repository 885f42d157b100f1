import { allowLong, type Db, runSql, transact, type Tx } from "#server/db/db.ts";

/** A kept count, and the SQL for its correct value in row `t` of its table. */
interface KeptCount {
  table: string;
  key: readonly string[];
  column: string;
  truth: string;
}

const keptCounts: readonly KeptCount[] = [
  {
    table: "outfits",
    key: ["id"],
    column: "likes_count",
    truth: "select count(*) from likes l where l.outfit_id = t.id",
  },
  {
    table: "outfits",
    key: ["id"],
    column: "saves_count",
    truth: "select count(*) from closet_saves s where s.outfit_id = t.id",
  },
  {
    table: "outfits",
    key: ["id"],
    column: "comments_count",
    truth: "select count(*) from comments c where c.outfit_id = t.id and not c.is_hidden and c.deleted_at is null",
  },
  {
    table: "profiles",
    key: ["id"],
    column: "total_likes",
    truth: "select count(*) from outfits o join likes l on l.outfit_id = o.id where o.user_id = t.id and o.is_active",
  },
  {
    table: "profiles",
    key: ["id"],
    column: "outfit_count",
    truth: "select count(*) from outfits o where o.user_id = t.id and o.is_active",
  },
  {
    table: "profiles",
    key: ["id"],
    column: "followers_count",
    truth: "select count(*) from follows f where f.following_id = t.id",
  },
  {
    table: "profiles",
    key: ["id"],
    column: "following_count",
    truth: "select count(*) from follows f where f.follower_id = t.id",
  },
  {
    table: "profiles",
    key: ["id"],
    column: "unread_notifications_count",
    truth: "select count(*) from notifications n where n.user_id = t.id and n.is_listed and not n.is_read",
  },
  {
    table: "profiles",
    key: ["id"],
    column: "points",
    // An erased account's ledger is gone; the empty profile that keeps its redemptions has no balance.
    truth: `select case when t.deleted_at is null then coalesce((select sum(l.points) from points_ledger l where l.user_id = t.id), 0)
      - coalesce((select sum(r.points) from reward_redemptions r where r.user_id = t.id and r.status in ('awaiting approval', 'approved')), 0) else 0 end`,
  },
  {
    table: "profiles",
    key: ["id"],
    column: "reports_count",
    truth: "select count(*) from reports r where r.member_id = t.id",
  },
  {
    table: "comments",
    key: ["id"],
    column: "likes_count",
    truth: "select count(*) from comment_likes l where l.comment_id = t.id",
  },
  {
    table: "comments",
    key: ["id"],
    column: "replies_count",
    truth: "select count(*) from comments r where r.parent_id = t.id and not r.is_hidden",
  },
  {
    table: "articles",
    key: ["id"],
    column: "likes_count",
    truth: "select count(*) from article_likes l where l.article_id = t.id",
  },
  {
    table: "styles",
    key: ["id"],
    column: "active_outfit_count",
    truth: "select count(*) from outfits o where o.style_id = t.id and o.is_listed",
  },
  {
    table: "user_styles",
    key: ["user_id", "style_id"],
    column: "outfits_count",
    truth: `select (select count(*) from outfits o where o.user_id = t.user_id and o.style_id = t.style_id)
      + (select count(*) from likes l join outfits o on o.id = l.outfit_id
         where l.user_id = t.user_id and o.style_id = t.style_id)`,
  },
  {
    table: "thread_members",
    key: ["user_id", "thread_id"],
    column: "unread_count",
    truth: `select count(*) from messages m where not t.is_declined
      and m.thread_id = t.thread_id and m.sender_id <> t.user_id
      and m.created_at > greatest(t.last_read_at, t.cleared_at)`,
  },
  {
    table: "events",
    key: ["id"],
    column: "going_count",
    truth: "select count(*) from event_attendees a where a.event_id = t.id and a.state = 'going'",
  },
  {
    table: "events",
    key: ["id"],
    column: "waiting_count",
    truth: "select count(*) from event_attendees a where a.event_id = t.id and a.state = 'waiting'",
  },
  {
    table: "events",
    key: ["id"],
    column: "comments_count",
    truth: "select count(*) from comments c where c.event_id = t.id and not c.is_hidden and c.deleted_at is null",
  },
  {
    table: "notifications",
    key: ["id"],
    column: "others_count",
    truth: "select greatest(0, count(*) - 1) from notification_actors a where a.notification_id = t.id",
  },
  {
    table: "moderation_cases",
    key: ["id"],
    column: "reports_count",
    truth: "select count(*) from reports r where r.case_id = t.id",
  },
];

/** A kept count that differs from its rows. */
interface Drift {
  count: string;
  key: string[];
  kept: number;
  truth: number;
}

/**
 * Every kept count that differs from its rows. Each table is read in one snapshot, so that running transactions are not
 * reported.
 */
export async function findDrift(db: Db): Promise<Drift[]> {
  const drifts: Drift[] = [];
  for (const counted of keptCounts) drifts.push(...(await findDriftOf(db, counted)));
  return drifts;
}

/**
 * Finds every kept count that differs from its rows and repairs it before the next table is read: one that cannot be read
 * leaves those before it right. Writes kept counts.
 *
 * @returns What had drifted.
 */
export async function repairDrift(db: Db): Promise<Drift[]> {
  const repaired: Drift[] = [];
  for (const counted of keptCounts) {
    for (const drift of await findDriftOf(db, counted)) {
      await repairRow(db, counted, drift.key);
      repaired.push(drift);
    }
  }
  return repaired;
}

function findDriftOf(db: Db, counted: KeptCount): Promise<Drift[]> {
  return transact(db, async (tx) => {
    await allowLong(tx);
    const rows = await runSql<Omit<Drift, "count">>(
      tx,
      `select * from (
         select array[${counted.key.map((column) => `t.${column}::text`).join(", ")}] as key,
           t.${counted.column} as kept, (${counted.truth})::int as truth
         from ${counted.table} t
       ) counted where kept <> truth`,
      [],
    );
    return rows.map((row) => ({ count: `${counted.table}.${counted.column}`, ...row }));
  });
}

/** Recomputes a kept count from its rows with its row locked. */
async function repairRow(db: Db, counted: KeptCount, key: string[]): Promise<void> {
  const row = counted.key.map((column, index) => `t.${column} = $${index + 1}::uuid`).join(" and ");
  await transact(db, async (tx) => {
    // Changes of the counted rows lock this row, too, so the value cannot change while it is locked.
    await runSql(tx, `select from ${counted.table} t where ${row} for no key update`, key);
    await runSql(tx, `update ${counted.table} t set ${counted.column} = (${counted.truth}) where ${row}`, key);
  });
}

/** A row with a count that a member contributes to: the count as `table.column`, and the id that the row's key begins with. */
export interface CountedRow {
  count: string;
  id: string;
}

/** The rows of others that count something of this member. Call it before the account is deleted. */
export async function findCountedWith(db: Db, userId: string): Promise<CountedRow[]> {
  return runSql<CountedRow>(
    db,
    `with liked as (
       select l.outfit_id, o.user_id from likes l join outfits o on o.id = l.outfit_id where l.user_id = $1
     )
     select 'outfits.likes_count' as count, outfit_id as id from liked
     union select 'profiles.total_likes', user_id from liked
     union select 'outfits.saves_count', outfit_id from closet_saves where user_id = $1
     union select 'outfits.comments_count', outfit_id from comments where user_id = $1 and outfit_id is not null
     union select 'events.comments_count', event_id from comments where user_id = $1 and event_id is not null
     union select 'comments.replies_count', parent_id from comments where user_id = $1 and parent_id is not null
     union select 'comments.likes_count', comment_id from comment_likes where user_id = $1
     union select 'events.' || state || '_count', event_id from event_attendees where user_id = $1
     union select 'articles.likes_count', article_id from article_likes where user_id = $1
     union select 'profiles.reports_count', member_id from reports where reporter_id = $1
     union select 'moderation_cases.reports_count', case_id from reports where reporter_id = $1 and case_id is not null
     union select 'profiles.following_count', follower_id from follows where following_id = $1
     union select 'profiles.followers_count', following_id from follows where follower_id = $1
     union select 'styles.active_outfit_count', style_id from outfits where user_id = $1
     union select 'user_styles.outfits_count', l.user_id from likes l join outfits o on o.id = l.outfit_id where o.user_id = $1
     union select 'notifications.others_count', notification_id from notification_actors where actor_id = $1`,
    [userId],
  );
}

/** Recounts these rows, in the transaction that deleted what they count. Writes the named counts. */
export async function recountRows(tx: Tx, rows: CountedRow[]): Promise<void> {
  for (const { table, key, column, truth } of keptCounts) {
    const ids = rows.filter(({ count }) => count === `${table}.${column}`).map(({ id }) => id);
    if (ids.length === 0) continue;
    const these = `t.${key[0]} = any($1::uuid[])`;
    await runSql(tx, `select from ${table} t where ${these} order by ${key.join(", ")} for no key update`, [ids]);
    await runSql(tx, `update ${table} t set ${column} = (${truth}) where ${these}`, [ids]);
  }
}
