import { hourMs } from "#contract/durations.ts";
import { avatarPicture } from "#server/demo/art/portraits.ts";
import { describeLook, type DescribedLook } from "#server/demo/art/describe.ts";
import { bannerPicture } from "#server/demo/art/group.ts";
import { LOOKS } from "#server/demo/art/looks.ts";
import { rasterise } from "#server/demo/art/raster.ts";
import {
  type CloseUp,
  closeUpPicture,
  closeUpsOf,
  itemPlaces,
  outfitPicture,
  type Picture,
} from "#server/demo/art/scene.ts";
import { seededRandom } from "#server/demo/art/seeded-random.ts";
import { type Tx, transact } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { newId } from "#server/lib/ids.ts";
import { attachImage, storePicture } from "#server/media/media.service.ts";
import { notify } from "#server/notifications/notifications.service.ts";
import { changeAuthorCounts, changeStyleCounts, changeUserStyles } from "#server/counts/counts.service.ts";
import { insertMorePhotos } from "#server/outfits/outfit-photos.service.ts";
import { insertOutfit, lockAuthor } from "#server/outfits/outfits.service.ts";
import { dropFeedPages } from "#server/outfits/page-cache.service.ts";
import { raiseActivity } from "#server/points/points.service.ts";
import { DEMO_PEOPLE } from "./people.ts";
import {
  setNotificationTimes,
  type Action,
  insertEarnings,
  insertLife,
  insertStep,
  type OutfitLife,
  showPicture,
} from "./seed.store.ts";
import { demoAccounts } from "./seed-people.ts";
import type { DemoPost, DemoStory } from "./story.ts";

/** The ids of members and styles, and the time from which the story counts back. */
export interface Scene {
  app: AppContext;
  idOf: (username: string) => string;
  styleIdOf: (name: string) => string;
  seededAt: Date;
}

const postPoints = 50;
const modelOf = (username: string) => DEMO_PEOPLE.find((person) => person.username === username)?.model;

/** The story's posts and the demo member's own, with the demo member's likes and saves, newest first. */
export function postsWithDemoMember(story: DemoStory): DemoPost[] {
  const { username } = demoAccounts.member;
  const theirs = story.posts.map((post): DemoPost => {
    const random = seededRandom(`${username}/${post.style}/${post.look}`);
    const [likes, saves] = [random.chance(0.25), random.chance(0.14)];
    return {
      ...post,
      likers: likes ? [...post.likers, username] : post.likers,
      savers: saves ? [...post.savers, username] : post.savers,
    };
  });
  return [...theirs, ...ownPosts].toSorted((a, b) => a.hoursAgo - b.hoursAgo);
}

/** Looks that are recombined from the curated ones. */
const ownPosts: readonly DemoPost[] = [
  {
    author: demoAccounts.member.username,
    style: "Casual",
    look: LOOKS.Casual.length + 1,
    hoursAgo: 26,
    views: 118,
    likers: ["mia.okafor", "hana_suzuki", "ben_holt", "chloe.ng", "priya.shah", "will.park", "lena.fox"],
    savers: ["hana_suzuki"],
    comments: [
      { author: "mia.okafor", text: "This is so you. More please!", hoursAgo: 22 },
      { author: "ben_holt", text: "Where are the shoes from?", hoursAgo: 5 },
    ],
  },
  {
    author: demoAccounts.member.username,
    style: "Streetwear",
    look: LOOKS.Streetwear.length + 2,
    hoursAgo: 170,
    views: 203,
    likers: ["tomek_wears", "aisha.rahman", "jonas.eck", "yara_n", "kenji.mori"],
    savers: ["tomek_wears", "jonas.eck"],
    comments: [{ author: "aisha.rahman", text: "Lovely proportions.", hoursAgo: 160 }],
  },
];

/** Draws a post's picture, stores it like an upload, and inserts the post with its likes, saves and comments. */
export async function seedPost(scene: Scene, post: DemoPost): Promise<void> {
  const { app, idOf, styleIdOf } = scene;
  const userId = idOf(post.author);
  const styleId = styleIdOf(post.style);
  const words = describeLook(post.style, post.look);
  const { style, look } = post;
  const model = modelOf(post.author);
  const image = await draw(app, userId, "outfit", outfitPicture(style, look, model));
  const more: { imageId: string; altText: string }[] = [];
  for (const closeUp of closeUpsFor(post)) {
    const drawn = await draw(app, userId, "outfit", closeUpPicture(style, look, closeUp, model));
    more.push({ imageId: drawn.id, altText: describeCloseUp(closeUp, words) });
  }
  const life = lifeOf(scene, post);
  await transact(app.db, async (tx) => {
    if (!(await insertStep(tx, stepOf(post), app.clock.now()))) return;
    const author = await lockAuthor(tx, userId);
    const picture = await attachImage(tx, { userId, imageId: image.id, kind: "outfit" });
    const id = newId(life.createdAt.getTime());
    for (const { imageId } of more) await attachImage(tx, { userId, imageId, kind: "outfit" });
    const items = markItems(post, image.id, words).map((item) => ({ id: newId(), ...item }));
    const { title, description, altText, tags } = words;
    const content = { title, description, altText, styleId, tags, items };
    await insertOutfit(tx, { id, author, picture, content, createdAt: life.createdAt });
    await insertMorePhotos(tx, id, more);
    await insertLife(tx, id, life);
    await changeAuthorCounts(tx, userId, { outfits: 1, likes: life.likes.length });
    await raiseActivity(tx, userId, life.createdAt);
    const fans = [userId, ...life.likes.map((like) => like.userId)];
    await changeUserStyles(
      tx,
      fans.map((fan) => ({ userId: fan, styleId, by: 1 })),
    );
    if (post.author === demoAccounts.member.username) await tellDemoMember(tx, app, { id, userId, life });
    await changeStyleCounts(tx, [{ styleId, by: 1 }]);
  });
  dropFeedPages(app.pool);
}

