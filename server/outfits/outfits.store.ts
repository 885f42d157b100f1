import { sql } from "kysely";
import { type Db, runSql } from "#server/db/db.ts";
import type { Spot } from "#contract/outfits.ts";
import type { ColourKey } from "#contract/colours.ts";
import { toColourWords } from "#server/lib/colour-words.ts";
import { toSearchText } from "#server/lib/search-text.ts";
import { isNotBanned } from "#server/members/member-sql.ts";
import { learnTerms } from "./search-terms.store.ts";

/** An outfit's picture as stored in its row. */
export interface OutfitPicture {
  id: string;
  url: string;
  width: number;
  height: number;
  thumbhash: string;
}

/** Everything a member enters about an outfit, validated. */
export interface OutfitContent {
  title: string;
  description: string | null;
  altText: string | null;
  /** Undefined keeps what an edited outfit says. */
  isAiMade?: boolean | undefined;
  styleId: string;
  tags: string[];
  items: OutfitItemContent[];
}
interface OutfitItemContent {
  id: string;
  category: string;
  brand: string;
  productName: string;
  productUrl: string | null;
  spot?: Spot | null;
}

/** The columns of `outfits` that derive from its content and its author's names. */
async function contentColumns(tx: Db, content: OutfitContent, author: AuthorNames, colours: readonly ColourKey[]) {
  const { title, description, altText, isAiMade, styleId, tags, items } = content;
  const brands = [...new Set(items.map((item) => item.brand))];
  const products = items.map((item) => item.productName);
  const style = await getStyleName(tx, styleId);
  return {
    title,
    description,
    alt_text: altText,
    shown_alt_text: altText ?? describeOutfit(content),
    ...(isAiMade === undefined ? {} : { is_ai_made: isAiMade }),
    style_id: styleId,
    tags,
    search_text: describeForSearch({ title, description, author, tags, brands, products, style, colours }),
  };
}

async function getStyleName(tx: Db, styleId: string): Promise<string> {
  const { name } = await tx.selectFrom("styles").select("name").where("id", "=", styleId).executeTakeFirstOrThrow();
  return name;
}

type AuthorNames = Pick<OutfitAuthor, "username" | "displayName">;

/** What a search compares with. */
export interface SearchSource {
  title: string;
  description: string | null;
  author: AuthorNames;
  tags: readonly string[];
  brands: readonly string[];
  /** The names of its items. */
  products: readonly string[];
  /** Its name. */
  style: string;
  /** Of its palette, as far as the cover was analysed. */
  colours: readonly ColourKey[];
}

/** The search text of an outfit. */
export function describeForSearch(source: SearchSource): string {
  const { title, description, author, tags, brands, products, style, colours } = source;
  const names = [author.username, author.displayName ?? ""];
  const worn = [...brands, ...products];
  return toSearchText([title, description ?? "", ...names, ...tags, ...worn, style, ...toColourWords(colours)]);
}

/** SQL for the texts of outfit `o` that its search text consists of, but for its author's names and its colours. */
export const searchSourceColumns = `o.title, o.description, o.tags,
  array(select distinct i.brand from outfit_items i where i.outfit_id = o.id) as brands,
  array(select i.product_name from outfit_items i where i.outfit_id = o.id order by i.position) as products,
  (select s.name from styles s where s.id = o.style_id) as style`;

/** SQL for the colours of the palette of outfit `o`; those of another cover do not count. */
export const paletteKeys = `array(
  select c->>'key' from outfit_looks l, jsonb_array_elements(l.palette) c
  where l.outfit_id = o.id and o.analysed_image_id = o.image_id)`;

/** The alt text of an outfit whose author wrote none: its title and items. */
function describeOutfit({ title, items }: OutfitContent): string {
  const worn = items.map((item) => `${item.brand} ${item.productName}`).join(", ");
  return worn === "" ? title : `${title}: ${worn}`;
}

const pictureColumns = (picture: OutfitPicture) => ({
  image_id: picture.id,
  image_url: picture.url,
  image_width: picture.width,
  image_height: picture.height,
  thumbhash: picture.thumbhash,
});

/** The author of an outfit: their names, and whether lists show their outfits. */
export interface OutfitAuthor {
  id: string;
  username: string;
  displayName: string | null;
  isListed: boolean;
}

/**
 * The member as an author. Locks the profile's row until the transaction ends; what is read after it is not older than the
 * lock, so that a ban that was waited for counts.
 */
