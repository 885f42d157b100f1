import { dayMs } from "#contract/durations.ts";
import { type Db, type Pool, type PreparedStatement, runPrepared, runSql } from "#server/db/db.ts";
import { type RawBuilder, sql } from "kysely";
import { isNotBanned } from "#server/members/member-sql.ts";

export interface OutfitPreview {
  id: string;
  title: string;
  description: string | null;
  altText: string | null;
  style: string;
  username: string;
  displayName: string | null;
}

const outfitPreview: PreparedStatement = {
  name: "outfit_preview",
  text: `select o.id, o.title, o.description, o.alt_text as "altText", s.name as style, p.username,
      p.display_name as "displayName"
    from outfits o join profiles p on p.id = o.user_id join styles s on s.id = o.style_id
    where o.id = $1::uuid and o.is_listed`,
};

/** The public fields of a listed outfit; undefined if it is not listed. */
export async function findOutfitPreview(pool: Pool, outfitId: string): Promise<OutfitPreview | undefined> {
  const [outfit] = await runPrepared<OutfitPreview>(pool, outfitPreview, [outfitId]);
  return outfit;
}

export interface ProfilePreview {
  id: string;
  username: string;
  displayName: string | null;
  bio: string | null;
  avatarUrl: string | null;
}

/** The public fields of a member; undefined for private or banned members and unknown names. */
export async function findProfilePreview(db: Db, username: string): Promise<ProfilePreview | undefined> {
  return db
    .selectFrom("profiles as p")
    .innerJoin("auth.users as u", "u.id", "p.id")
    .where("p.username", "=", username.toLowerCase())
    .where("p.is_private", "=", false)
    .where(sql<boolean>`${sql.raw(isNotBanned("u", "clock_timestamp()"))}`)
    .select(["p.id", "p.username", "p.display_name as displayName", "p.bio", "p.avatar_url as avatarUrl"])
    .executeTakeFirst();
}

/** The name of a style, for the title of its feed. */
export async function findStyleName(db: Db, styleId: string): Promise<string | undefined> {
  const row = await db.selectFrom("styles").select("name").where("id", "=", styleId).executeTakeFirst();
  return row?.name;
}

/** Ids of the styles that have listed outfits, by name. */
export async function listShownStyles(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("styles")
    .select("id")
    .where("active_outfit_count", ">", 0)
    .orderBy("name")
    .execute();
  return rows.map((row) => row.id);
}

/** What a link preview can be of; the key of a profile and a style is its id, that of a tag and a brand its name. */
export type PreviewKind = "outfit" | "article" | "event" | "profile" | "style" | "tag" | "brand";

const newestFirst = "order by o.created_at desc, o.id desc limit 3";
const bearing = (table: string, column: string) => `
  select o.* from (select distinct outfit_id from ${table} where lower(${column}) = lower($1) order by outfit_id desc) t
  join outfits o on o.id = t.outfit_id where o.is_listed order by t.outfit_id desc limit 3`;
const shownOutfits: Record<Exclude<PreviewKind, "event">, string> = {
  outfit: "select o.* from outfits o where o.is_listed and o.id = $1::uuid",
  article: `select a.cover_image_id as image_id, a.published_at as created_at, a.id from articles a
    join auth.users u on u.id = a.author_id
    where a.id = $1::uuid and a.is_public and not a.is_hidden and ${isNotBanned("u")}`,
  profile: `select o.* from outfits o where o.is_listed and o.user_id = $1::uuid ${newestFirst}`,
  style: `select o.* from outfits o where o.is_listed and o.style_id = $1::uuid ${newestFirst}`,
  tag: bearing("outfit_tags", "tag"),
  brand: bearing("outfit_items", "brand"),
};

/** The storage keys of the pictures of the subject's newest listed outfits, at most three. */
export async function listPreviewPhotos(db: Db, kind: PreviewKind, key: string): Promise<string[]> {
  if (kind === "event") return listCover(db, key);
  const rows = await runSql<{ key: string }>(
    db,
    `select i.key from (${shownOutfits[kind]}) o join images i on i.id = o.image_id order by o.created_at desc, o.id desc`,
    [key],
  );
  return rows.map((row) => row.key);
}

/** The key in storage of a published event's cover. */
async function listCover(db: Db, eventId: string): Promise<string[]> {
  const rows = await runSql<{ key: string }>(
    db,
    `select i.key from events e join images i on i.id = e.image_id join auth.users u on u.id = e.user_id
     where e.id = $1::uuid and e.status = 'published' and not e.is_hidden and ${isNotBanned("u", "clock_timestamp()")}`,
    [eventId],
  );
  return rows.map(({ key: cover }) => cover);
}

const day = (createdAt: RawBuilder<unknown>) => sql<string>`to_char(${createdAt} at time zone 'UTC', 'YYYY-MM-DD')`;

/** The first and last UTC day on which a listed outfit was posted, as YYYY-MM-DD; undefined if there is none. */
export async function findListedDays(db: Db): Promise<{ first: string; last: string } | undefined> {
  const row = await db
    .selectFrom("outfits")
    .where("is_listed", "=", true)
    .select([day(sql`min(created_at)`).as("first"), day(sql`max(created_at)`).as("last")])
    .executeTakeFirst();
  return row?.first ? row : undefined;
}

/** Listed outfits of one UTC day, newest first, at most `limit`. */
export async function listOutfitsOfDay(
  db: Db,
  isoDay: string,
  limit: number,
): Promise<{ id: string; updatedAt: Date }[]> {
  const start = new Date(`${isoDay}T00:00:00Z`);
  const end = new Date(start.getTime() + dayMs);
  return db
    .selectFrom("outfits")
    .where("is_listed", "=", true)
    .where("created_at", ">=", start)
    .where("created_at", "<", end)
    .orderBy("created_at", "desc")
    .limit(limit)
    .select(["id", "updated_at as updatedAt"])
    .execute();
}
