import { randomUUID } from "node:crypto";
import type { UpdateObject } from "kysely";
import type { ItemCategory } from "#contract/limits.ts";
import { pictureUrl } from "#contract/picture-urls.ts";
import type { Db } from "#server/db/db.ts";
import type { Tables, UserRole } from "#server/db/schema.ts";
import { newId } from "#server/lib/ids.ts";
import { insertLedgerEntries } from "#server/points/points.store.ts";
import { changeAuthorCounts, changeStyleCounts, changeUserStyles } from "#server/outfits/outfit-counts.store.ts";
import { insertOutfit, lockAuthor } from "#server/outfits/outfits.store.ts";

let made = 0;
const sampleThumbhash = "1QcSHQRnh493V4dIh4eXh1h4kJUI";

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

/** Points that the member has, and the ledger knows. */
export async function givePoints(db: Db, userId: string, points: number): Promise<void> {
  const entry = { id: newId(), userId, action: "DAILY_LOGIN" as const, points, deed: randomUUID(), outfitId: null };
  await insertLedgerEntries(db, [entry], new Date());
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
      thumbhash: sampleThumbhash,
      bytes: 100_000,
    })
    .execute();
  return { id, key };
}

/** A style of its own, with a name that nothing else has. */
export async function buildStyle(db: Db, given: { name?: string } = {}): Promise<{ id: string; name: string }> {
  made += 1;
  const style = { id: newId(), name: given.name ?? `Style ${made} ${randomUUID().slice(0, 4)}` };
  await db
    .insertInto("styles")
    .values({ ...style, image_url: null })
    .execute();
  return style;
}

const streetwearId = "01930000-0000-7000-8000-000000000001";

/** An outfit of the member, made by the noun's own store, so that every kept count tells of it. */
export async function buildOutfit(
  db: Db,
  userId: string,
  given: {
    title?: string;
    description?: string;
    styleId?: string;
    tags?: string[];
    items?: { category?: ItemCategory; brand?: string; productName?: string; productUrl?: string | null }[];
    isActive?: boolean;
    createdAt?: Date;
  } = {},
): Promise<{ id: string; title: string; styleId: string; imageId: string }> {
  made += 1;
  const { title = `Outfit ${made}`, styleId = streetwearId, isActive = true } = given;
  const id = newId(given.createdAt?.getTime());
  const image = await buildImage(db, userId);
  await db.updateTable("images").set({ attached_at: new Date() }).where("id", "=", image.id).execute();
  await db.transaction().execute(async (tx) => {
    const author = await lockAuthor(tx, userId);
    const picture = { ...image, url: pictureUrl(image.key), width: 1_080, height: 1_440, thumbhash: sampleThumbhash };
    const items = (given.items ?? []).map((item) => ({
      id: newId(),
      category: item.category ?? "Shirt",
      brand: item.brand ?? "Acme",
      productName: item.productName ?? "Tee",
      productUrl: item.productUrl ?? null,
    }));
    const content = {
      title,
      description: given.description ?? null,
      altText: null,
      styleId,
      tags: given.tags ?? [],
      items,
    };
    await insertOutfit(tx, { id, author, picture, content });
    const changes: UpdateObject<Tables, "outfits"> = { is_active: isActive };
    if (given.createdAt) changes.created_at = given.createdAt;
    await tx.updateTable("outfits").set(changes).where("id", "=", id).execute();
    await changeAuthorCounts(tx, userId, { outfits: isActive ? 1 : 0, likes: 0 });
    await changeUserStyles(tx, [{ userId, styleId, by: 1 }]);
    if (isActive && author.isListed) await changeStyleCounts(tx, [{ styleId, by: 1 }]);
  });
  return { id, title, styleId, imageId: image.id };
}