export async function lockAuthor(tx: Db, userId: string): Promise<OutfitAuthor> {
  await runSql(tx, "select from profiles where id = $1 for no key update", [userId]);
  const [author] = await runSql<OutfitAuthor>(
    tx,
    `select p.id, p.username, p.display_name as "displayName",
       not p.is_private and ${isNotBanned("u")} as "isListed"
     from profiles p join auth.users u on u.id = p.id where p.id = $1`,
    [userId],
  );
  if (!author) throw new Error("A session without a profile");
  return author;
}

/** Inserts an outfit with its tags and items. Writes `outfits`, `outfit_tags`, `outfit_items` and `search_terms`. */
export async function insertOutfit(
  tx: Db,
  outfit: { id: string; author: OutfitAuthor; picture: OutfitPicture; content: OutfitContent; createdAt?: Date },
): Promise<void> {
  const { id, author, picture, content, createdAt } = outfit;
  await tx
    .insertInto("outfits")
    .values({
      id,
      user_id: author.id,
      is_author_listed: author.isListed,
      ...(await contentColumns(tx, content, author, [])),
      ...pictureColumns(picture),
      ...(createdAt ? { created_at: createdAt, updated_at: createdAt } : {}),
    })
    .execute();
  await insertParts(tx, id, content);
}

/** Rewrites an outfit with its tags and items. Writes `outfits`, `outfit_tags`, `outfit_items` and `search_terms`. */
export async function updateOutfit(
  tx: Db,
  outfit: { id: string; author: AuthorNames; picture: OutfitPicture | undefined; content: OutfitContent; now: Date },
): Promise<void> {
  const { id, author, picture, content, now } = outfit;
  const colours = picture ? [] : await listColours(tx, id);
  await tx
    .updateTable("outfits")
    .set({
      ...(await contentColumns(tx, content, author, colours)),
      ...(picture ? { ...pictureColumns(picture), analysis_failures: 0, analysis_retry_at: null } : {}),
      updated_at: now,
    })
    .where("id", "=", id)
    .execute();
  await tx.deleteFrom("outfit_tags").where("outfit_id", "=", id).execute();
  await tx.deleteFrom("outfit_items").where("outfit_id", "=", id).execute();
  await insertParts(tx, id, content);
}

async function listColours(tx: Db, outfitId: string): Promise<ColourKey[]> {
  const [found] = await runSql<{ keys: ColourKey[] }>(
    tx,
    `select ${paletteKeys} as keys from outfits o where o.id = $1`,
    [outfitId],
  );
  return found?.keys ?? [];
}

async function insertParts(tx: Db, outfitId: string, { title, tags, items }: OutfitContent): Promise<void> {
  const [brands, products] = [items.map((item) => item.brand), items.map((item) => item.productName)];
  await learnTerms(tx, { title: [title, ...products].join(" "), tags, brands });
  if (tags.length > 0) {
    const rows = tags.map((tag, index) => ({ outfit_id: outfitId, tag, position: index + 1 }));
    await tx.insertInto("outfit_tags").values(rows).execute();
  }
  if (items.length === 0) return;
  await runSql(
    tx,
    `insert into outfit_items (id, outfit_id, category_id, brand, product_name, product_url, position,
       spot_image_id, spot_x, spot_y)
     select i.id, $1, c.id, i.brand, i.product_name, i.product_url, i.place, i.spot_image_id, i.spot_x, i.spot_y
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::real[], $9::real[])
       with ordinality i(id, category, brand, product_name, product_url, spot_image_id, spot_x, spot_y, place)
     join categories c on c.name = i.category`,
    [
      outfitId,
      items.map((item) => item.id),
      items.map((item) => item.category),
      items.map((item) => item.brand),
      items.map((item) => item.productName),
      items.map((item) => item.productUrl),
      items.map((item) => item.spot?.imageId ?? null),
      items.map((item) => item.spot?.x ?? null),
      items.map((item) => item.spot?.y ?? null),
    ],
  );
}

/** An outfit before an edit or a deletion. */
export interface LockedOutfit {
  id: string;
  userId: string;
  styleId: string;
  imageId: string;
  title: string;
  description: string | null;
  isActive: boolean;
  isListed: boolean;
  /** Whether lists show what its author posts. */
  isAuthorListed: boolean;
  likesCount: number;
}

/**
 * Locks the outfit until the transaction ends, so that likes and edits wait. Views are counted meanwhile, unless it is about to be
 * deleted. Undefined if it does not exist.
 */
export async function lockOutfit(
  tx: Db,
  outfitId: string,
  { isDeletion = false } = {},
): Promise<LockedOutfit | undefined> {
  const [found] = await runSql<LockedOutfit>(
    tx,
    `select id, user_id as "userId", style_id as "styleId", image_id as "imageId", title, description,
       is_active as "isActive", is_listed as "isListed", is_author_listed as "isAuthorListed",
       likes_count as "likesCount"
     from outfits where id = $1 for ${isDeletion ? "update" : "no key update"}`,
    [outfitId],
  );
  return found;
}

