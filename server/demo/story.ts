import { coversUp } from "#server/demo/art/casting.ts";
import { describeLook } from "#server/demo/art/describe.ts";
import { type Look, STYLE_NAMES, type StyleName } from "#server/demo/art/look.ts";
import { LOOKS } from "#server/demo/art/looks.ts";
import { type Random, seededRandom } from "#server/demo/art/seeded-random.ts";
import { DEMO_AUDIENCE, DEMO_PEOPLE, type DemoPerson } from "./people.ts";
import { remark, thanks } from "./small-talk.ts";

type DemoComment = { author: string; text: string; hoursAgo: number };
export type DemoPost = {
  author: string;
  style: StyleName;
  look: number;
  hoursAgo: number;
  views: number;
  likers: readonly string[];
  savers: readonly string[];
  comments: readonly DemoComment[];
};
type DemoFollow = { follower: string; followed: string; hoursAgo: number };
type DemoTop3 = { member: string; stylists: readonly string[] };
export type DemoStory = { posts: readonly DemoPost[]; follows: readonly DemoFollow[]; top3: readonly DemoTop3[] };

const SPAN_HOURS = 60 * 24;
const MEMBERS: readonly string[] = [...DEMO_PEOPLE.map((person) => person.username), ...DEMO_AUDIENCE];

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

/** A long-tailed distribution: many small values, few large ones. */
const longTail = (random: Random) => Math.exp((random.next() + random.next() + random.next() - 1.5) * 1.5);

function canWear(person: DemoPerson, look: Look): boolean {
  if (look.wearer && look.wearer !== person.model.wearer) return false;
  return !person.model.traits.hijab || look.flat === true || coversUp(look);
}

type Cast = { style: StyleName; look: number; author: DemoPerson };

/** Assigns every curated look to a suitable stylist, favourite styles first, in similar numbers for all. */
function handOut(random: Random): Cast[] {
  const counts = new Map<string, number>();
  const everything = STYLE_NAMES.flatMap((style) => LOOKS[style].map((look, number) => ({ style, look, number })));
  return shuffled(random, everything).map(({ style, look, number }) => {
    const cost = (person: DemoPerson) =>
      (counts.get(person.username) ?? 0) - (person.styles.includes(style) ? 3.5 : 0) + random.next() * 0.5;
    const [best] = DEMO_PEOPLE.filter((person) => canWear(person, look))
      .map((person) => ({ person, cost: cost(person) }))
      .sort((a, b) => a.cost - b.cost);
    if (!best) throw new Error(`Nobody can wear ${style} ${number}`);
    counts.set(best.person.username, (counts.get(best.person.username) ?? 0) + 1);
    return { style, look: number, author: best.person };
  });
}

function talk(random: Random, cast: Cast, hoursAgo: number, wanted: number): DemoComment[] {
  const words = describeLook(cast.style, cast.look);
  const speakers = shuffled(
    random,
    MEMBERS.filter((member) => member !== cast.author.username),
  ).slice(0, wanted);
  const said = new Set<string>();
  const comments: DemoComment[] = [];
  for (const author of speakers) {
    const text = remark(random, cast.style, words);
    if (said.has(text)) continue;
    said.add(text);
    // Most people comment soon after the post, a few much later.
    const at = hoursAgo * (1 - random.next() ** 2.4 * 0.95) - 0.05;
    comments.push({ author, text, hoursAgo: Math.max(0.02, at) });
    const reply = thanks(random);
    if (random.chance(0.3) && !said.has(reply)) {
      said.add(reply);
      comments.push({
        author: cast.author.username,
        text: reply,
        hoursAgo: Math.max(0.01, at * random.between(0.8, 0.98)),
      });
    }
  }
  return comments.sort((a, b) => b.hoursAgo - a.hoursAgo);
}

function post(random: Random, cast: Cast, hoursAgo: number): DemoPost {
  const others = shuffled(
    random,
    MEMBERS.filter((member) => member !== cast.author.username),
  );
  // A new post has not been seen by everyone yet.
  const age = 1 - Math.exp(-hoursAgo / 40);
  const appeal = longTail(random) * cast.author.reach * (0.15 + 0.85 * age);
  const likes = Math.min(others.length - 2, Math.round(5 + appeal * 8));
  const saves = Math.round(likes * random.between(0.08, 0.4));
  const views = Math.round(likes * random.between(6, 13) + random.between(4, 40));
  const comments = talk(random, cast, hoursAgo, Math.round(likes * random.between(0.05, 0.22)));
  return {
    author: cast.author.username,
    style: cast.style,
    look: cast.look,
    hoursAgo,
    views,
    likers: others.slice(0, likes),
    savers: shuffled(random, others).slice(0, saves),
    comments,
  };
}

/** Ages of the posts in hours, newest first: a few of today, fewer the older they are. */
const timeline = (random: Random, count: number) =>
  Array.from({ length: count }, (_, index) =>
    Math.max(0.4, SPAN_HOURS * 0.985 * ((index + random.between(0.1, 0.9)) / count) ** 1.25),
  );

function followsOf(random: Random): DemoFollow[] {
  return MEMBERS.flatMap((follower) =>
    DEMO_PEOPLE.filter(
      (person) => person.username !== follower && random.chance(Math.min(0.85, 0.24 * person.reach)),
    ).map((person) => ({
      follower,
      followed: person.username,
      hoursAgo: random.between(1, SPAN_HOURS + 200),
    })),
  );
}

/** Top 3 lists of members who follow at least three, usually with the most popular first. */
function top3Of(random: Random, follows: readonly DemoFollow[]): DemoTop3[] {
  const reach = new Map(DEMO_PEOPLE.map((person) => [person.username, person.reach]));
  return MEMBERS.flatMap((member) => {
    const followed = follows.filter((follow) => follow.follower === member).map((follow) => follow.followed);
    if (followed.length < 3 || !random.chance(0.7)) return [];
    const ranked = followed
      .map((name) => ({ name, rank: (reach.get(name) ?? 1) * longTail(random) }))
      .sort((a, b) => b.rank - a.rank);
    return [{ member, stylists: ranked.slice(0, 3).map(({ name }) => name) }];
  });
}

/**
 * The sample data's last 60 days, the same at every call: posts newest first, each with its
 * views, likes, saves and comments, then follows and Top 3 lists. Times are hours before the moment of seeding.
 */
export function demoStory(): DemoStory {
  const random = seededRandom("the story so far");
  const casts = handOut(random);
  const times = timeline(random, casts.length);
  const posts = casts.map((cast, index) => post(random, cast, times[index] ?? SPAN_HOURS));
  const follows = followsOf(random);
  return { posts, follows, top3: top3Of(random, follows) };
}