const hasCloseUp = 0.45;
const hasTwoCloseUps = 0.4;
const hasMarks = 0.6;

/** Some members add photos from nearer: of the upper half, or of the shoes, too. */
function closeUpsFor(post: DemoPost): CloseUp[] {
  const random = seededRandom(`close-ups/${stepOf(post)}`);
  if (!random.chance(hasCloseUp)) return [];
  return closeUpsOf(post.style, post.look).slice(0, random.chance(hasTwoCloseUps) ? 2 : 1);
}

function describeCloseUp(closeUp: CloseUp, { items }: DescribedLook): string {
  const wanted = closeUp === "shoes" ? ["Shoes"] : ["Jacket", "Shirt"];
  const names = items.filter(({ category }) => wanted.includes(category)).map(({ productName }) => productName);
  return names.length === 0 ? "The outfit from nearer" : `From nearer: ${names.slice(0, 2).join(" and ")}`;
}

/** Some members mark the first item of each category on the photo. */
function markItems(post: DemoPost, imageId: string, { items }: DescribedLook) {
  const places = seededRandom(`marks/${stepOf(post)}`).chance(hasMarks)
    ? itemPlaces(post.style, post.look, modelOf(post.author))
    : {};
  return items.map((item, index) => {
    const place = places[item.category];
    const isFirst = items.findIndex(({ category }) => category === item.category) === index;
    return { ...item, spot: place && isFirst ? { imageId, x: place[0], y: place[1] } : null };
  });
}

/** The name of a post's step. */
export const stepOf = (post: Pick<DemoPost, "style" | "look">): string => `post ${post.style} ${post.look}`;

/** Draws a member's avatar or banner and sets it on the profile. */
export async function seedPortrait({ app, idOf }: Scene, kind: "avatar" | "banner", username: string): Promise<void> {
  const userId = idOf(username);
  const drawn = kind === "avatar" ? avatarPicture(username, modelOf(username)) : bannerPicture(username);
  const image = await draw(app, userId, kind, drawn);
  await transact(app.db, async (tx) => {
    if (!(await insertStep(tx, `${kind} ${username}`, app.clock.now()))) return;
    const { url } = await attachImage(tx, { userId, imageId: image.id, kind });
    await showPicture(tx, userId, kind, url);
  });
  dropFeedPages(app.pool);
}

async function draw(app: AppContext, userId: string, kind: "outfit" | "avatar" | "banner", picture: Picture) {
  return storePicture(app, { userId, kind, bytes: await rasterise(picture.svg, picture) });
}

function lifeOf({ idOf, seededAt }: Scene, post: DemoPost): OutfitLife {
  const at = (hoursAgo: number) => new Date(seededAt.getTime() - hoursAgo * hourMs);
  const random = seededRandom(`moments/${stepOf(post)}`);
  // Most come soon after the post, a few much later.
  const deedOf = (username: string): Action => ({
    userId: idOf(username),
    at: at(post.hoursAgo * (1 - random.next() ** 2 * 0.98)),
  });
  return {
    createdAt: at(post.hoursAgo),
    views: post.views,
    likes: post.likers.map(deedOf),
    saves: post.savers.map(deedOf),
    comments: post.comments.map(({ author, text, hoursAgo }) => ({ userId: idOf(author), text, at: at(hoursAgo) })),
  };
}

async function tellDemoMember(
  tx: Tx,
  app: AppContext,
  { id, userId, life }: { id: string; userId: string; life: OutfitLife },
): Promise<void> {
  const about = (type: "like" | "comment", action: Action) =>
    ({ userId, type, actorId: action.userId, referenceId: id }) as const;
  await notify(tx, app, [
    ...life.likes.map((like) => about("like", like)),
    ...life.comments.map((comment) => about("comment", comment)),
  ]);
  const latest = Math.max(...[...life.likes, ...life.comments].map((action) => action.at.getTime()));
  await setNotificationTimes(tx, userId, id, new Date(latest));
  await insertEarnings(tx, userId, [{ action: "POST_OUTFIT", points: postPoints, subject: id, at: life.createdAt }]);
}
