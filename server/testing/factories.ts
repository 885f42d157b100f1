import { randomUUID } from "node:crypto";
import type { Db } from "#server/db/db.ts";
import type { UserRole } from "#server/db/schema.ts";
import { newId } from "#server/lib/ids.ts";

let made = 0;

/** A confirmed member with a profile, straight into the tables; the username is also its look-alike key here. */
export async function buildUser(
  db: Db,
  given: { username?: string; role?: UserRole; isPrivate?: boolean; isClosetPrivate?: boolean; createdAt?: Date } = {},
): Promise<{ id: string; username: string; email: string }> {
  made += 1;
  const id = randomUUID();
  const username = given.username ?? `member${made}_${id.slice(0, 4)}`;
  const email = `${username}@fash.example`;
  // Older than a day, so that the stricter limits of new accounts stay out of the way.
  const createdAt = given.createdAt ?? new Date("2026-01-01T00:00:00Z");
  await db
    .insertInto("auth.users")
    .values({
      id,
      email,
      email_confirmed_at: createdAt,
      created_at: createdAt,
      phone: null,
      password_hash: null,
      new_phone: null,
    })
    .execute();
  await db
    .insertInto("profiles")
    .values({
      id,
      username,
      username_skeleton: username,
      is_private: given.isPrivate ?? false,
      closet_private: given.isClosetPrivate ?? true,
      created_at: createdAt,
    })
    .execute();
  await db
    .insertInto("user_roles")
    .values({ user_id: id, role: given.role ?? "user" })
    .execute();
  return { id, username, email };
}

/** An uploaded picture of the member that no outfit shows yet. */
export async function buildImage(db: Db, userId: string): Promise<{ id: string; key: string }> {
  made += 1;
  const id = newId();
  const key = `${userId}/${1_700_000_000_000 + made}.webp`;
  await db
    .insertInto("images")
    .values({
      id,
      user_id: userId,
      kind: "outfit",
      key,
      width: 1_080,
      height: 1_440,
      widths: [320, 640],
      thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
      bytes: 100_000,
    })
    .execute();
  return { id, key };
}
