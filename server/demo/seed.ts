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

/** An arbitrary number that all servers of this database share. */
const seedingLock = 7_241_905_114;
/** Events show outfits, so some outfits are seeded first. */
const stepsBeforeEvents = 24;
/** Posts between two progress messages. */
const progressEvery = 12;

/**
 * Fills an empty database with the sample data, or continues after an interrupted start. Does nothing if there are other
 * members. Each step is one transaction that also records it as done, so no step runs twice. The newest posts come first,
 * one picture at a time, so that the site is usable and soon looks full.
 *
 * @param print Receives progress messages of one line.
 * @param signal Stops between two pictures.
 */
export async function fillDemo(app: AppContext, print: (line: string) => void, signal?: AbortSignal): Promise<void> {
  // Only one server of a database seeds it; the lock is held as long as its connection.
  const connection = await app.pool.connect();
  try {
    const { rows } = await connection.query<{ isMine: boolean }>('select pg_try_advisory_lock($1) as "isMine"', [
      seedingLock,
    ]);
    if (rows[0]?.isMine !== true) return;
    try {
      await fill(app, print, signal);
    } finally {
      await connection.query("select pg_advisory_unlock($1)", [seedingLock]);
    }
  } finally {
    connection.release();
  }
}

/** Whether this database contains sample data, complete or not, or is empty and will be seeded. */
export async function isForDemo({ db }: Pick<AppContext, "db">): Promise<boolean> {
  return (await listSteps(db)).has("people") || !(await hasMembers(db));
}

async function fill(app: AppContext, print: (line: string) => void, signal: AbortSignal | undefined): Promise<void> {
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
    if (step.isPost && (posts += 1) % progressEvery === 0) print(`Demo: ${posts} of ${postsInAll} outfits`);
    // Requests have priority.
    await breathe();
  }
  await insertStep(app.db, "all", app.clock.now());
  print(`Demo: all ${postsInAll} outfits are there`);
}

interface Step {
  name: string;
  isPost: boolean;
  run: () => Promise<void>;
}

/** Everything with a picture, most visible first: posts with their authors' avatars, newest first, then the rest. */
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

/** The steps of all posts; each article's step follows the last post that it shows. */
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
