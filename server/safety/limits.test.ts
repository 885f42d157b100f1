import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Api, api } from "#contract/api.ts";
import { limits } from "#contract/limits.ts";
import { createRateLimiter } from "#server/http/rate-limit.ts";
import { buildScene, fingerprint } from "#server/testing/access-scene.ts";
import { accessTable } from "#server/testing/access-table.ts";
import { buildImage, buildOutfit, buildStyle, buildUser, givePoints } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

const limited = await testApp({ settings: { RATE_LIMITS: "on" } });
const { as, db } = limited;
type Member = Awaited<ReturnType<typeof buildUser>>;
type Answer = Awaited<ReturnType<ReturnType<typeof as>["get"]>>;
type Deed = Parameters<typeof limited.world.rateLimiter.spend>[0];
/** Makes ready what a deed needs, and gives the deed itself. */
type Prepare = (by: Member, other: Member) => Promise<() => Promise<Answer>>;

/** As if somebody had done so much within the last hour. */
async function count(deed: Deed, key: string, points: number): Promise<void> {
  await limited.world.pool.query("insert into rate_limits (key, points, expire) values ($1, $2, $3)", [
    `${deed}:${key}`,
    points,
    Date.now() + 3_600_000,
  ]);
}

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
const onOutfit =
  (act: (by: Member, url: string) => Promise<Answer>): Prepare =>
  async (by, other) => {
    const { id } = await buildOutfit(db, other.id);
    return () => act(by, `/api/outfits/${id}`);
  };
const onMember =
  (act: (by: Member, other: Member) => Promise<Answer>): Prepare =>
  async (by, other) =>
  () =>
    act(by, other);
const search = (url: string) => onMember((by) => as(by).get(url));

interface Limit {
  hourly: number;
  /** Whether an account in its first day has a quarter of it: so it is with all that others notice. */
  isQuartered: boolean;
  deeds: Record<string, Prepare>;
}
/** Every limit of the server but the one of detections, which nothing asks for yet; a new one is missed here by the compiler. */
const limitsByDeed: Record<Exclude<Deed, "detections">, Limit> = {
  posts: {
    hourly: 20,
    isQuartered: true,
    deeds: {
      post: async (by) => {
        const [style, image] = [await buildStyle(db), await buildImage(db, by.id)];
        return () => as(by).post("/api/outfits", { title: "One more", styleId: style.id, imageId: image.id });
      },
    },
  },
  comments: {
    hourly: 60,
    isQuartered: true,
    deeds: { comment: onOutfit((by, url) => as(by).post(`${url}/comments`, { content: "one more" })) },
  },
  likes: {
    hourly: 300,
    isQuartered: true,
    deeds: {
      like: onOutfit((by, url) => as(by).put(`${url}/like`)),
      save: onOutfit((by, url) => as(by).put(`${url}/save`)),
      "swipe to the right": onOutfit((by, url) => as(by).put(`${url}/swipe`, { direction: "like" })),
    },
  },
  swipes: {
    hourly: 2_000,
    isQuartered: true,
    deeds: { "swipe to the left": onOutfit((by, url) => as(by).put(`${url}/swipe`, { direction: "pass" })) },
  },
  messages: {
    hourly: 120,
    isQuartered: true,
    deeds: {
      message: async (by, other) => {
        const { id } = (await as(by).post("/api/threads", { username: other.username })).json();
        return () => as(by).post(`/api/threads/${id}/messages`, { content: "one more", clientId: randomUUID() });
      },
    },
  },
  threads: {
    hourly: 20,
    isQuartered: true,
    deeds: { thread: onMember((by, other) => as(by).post("/api/threads", { username: other.username })) },
  },
  searches: {
    hourly: 600,
    isQuartered: false,
    deeds: {
      "search for outfits": search("/api/outfits?search=linen"),
      "for stylists": search("/api/stylists?search=l"),
    },
  },
  suggestions: {
    hourly: 600,
    isQuartered: false,
    deeds: { "look for words": search("/api/search?search=linen") },
  },
  uploads: {
    hourly: 60,
    isQuartered: true,
    deeds: { upload: onMember((by) => as(by).upload("/api/uploads/avatar", pixel, "image/png")) },
  },
  follows: {
    hourly: 120,
    isQuartered: true,
    deeds: { follow: onMember((by, other) => as(by).put(`/api/follows/${other.id}`)) },
  },
  boards: {
    hourly: 300,
    isQuartered: true,
    deeds: { board: onMember((by) => as(by).post("/api/boards", { name: "one more" })) },
  },
  silences: {
    hourly: 120,
    isQuartered: true,
    deeds: {
      block: onMember((by, other) => as(by).put(`/api/blocks/${other.id}`)),
      mute: onMember((by, other) => as(by).put(`/api/mutes/${other.id}`)),
    },
  },
  redemptions: {
    hourly: 20,
    isQuartered: true,
    deeds: {
      redemption: async (by) => {
        const [reward] = (await as(by).get("/api/rewards")).json().items;
        await givePoints(db, by.id, reward.pointsRequired);
        return () => as(by).put(`/api/me/redemptions/${randomUUID()}`, { rewardId: reward.id });
      },
    },
  },
  reports: {
    hourly: 20,
    isQuartered: true,
    deeds: {
      report: onMember((by, other) =>
        as(by).post("/api/reports", { targetType: "profile", targetId: other.id, reason: "spam" }),
      ),
    },
  },
};

