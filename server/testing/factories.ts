import { randomUUID } from "node:crypto";
import type { UpdateObject } from "kysely";
import { countWords } from "#contract/article-text.ts";
import type { ArticleContent } from "#contract/articles.ts";
import type { EventStyle, ItemCategory } from "#contract/limits.ts";
import { pictureUrl } from "#contract/picture-urls.ts";
import {
  insertArticle,
  insertArticleImage,
  updateRecord,
  writeVersion,
} from "#server/articles/article-drafts.store.ts";
import { insertPublishedArticle } from "#server/articles/published-articles.service.ts";
import { transact, type Db } from "#server/db/db.ts";
import type { ArticleStatus, EventStatus, Tables, UserRole } from "#server/db/schema.ts";
import { toLocalTime } from "#server/events/event-times.ts";
import { insertEvent } from "#server/events/events.store.ts";
import { newId } from "#server/lib/ids.ts";
import { insertLedgerEntries, type LedgerEntry, holdPoints } from "#server/points/points.store.ts";
import { changeAuthorCounts, changeStyleCounts, changeUserStyles } from "#server/counts/counts.service.ts";
import { insertOutfit, lockAuthor } from "#server/outfits/outfits.store.ts";
import { learnTerms } from "#server/outfits/search-terms.store.ts";

let made = 0;
const sampleThumbhash = "1QcSHQRnh493V4dIh4eXh1h4kJUI";

