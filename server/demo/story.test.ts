import { expect, test } from "vitest";
import { describeLook } from "#server/demo/art/describe.ts";
import { LOOKS } from "#server/demo/art/looks.ts";
import { seededRandom } from "#server/demo/art/seeded-random.ts";
import { DEMO_AUDIENCE, DEMO_PEOPLE } from "./people.ts";
import { REMARKS, remark } from "./small-talk.ts";
import { demoStory } from "./story.ts";

const story = demoStory();
const people = new Set(DEMO_PEOPLE.map((person) => person.username));
const members = new Set([...people, ...DEMO_AUDIENCE]);
const HOSTS: Readonly<Record<string, RegExp>> = {
  instagram: /^https:\/\/www\.instagram\.com\/./,
  tiktok: /^https:\/\/www\.tiktok\.com\/@./,
  youtube: /^https:\/\/www\.youtube\.com\/@./,
  twitter: /^https:\/\/x\.com\/./,
  facebook: /^https:\/\/www\.facebook\.com\/./,
};

test("usernames are slugs of 3 to 30 characters and nobody shares one", () => {
  expect(members.size).toBe(DEMO_PEOPLE.length + DEMO_AUDIENCE.length);
  for (const name of members) expect(name).toMatch(/^[a-z0-9._]{3,30}$/);
});

test("profiles keep their limits and link to the right hosts", () => {
  expect(DEMO_PEOPLE).toHaveLength(12);
  for (const { bio, links } of DEMO_PEOPLE) {
    expect(bio.length).toBeLessThanOrEqual(200);
    for (const [network, url] of Object.entries(links)) expect(url).toMatch(HOSTS[network] ?? /^$/);
  }
});

test("the story is the same at every call", () => {
  expect(demoStory()).toEqual(story);
});

test("at least 72 outfits of the last 60 days, newest first, each look once, shared by all stylists", () => {
  expect(story.posts.length).toBeGreaterThanOrEqual(72);
  const times = story.posts.map((post) => post.hoursAgo);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  for (const time of times) expect(time > 0 && time <= 60 * 24).toBe(true);
  expect(new Set(story.posts.map((post) => `${post.style}/${post.look}`)).size).toBe(story.posts.length);
  for (const name of people)
    expect(story.posts.filter((post) => post.author === name).length).toBeGreaterThanOrEqual(3);
});

test("everyone wears what suits them", () => {
  for (const post of story.posts) {
    const model = DEMO_PEOPLE.find((person) => person.username === post.author)?.model;
    const look = LOOKS[post.style][post.look];
    expect(look).toBeDefined();
    expect(model?.wearer).toBe(look?.wearer ?? model?.wearer);
  }
});

test("nobody likes or saves their own outfit, or twice", () => {
  for (const { author, likers, savers } of story.posts) {
    for (const list of [likers, savers]) {
      expect(list).not.toContain(author);
      expect(new Set(list).size).toBe(list.length);
      for (const name of list) expect(members.has(name)).toBe(true);
    }
  }
});

test("a comment comes after its post, before now, is short, and is not repeated under it", () => {
  for (const post of story.posts) {
    const texts = post.comments.map((comment) => comment.text);
    expect(new Set(texts).size).toBe(texts.length);
    for (const { author, text, hoursAgo } of post.comments) {
      expect(members.has(author)).toBe(true);
      expect(hoursAgo).toBeGreaterThan(0);
      expect(hoursAgo).toBeLessThan(post.hoursAgo);
      expect(text.length).toBeLessThanOrEqual(140);
      expect(text).not.toMatch(/[{}]|undefined/);
    }
  }
});

test("an author only answers under their own outfit when someone else has spoken", () => {
  const selfTalk = story.posts.filter((post) => post.comments[0]?.author === post.author);
  expect(selfTalk).toEqual([]);
});

test("attention has a long tail and never more likes than views", () => {
  const likes = story.posts.map((post) => post.likers.length).sort((a, b) => b - a);
  const total = likes.reduce((sum, count) => sum + count, 0);
  const topFifth = likes.slice(0, Math.round(likes.length / 5)).reduce((sum, count) => sum + count, 0);
  expect(topFifth / total).toBeGreaterThan(0.33);
  for (const post of story.posts) expect(post.views).toBeGreaterThan(post.likers.length);
});

test("follows join different members once, and a Top 3 holds three stylists one follows", () => {
  const pairs = story.follows.map(({ follower, followed }) => `${follower}>${followed}`);
  expect(new Set(pairs).size).toBe(pairs.length);
  for (const { follower, followed } of story.follows) {
    expect(follower).not.toBe(followed);
    expect(people.has(followed)).toBe(true);
  }
  expect(story.top3.length).toBeGreaterThan(20);
  for (const { member, stylists } of story.top3) {
    expect(new Set(stylists).size).toBe(3);
    for (const name of stylists) expect(pairs).toContain(`${member}>${name}`);
  }
});

test("there are more than fifty things to say, none of them long", () => {
  expect(new Set(REMARKS).size).toBeGreaterThanOrEqual(80);
  for (const line of REMARKS) expect(line.length).toBeLessThanOrEqual(90);
});

test("a remark that names an item names one that is in the picture", () => {
  const random = seededRandom("remarks");
  const words = describeLook("Casual", 0);
  const remarks = Array.from({ length: 200 }, () => remark(random, "Casual", words)).join(" ");
  expect(remarks).toContain("jumper");
  expect(remarks).not.toMatch(/heels|dress|beret/);
});