const cases = Object.entries(limitsByDeed).flatMap(([deed, { hourly, isQuartered, deeds }]) =>
  Object.entries(deeds).flatMap(([what, prepare]) => [
    { what, deed: deed as Deed, most: hourly, whose: "a member", createdAt: undefined, prepare },
    {
      what,
      deed: deed as Deed,
      most: isQuartered ? hourly / 4 : hourly,
      whose: "an account in its first day",
      createdAt: new Date(),
      prepare,
    },
  ]),
);

describe("security.md 71: an hour's limit ends in 429 and the seconds to wait", () => {
  test.each(cases)("$what: $most an hour by $whose", async ({ deed, most, createdAt, prepare }) => {
    const build = () => buildUser(db, createdAt && { createdAt });
    const other = await buildUser(db);
    const [within, beyond] = [await build(), await build()];
    const [allowed, refused] = [await prepare(within, other), await prepare(beyond, await buildUser(db))];
    await limited.world.pool.query("delete from rate_limits");
    await count(deed, within.id, most - 1);
    await count(deed, beyond.id, most);
    expect((await allowed()).statusCode).toBe(200);
    const before = await fingerprint(db);
    const answer = await refused();
    expect(answer.json()).toMatchObject({ status: 429, code: "rate.limited" });
    const seconds = Number(answer.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect(await fingerprint(db)).toEqual(before);
  });

  test.each([
    ["/api/outfits?search=linen", "203.0.113.7"],
    ["/api/usernames?name=mia", "203.0.113.8"],
  ])("GET %s: 600 an hour by a visitor's address", async (url, address) => {
    const ask = async (remoteAddress: string) => (await limited.app.inject({ url, remoteAddress })).statusCode;
    await count("searches", address, 599);
    expect([await ask(address), await ask(address), await ask("203.0.113.9")]).toEqual([200, 429, 200]);
  });

  test("an open thread costs no new one", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const thread = (await as(mia).post("/api/threads", { username: leo.username })).json();
    await limited.world.pool.query("delete from rate_limits");
    await count("threads", mia.id, 20);
    expect((await as(mia).post("/api/threads", { username: leo.username })).json().id).toBe(thread.id);
  });

  test("all processes count together", async () => {
    const mia = await buildUser(db);
    const other = createRateLimiter(limited.world.pool, { isOn: true });
    await count("reports", mia.id, 18);
    await limited.world.rateLimiter.spend("reports", { key: mia.id });
    await other.spend("reports", { key: mia.id });
    for (const limiter of [other, limited.world.rateLimiter]) {
      await expect(limiter.spend("reports", { key: mia.id })).rejects.toMatchObject({ code: "rate.limited" });
    }
  });
});

describe("security.md 73: a list gives pages of at most fifty", async () => {
  const site = await testApp();
  const scene = await buildScene(site);
  const paged = Object.values(api)
    .flatMap((noun): { method: string; path: string; schemas: { query?: { shape: object } } }[] => Object.values(noun))
    .filter(({ schemas }) => schemas.query !== undefined && "cursor" in schemas.query.shape)
    .map(({ method, path }) => `${method} ${path}` as keyof Api);
  const urlOf = (call: keyof Api) => accessTable.find((row) => row.call === call)?.request(scene).url ?? "";
  const withQuery = (url: string, query: string) => `${url}${url.includes("?") ? "&" : "?"}${query}`;

  test("and there are such lists", () => expect(paged.length).toBeGreaterThan(10));

  test.each(paged)("%s refuses more, and places that it did not name itself", async (call) => {
    const reader = site.as(scene.members.A);
    const ask = async (query: string) => (await reader.get(withQuery(urlOf(call), query))).statusCode;
    expect(await ask(`limit=${limits.pageItemsMax}`)).toBe(200);
    expect(await ask(`limit=${limits.pageItemsMax + 1}`)).toBe(422);
    for (const cursor of ["20", "eyJpZCI6MX0", encodeURIComponent("' or 1=1"), "x".repeat(201)]) {
      expect(await ask(`cursor=${cursor}`)).toBe(422);
    }
  });
});
