import { setImmediate as breathe } from "node:timers/promises";
import type { AppContext } from "#server/http/context.ts";
import { DEMO_ARTICLES } from "./articles/demo-articles.ts";
import { DEMO_EVENTS } from "./events.ts";
import { DEMO_AUDIENCE, DEMO_PEOPLE } from "./people.ts";
import { hasMembers, insertStep, listMemberIds, listSteps, listStyleIds } from "./seed.store.ts";
import { articleStepOf, postStepsOf, seedArticle } from "./seed-articles.ts";
import { demoAccounts, seedPeople } from "./seed-people.ts";
import { postsWithDemoMember, type Scene, seedPortrait, seedPost, stepOf } from "./seed-posts.ts";
import { seedBoards, seedTalks } from "./seed-talks.ts";
import { eventStepOf, seedEvent } from "./seed-events.ts";
import { type DemoPost, demoStory } from "./story.ts";

export { demoAccounts } from "./seed-people.ts";

/** Any number does, as long as every server of this database uses the same. */
const seedingLock = 7_241_905_114;
/** Events show outfits, so some are there before them. */
const stepsBeforeEvents = 24;
/** Posts between two lines about the progress. */
const progressEvery = 12;

/**
 * Fills an empty database with the sample world, or goes on where an earlier start was cut off; does nothing where there
 * are members of another origin. Each step is one transaction that also notes it as done, so nothing comes twice.
 * Newest posts come first, one picture at a time, so that the site is usable and soon looks full.
 *
 * @param say Takes one line about the progress.
 * @param signal Stops between two pictures.
 */
export async function fillDemo(app: AppContext, say: (line: string) => void, signal?: AbortSignal): Promise<void> {
  // Of several servers on one database one seeds; the lock lives as long as its connection.
  const connection = await app.pool.connect();
  try {
    const { rows } = await connection.query<{ isMine: boolean }>('select pg_try_advisory_lock($1) as "isMine"', [
      seedingLock,
    ]);
    if (rows[0]?.isMine !== true) return;
    try {
      await fill(app, say, signal);
    } finally {
      await connection.query("select pg_advisory_unlock($1)", [seedingLock]);
    }
  } finally {
    connection.release();
  }
}

/** Whether this database holds the sample world, whole or in part, or is empty and so about to. */
export async function isForDemo({ db }: Pick<AppContext, "db">): Promise<boolean> {
  return (await listSteps(db)).has("people") || !(await hasMembers(db));
}

async function fill(app: AppContext, say: (line: string) => void, signal: AbortSignal | undefined): Promise<void> {
  const done = await listSteps(app.db);
  if (done.has("all") || !(await isForDemo(app))) return;
  const seededAt = done.get("people") ?? app.clock.now();
  const story = demoStory();
  if (!done.has("people")) await seedPeople(app, story, seededAt);
  const steps = planSteps(await setScene(app, seededAt), postsWithDemoMember(story));
  const postsInAll = steps.filter((step) => step.isPost).length;
  let posts = 0;
  for (const step of steps) {
    if (signal?.aborted === true) return;
    if (!done.has(step.name)) await step.run();
    done.set(step.name, seededAt);
    if (step.isPost && (posts += 1) % progressEvery === 0) say(`Demo: ${posts} of ${postsInAll} outfits`);
    // Whoever is waiting for an answer comes first.
    await breathe();
  }
  await insertStep(app.db, "all", app.clock.now());
  say(`Demo: all ${postsInAll} outfits are there`);
}

interface Step {
  name: string;
  isPost: boolean;
  run: () => Promise<void>;
}

/** Everything with a picture, in the order in which it is missed: posts with their authors' faces, newest first, then the rest. */
function planSteps(scene: Scene, posts: readonly DemoPost[]): Step[] {
  const portrait = (kind: "avatar" | "banner", username: string): Step => ({
    name: `${kind} ${username}`,
    isPost: false,
    run: () => seedPortrait(scene, kind, username),
  });
  const other = (name: string, seed: (scene: Scene, step: string) => Promise<void>): Step => ({
    name,
    isPost: false,
    run: () => seed(scene, name),
  });
  const posted = withArticles(
    scene,
    posts.flatMap((post): Step[] => [
      portrait("avatar", post.author),
      { name: stepOf(post), isPost: true, run: () => seedPost(scene, post) },
    ]),
  );
  return [
    portrait("avatar", demoAccounts.member.username),
    other("talks", seedTalks),
    ...posted.slice(0, stepsBeforeEvents),
    ...DEMO_EVENTS.map((event) => other(eventStepOf(event), (setting) => seedEvent(setting, event))),
    ...posted.slice(stepsBeforeEvents),
    other("boards", seedBoards),
    ...DEMO_PEOPLE.map(({ username }) => portrait("banner", username)),
    ...[demoAccounts.admin.username, ...DEMO_AUDIENCE].map((username) => portrait("avatar", username)),
  ];
}

/** The steps of the posts, and after the last post that it shows, each article's. */
function withArticles(scene: Scene, steps: readonly Step[]): Step[] {
  const waiting = DEMO_ARTICLES.map((article) => ({ article, missing: new Set(postStepsOf(article)) }));
  return steps.flatMap((step) => {
    const ready = waiting.filter(({ missing }) => missing.delete(step.name) && missing.size === 0);
    return [
      step,
      ...ready.map(({ article }) => ({
        name: articleStepOf(article),
        isPost: false,
        run: () => seedArticle(scene, article),
      })),
    ];
  });
}

async function setScene(app: AppContext, seededAt: Date): Promise<Scene> {
  const [members, styles] = await Promise.all([listMemberIds(app.db), listStyleIds(app.db)]);
  const find = (map: Map<string, string>, what: string) => (name: string) => {
    const id = map.get(name);
    if (id === undefined) throw new Error(`There is no ${what} ${name}`);
    return id;
  };
  return { app, seededAt, idOf: find(members, "member"), styleIdOf: find(styles, "style") };
}
