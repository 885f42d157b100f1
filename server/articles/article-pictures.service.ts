import type { ArticleContent } from "#contract/articles.ts";
import { dayMs, hourMs } from "#contract/durations.ts";
import { limits } from "#contract/limits.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { attachImage, releaseImages } from "#server/media/media.service.ts";
import { findRecord, insertArticleImage, listImageIds, listUnusedImageIds } from "./article-drafts.store.ts";
import { listArticlesToClear } from "./article-pictures.store.ts";
import { imageIdsOf } from "./publishable.ts";

/** The pictures that a text shows, with its cover. */
const shownIn = ({ body, cover }: ArticleContent): Set<string> =>
  new Set([...imageIdsOf(body), ...(cover ? [cover.imageId] : [])]);

/**
 * Gives the article the pictures that it shows for the first time: they must be the writer's own uploads, and are its
 * author's from then on.
 */
export async function attachImages(
  tx: Tx,
  write: { articleId: string; authorId: string; editorId: string; content: ArticleContent },
): Promise<void> {
  const { articleId, authorId: ownerId, editorId: userId, content } = write;
  const wanted = shownIn(content);
  if (wanted.size === 0) return;
  const known = new Set(await listImageIds(tx, articleId));
  for (const imageId of wanted) {
    if (known.has(imageId)) continue;
    await attachImage(tx, { userId, ownerId, imageId, kind: "article" });
    await insertArticleImage(tx, articleId, imageId);
  }
}

/** Up to when a picture was given to an article that may lose it: an editor that is open may still put back a newer one. */
const attachedBefore = (now: Date) => new Date(now.getTime() - limits.orphanImageHours * hourMs);

/** Releases the article's pictures that no version shows any more, after a day. The article must be locked. */
export async function releaseUnusedImages(
  tx: Tx,
  { articleId, content, now }: { articleId: string; content: ArticleContent; now: Date },
): Promise<void> {
  const shown = shownIn(content);
  await release(tx, { articleId, imageIds: (await listImageIds(tx, articleId)).filter((id) => !shown.has(id)), now });
}

async function release(
  tx: Tx,
  { articleId, imageIds, now }: { articleId: string; imageIds: string[]; now: Date },
): Promise<number> {
  if (imageIds.length === 0) return 0;
  const unused = await listUnusedImageIds(tx, articleId, { imageIds, attachedBefore: attachedBefore(now) });
  await releaseImages(tx, unused);
  return unused.length;
}

/**
 * Releases pictures that became a day old without a version that shows them; at each new version, the older ones were. The
 * job runs every hour, and another day is for servers that were away.
 *
 * @returns Their number.
 */
export async function releaseAbandonedImages(app: AppContext): Promise<number> {
  const now = app.clock.now();
  const before = attachedBefore(now);
  let released = 0;
  for (const articleId of await listArticlesToClear(app.db, { from: new Date(before.getTime() - dayMs), before })) {
    released += await transact(app.db, async (tx) => {
      // As a save does: it may be putting a picture back.
      if (!(await findRecord(tx, articleId, true))) return 0;
      return release(tx, { articleId, imageIds: await listImageIds(tx, articleId), now });
    });
  }
  return released;
}
