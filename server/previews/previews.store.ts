import type { Db } from "#server/db/db.ts";
import { type RawBuilder, sql } from "kysely";

export interface OutfitPreview {
  id: string;
  title: string;
  description: string | null;
  altText: string | null;
  style: string;
  username: string;
  imageKey: string;
  imageUrl: string;
  createdAt: Date;
}

/** What anybody may know of a listed outfit; undefined when it is not listed. */
export async function findOutfitPreview(db: Db, outfitId: string): Promise<OutfitPreview | undefined> {
  return db
    .selectFrom("outfits as o")
    .innerJoin("profiles as p", "p.id", "o.user_id")
    .innerJoin("styles as s", "s.id", "o.style_id")
    .innerJoin("images as i", "i.id", "o.image_id")
    .where("o.id", "=", outfitId)
    .where("o.is_listed", "=", true)
    .select([
      "o.id",
      "o.title",
      "o.description",
      "o.alt_text as altText",
      "s.name as style",
      "p.username",
      "i.key as imageKey",
      "o.image_url as imageUrl",
      "o.created_at as createdAt",
    ])
    .executeTakeFirst();
}

export interface ProfilePreview {
  username: string;
  bio: string | null;
  avatarUrl: string | null;
}

/** What anybody may know of a member; undefined for a private or banned one, and for a name that nobody bears now. */
export async function findProfilePreview(db: Db, username: string): Promise<ProfilePreview | undefined> {
  return db
    .selectFrom("profiles as p")
    .innerJoin("auth.users as u", "u.id", "p.id")
    .where("p.username", "=", username.toLowerCase())
    .where("p.is_private", "=", false)
    .where((is) => is.or([is("u.banned_until", "is", null), is("u.banned_until", "<", sql<Date>`clock_timestamp()`)]))
    .select(["p.username", "p.bio", "p.avatar_url as avatarUrl"])
    .executeTakeFirst();
}

/** The name of a style, for the title of its feed. */
export async function findStyleName(db: Db, styleId: string): Promise<string | undefined> {
  const row = await db.selectFrom("styles").select("name").where("id", "=", styleId).executeTakeFirst();
  return row?.name;
}

const day = (createdAt: RawBuilder<unknown>) => sql<string>`to_char(${createdAt} at time zone 'UTC', 'YYYY-MM-DD')`;

/** The first and last UTC day on which a listed outfit was posted, as YYYY-MM-DD; undefined while there is none. */
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
  const end = new Date(start.getTime() + 86_400_000);
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
