import type { ArticleBlock } from "#contract/article-body.ts";
import { hourMs } from "#contract/durations.ts";
import { insertPublishedArticle } from "#server/articles/published-articles.service.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { describeLook } from "#server/demo/art/describe.ts";
import { rasterise } from "#server/demo/art/raster.ts";
import { newId } from "#server/lib/ids.ts";
import { attachImage, storePicture } from "#server/media/media.service.ts";
import type { DemoArticle, DemoBlock, DemoPicture } from "./articles/demo-article.ts";
import { findOutfitByTitle, insertStep } from "./seed.store.ts";
import { type Scene, stepOf } from "./seed-posts.ts";

/** The name of an article's step. */
export const articleStepOf = ({ slug }: Pick<DemoArticle, "slug">): string => `article ${slug}`;

/** The steps of the posts that an article shows; they run before it. */
export function postStepsOf({ body }: DemoArticle): string[] {
  return body.flatMap((block) =>
    block.type === "look" ? [stepOf({ style: block.look[0], look: block.look[1] })] : [],
  );
}

/** Draws an article's pictures, stores them like uploads, and publishes it with its likes. */
export async function seedArticle(scene: Scene, article: DemoArticle): Promise<void> {
  const { app, idOf, seededAt } = scene;
  const authorId = idOf(article.author);
  const pictures = new Map<DemoPicture, string>();
  const shown = article.body.flatMap((block) => (block.type === "picture" ? [block.picture] : []));
  for (const picture of [article.cover, ...shown]) {
    const drawn = picture.draw();
    const bytes = await rasterise(drawn.svg, drawn);
    pictures.set(picture, (await storePicture(app, { userId: authorId, kind: "article", bytes })).id);
  }
  const imageOf = (picture: DemoPicture) => ({
    imageId: pictures.get(picture) ?? "",
    alt: picture.alt,
    caption: picture.caption,
  });
  await transact(app.db, async (tx) => {
    if (!(await insertStep(tx, articleStepOf(article), app.clock.now()))) return;
    for (const imageId of pictures.values()) await attachImage(tx, { userId: authorId, imageId, kind: "article" });
    const body: ArticleBlock[] = [];
    for (const block of article.body) body.push(await toBlock(tx, block, imageOf));
    const { title, summary, tags, cover, likers, hoursAgo } = article;
    const publishedAt = new Date(seededAt.getTime() - hoursAgo * hourMs);
    await insertPublishedArticle(tx, {
      id: newId(publishedAt.getTime()),
      authorId,
      content: { title, summary, tags, cover: imageOf(cover), body },
      publishedAt,
      likerIds: likers.map(idOf),
    });
  });
}

async function toBlock(
  tx: Tx,
  block: DemoBlock,
  imageOf: (picture: DemoPicture) => { imageId: string; alt: string; caption: string },
): Promise<ArticleBlock> {
  if (block.type === "picture") return { type: "image", ...imageOf(block.picture) };
  if (block.type !== "look") return block;
  const { title } = describeLook(...block.look);
  const outfitId = await findOutfitByTitle(tx, title);
  if (outfitId === undefined) throw new Error(`An article shows “${title}”, which is not posted`);
  return { type: "outfit", outfitId };
}