/** Inserts a confirmed member with a profile; the username is also its skeleton. */
export async function buildUser(
  db: Db,
  given: { username?: string; role?: UserRole; isPrivate?: boolean; isClosetPrivate?: boolean; createdAt?: Date } = {},
): Promise<{ id: string; username: string; email: string }> {
  made += 1;
  const id = randomUUID();
  const username = given.username ?? `member${made}_${id.slice(0, 4)}`;
  const email = `${username}@fash.example`;
  // Older than a day, so that the stricter limits of new accounts do not apply.
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

/** What may lie in the ledger of one day: five posts of 50 points and a daily login of 5 to 20. */
const dayPoints = 5 * 50;
let daysGiven = 0;

/**
 * Gives the member points, with a ledger entry: earned on days of the past of which no other call uses one, so that
 * every rule of the engine holds for them.
 */
export async function givePoints(db: Db, userId: string, points: number): Promise<void> {
  const entries: LedgerEntry[] = [];
  let dayStart = new Date();
  for (let left = points; left > 0; left -= dayPoints) {
    daysGiven += 1;
    dayStart = new Date(Date.parse("2025-01-01T00:00:00Z") - daysGiven * 86_400_000);
    for (const award of splitDay(Math.min(left, dayPoints))) {
      entries.push({ ...award, id: newId(), userId, subject: randomUUID(), outfitId: null, dayStart });
    }
  }
  await insertLedgerEntries(db, entries, dayStart);
}

/** Awards that add up to one day's points: posts, and for the rest a daily login, a link, or likes for the last few. */
function splitDay(points: number): { action: "POST_OUTFIT" | "DAILY_LOGIN" | "TAG_LINK" | "LIKE"; points: number }[] {
  const posts = Array.from({ length: Math.floor(points / 50) }, () => ({ action: "POST_OUTFIT" as const, points: 50 }));
  let rest = points % 50;
  const take = (action: "DAILY_LOGIN" | "TAG_LINK" | "LIKE", pointsMax: number) => {
    const taken = { action, points: Math.min(pointsMax, rest) };
    rest -= taken.points;
    return taken;
  };
  const others: ReturnType<typeof take>[] = [];
  if (rest >= 5) others.push(take("DAILY_LOGIN", 20));
  while (rest >= 5) others.push(take("TAG_LINK", 15));
  while (rest > 0) others.push(take("LIKE", 3));
  return [...posts, ...others];
}

/** A request of the member that awaits approval, with the points that it holds. */
export async function buildRedemption(
  db: Db,
  userId: string,
  given: { rewardId?: string } = {},
): Promise<{ id: string; rewardId: string; points: number }> {
  const reward = await db
    .selectFrom("rewards")
    .selectAll()
    .$if(given.rewardId !== undefined, (query) => query.where("id", "=", given.rewardId ?? ""))
    .orderBy("points_required")
    .orderBy("name")
    .limit(1)
    .executeTakeFirstOrThrow();
  const { id: rewardId, points_required: points } = reward;
  const id = newId();
  await givePoints(db, userId, points);
  await transact(db, async (tx) => {
    if (!(await holdPoints(tx, userId, points))) throw new Error("The points were given just now");
    const { gift_card_type, value_cents, currency, name: reward_name } = reward;
    await tx
      .insertInto("reward_redemptions")
      .values({ id, user_id: userId, reward_id: rewardId, points, reward_name, gift_card_type, value_cents, currency })
      .execute();
  });
  return { id, rewardId, points };
}

/** A placeholder code, for a request that a test has approved itself. */
export async function buildUsedCode(db: Db, redemption: { id: string; rewardId: string }): Promise<void> {
  const id = newId();
  const bytes = Buffer.from(id);
  await db
    .insertInto("gift_card_codes")
    .values({
      id,
      reward_id: redemption.rewardId,
      batch_id: null,
      order_id: null,
      key_id: "none",
      sealed: bytes,
      digest: bytes,
      redemption_id: redemption.id,
      used_at: new Date(),
    })
    .execute();
}

/** An uploaded picture of the member that no outfit shows yet. */
export async function buildImage(
  db: Db,
  userId: string,
  kind: "outfit" | "article" | "avatar" = "outfit",
): Promise<{ id: string; key: string }> {
  made += 1;
  const id = newId();
  const key = `${userId}/${1_700_000_000_000 + made}.webp`;
  await db
    .insertInto("images")
    .values({
      id,
      user_id: userId,
      kind,
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

const sentence = "Clothes that are worn often tell more about a person than those that are kept for best. ";

/** What an article says that lacks nothing but its cover. */
export function articleContent(given: Partial<ArticleContent> = {}): ArticleContent {
  made += 1;
  return {
    title: `Article ${made}`,
    summary: "On wearing things out",
    tags: ["care"],
    cover: null,
    body: [{ type: "paragraph", text: [{ text: sentence.repeat(12) }] }],
    ...given,
  };
}

/** An article of the member at its first revision, in any state, with a separate cover. */
export async function buildArticle(
  db: Db,
  authorId: string,
  given: { status?: ArticleStatus; publishedAt?: Date; content?: Partial<ArticleContent> } = {},
): Promise<{ id: string; revision: number; content: ArticleContent }> {
  const { status = "published", publishedAt: now = new Date() } = given;
  const id = newId();
  const image = await buildImage(db, authorId, "article");
  const content = articleContent({ cover: { imageId: image.id, alt: "A rail", caption: "" }, ...given.content });
  await transact(db, async (tx) => {
    await tx.updateTable("images").set({ attached_at: now }).where("id", "=", image.id).execute();
    if (status === "published") return insertPublishedArticle(tx, { id, authorId, content, publishedAt: now });
    await insertArticle(tx, { id, authorId });
    await insertArticleImage(tx, id, image.id);
    const wordCount = countWords(content.body);
    await writeVersion(tx, { articleId: id, number: 1, revision: 1, editorId: authorId, content, wordCount, now });
    if (status !== "draft") await updateRecord(tx, id, { status, submitted_at: now });
  });
  return { id, revision: 1, content };
}

/** A new style with a unique name. */
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

/** An outfit of the member, inserted by the module's store, so that kept counts include it. */
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
  await transact(db, async (tx) => {
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

/** A published event of the member, a week ahead and three hours long, made by the module's own store. */
export async function buildEvent(
  db: Db,
  userId: string,
  given: {
    title?: string;
    location?: string;
    address?: string | null;
    style?: EventStyle;
    startsAt?: Date;
    hours?: number;
    timeZone?: string;
    capacity?: number | null;
    status?: EventStatus;
  } = {},
): Promise<{ id: string; title: string; startsAt: Date; endsAt: Date; imageId: string }> {
  made += 1;
  const now = new Date();
  const defaults = {
    title: `Event ${made}`,
    location: "Halle 3, Rotterdam",
    timeZone: "Europe/Amsterdam",
    style: "Streetwear",
    address: null,
    capacity: null,
    hours: 3,
    status: "published",
  } as const;
  const { title, location, timeZone, style: styleName, address, capacity, hours, status } = { ...defaults, ...given };
  const startMs = given.startsAt?.getTime() ?? now.getTime() + 7 * 86_400_000;
  // Forms know whole minutes only.
  const startsAt = new Date(Math.floor(startMs / 60_000) * 60_000);
  const endsAt = new Date(startsAt.getTime() + hours * 3_600_000);
  const image = await buildImage(db, userId);
  await db.updateTable("images").set({ attached_at: now }).where("id", "=", image.id).execute();
  const id = newId();
  const style = await db.selectFrom("styles").select("id").where("name", "=", styleName).executeTakeFirstOrThrow();
  const content = {
    title,
    description: null,
    styleId: style.id,
    coverAlt: null,
    location,
    address,
    startsAt,
    endsAt,
    startsOn: toLocalTime(startsAt, timeZone).slice(0, 10),
    endsOn: toLocalTime(endsAt, timeZone).slice(0, 10),
    timeZone,
    capacity,
  };
  const change = status === "published" ? { status, submittedAt: now, publishedAt: now } : { status };
  await insertEvent(db, { id, userId, imageId: image.id, content, change, now });
  await learnTerms(db, { title: `${title} ${location}`, tags: [], brands: [] });
  return { id, title, startsAt, endsAt, imageId: image.id };
}