/** Shows an outfit or hides it. Writes `outfits`. */
export async function updateActive(tx: Db, outfitId: string, isActive: boolean): Promise<void> {
  await tx.updateTable("outfits").set({ is_active: isActive }).where("id", "=", outfitId).execute();
}

/** Deletes an outfit and, by cascade, all that hangs on it. Writes `outfits`. */
export async function deleteOutfit(tx: Db, outfitId: string): Promise<void> {
  await tx.deleteFrom("outfits").where("id", "=", outfitId).execute();
}

/** The id of the member's outfit, posted after `since`, that has this photo; for the retry of a post whose response was lost. */
export async function findOutfitByImage(
  db: Db,
  { userId, imageId, since }: { userId: string; imageId: string; since: Date },
): Promise<string | undefined> {
  const found = await db
    .selectFrom("outfits")
    .select("id")
    .where("user_id", "=", userId)
    .where("created_at", ">", since)
    .where((b) =>
      b.or([
        b("image_id", "=", imageId),
        b("id", "in", b.selectFrom("outfit_photos").select("outfit_id").where("image_id", "=", imageId)),
      ]),
    )
    .executeTakeFirst();
  return found?.id;
}

/** Raises or lowers an outfit's comment count. Writes `outfits`. */
export async function changeCommentsCount(tx: Db, outfitId: string, by: number): Promise<void> {
  await tx
    .updateTable("outfits")
    .set((b) => ({ comments_count: b("comments_count", "+", by) }))
    .where("id", "=", outfitId)
    .execute();
}

/** A member's outfits in batches by id, with the inputs of their search text. */
export async function listSearchSources(
  tx: Db,
  userId: string,
): Promise<({ id: string } & Omit<SearchSource, "author">)[]> {
  return runSql(
    tx,
    `select o.id, ${searchSourceColumns}, ${paletteKeys} as colours
     from outfits o where o.user_id = $1 order by o.id for no key update of o`,
    [userId],
  );
}

/** Updates search texts. Writes `outfits`. */
export async function updateSearchTexts(tx: Db, texts: { id: string; text: string }[]): Promise<void> {
  await runSql(
    tx,
    `update outfits o set search_text = t.text from unnest($1::uuid[], $2::text[]) t(id, text) where o.id = t.id`,
    [texts.map((row) => row.id), texts.map((row) => row.text)],
  );
}

/** Outfits behind one, by id, with their search text and its inputs. */
export async function listOldSearchTexts(
  tx: Db,
  after: string,
  limit: number,
): Promise<({ id: string; oldText: string } & SearchSource)[]> {
  return runSql(
    tx,
    `select o.id, o.search_text as "oldText", ${searchSourceColumns}, ${paletteKeys} as colours,
       json_build_object('username', p.username, 'displayName', p.display_name) as author
     from outfits o join profiles p on p.id = o.user_id where o.id > $1 order by o.id limit $2`,
    [after, limit],
  );
}

/** Updates search texts where they are still the old ones. Writes `outfits`. */
export async function replaceSearchTexts(
  tx: Db,
  texts: { id: string; oldText: string; text: string }[],
): Promise<void> {
  await runSql(
    tx,
    `update outfits o set search_text = t.text from unnest($1::uuid[], $2::text[], $3::text[]) t(id, old_text, text)
     where o.id = t.id and o.search_text = t.old_text`,
    [texts.map((row) => row.id), texts.map((row) => row.oldText), texts.map((row) => row.text)],
  );
}

/** Queues the job that writes the search texts behind an outfit again. */
export async function queueSearchTexts(tx: Db, after: string): Promise<void> {
  await runSql(tx, "select graphile_worker.add_job('rewriteSearchTexts', json_build_object('after', $1::uuid))", [
    after,
  ]);
}

/**
 * Sets whether lists show a member's outfits, and returns how many active ones each style gained or lost. Writes
 * `outfits`.
 */
export async function updateAuthorListed(
  tx: Db,
  userId: string,
  isListed: boolean,
): Promise<{ styleId: string; count: number }[]> {
  const rows = await tx
    .updateTable("outfits")
    .set({ is_author_listed: isListed })
    .where("user_id", "=", userId)
    .where("is_author_listed", "!=", isListed)
    .returning(["style_id as styleId", sql<number>`is_active::integer`.as("count")])
    .execute();
  return rows;
}
