import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Api, api } from "#contract/api.ts";
import { limits } from "#contract/limits.ts";
import type { RateLimit } from "#contract/rate-limits.ts";
import { buildScene, fingerprint } from "#server/testing/access-scene.ts";
import { accessTable } from "#server/testing/access-table.ts";
import {
  articleContent,
  buildArticle,
  buildEvent,
  buildImage,
  buildOutfit,
  buildStyle,
  buildUser,
} from "#server/testing/factories.ts";
import { auditPointsAfterEach } from "#server/testing/points-audit.ts";
import { allowNewAccounts, rewardLimits } from "#server/testing/reward-limits.ts";
import { testApp } from "#server/testing/test-app.ts";

const limited = await testApp({ settings: { RATE_LIMITS: "on" } });
const { as, db } = limited;
await allowNewAccounts(limited);
auditPointsAfterEach(db);
type Member = Awaited<ReturnType<typeof buildUser>>;
type Answer = Awaited<ReturnType<ReturnType<typeof as>["get"]>>;
/** Makes ready what a action needs, and gives the action itself. */
type Prepare = (by: Member, other: Member) => Promise<() => Promise<Answer>>;

/** Sets a limit's counter for the last hour. */
async function count(action: RateLimit, key: string, points: number): Promise<void> {
  await limited.app.pool.query("insert into rate_limits (key, points, expire) values ($1, $2, $3)", [
    `${action}:${key}`,
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
const onComment =
  (act: (by: Member, url: string) => Promise<Answer>): Prepare =>
  async (by, other) => {
    const { id: outfitId } = await buildOutfit(db, other.id);
    const { comment } = (await as(other).post(`/api/outfits/${outfitId}/comments`, { content: "first" })).json();
    return () => act(by, `/api/comments/${comment.id}`);
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
  actions: Record<string, Prepare>;
}
/** Every hourly limit but those that are counted by address; a new one is missed here by the compiler. */
const limitsByAction: Record<Exclude<RateLimit, "previews" | "visitorPhotoSearches" | "dataExports">, Limit> = {
  detections: {
    hourly: 20,
    isQuartered: true,
    actions: {
      detect: async (by) => {
        const image = await buildImage(db, by.id);
        await limited.app.storage.put(image.key, pixel, "image/webp");
        return () => as(by).post("/api/detections", { imageId: image.id });
      },
    },
  },
  photoSearches: {
    hourly: 40,
    isQuartered: true,
    actions: { "search by photo": onMember((by) => as(by).upload("/api/photo-searches", pixel, "image/png")) },
  },
  posts: {
    hourly: 20,
    isQuartered: true,
    actions: {
      post: async (by) => {
        const [style, image] = [await buildStyle(db), await buildImage(db, by.id)];
        return () => as(by).post("/api/outfits", { title: "One more", styleId: style.id, imageId: image.id });
      },
    },
  },
  comments: {
    hourly: 60,
    isQuartered: true,
    actions: {
      comment: onOutfit((by, url) => as(by).post(`${url}/comments`, { content: "one more" })),
      reply: onComment((by, url) => as(by).post(`${url}/replies`, { content: "one more" })),
    },
  },
  likes: {
    hourly: 300,
    isQuartered: true,
    actions: {
      like: onOutfit((by, url) => as(by).put(`${url}/like`)),
      save: onOutfit((by, url) => as(by).put(`${url}/save`)),
      "like of a comment": onComment((by, url) => as(by).put(`${url}/like`)),
      "swipe to the right": onOutfit((by, url) => as(by).put(`${url}/swipe`, { direction: "like" })),
    },
  },
  swipes: {
    hourly: 2_000,
    isQuartered: true,
    actions: { "swipe to the left": onOutfit((by, url) => as(by).put(`${url}/swipe`, { direction: "pass" })) },
  },
  messages: {
    hourly: 120,
    isQuartered: true,
    actions: {
      message: async (by, other) => {
        const { id } = (await as(by).post("/api/threads", { username: other.username })).json();
        return () => as(by).post(`/api/threads/${id}/messages`, { content: "one more", clientId: randomUUID() });
      },
    },
  },
  threads: {
    hourly: 20,
    isQuartered: true,
    actions: { thread: onMember((by, other) => as(by).post("/api/threads", { username: other.username })) },
  },
  awards: {
    hourly: 240,
    isQuartered: false,
    actions: { "daily login": onMember((by) => as(by).post("/api/points/awards", { source: "DAILY_LOGIN" })) },
  },
  dryRuns: {
    hourly: 300,
    isQuartered: false,
    actions: { "dry run": onMember((by) => as(by).post("/api/points/dry-runs", { source: "LIKE" })) },
  },
  exports: {
    hourly: 10,
    isQuartered: false,
    actions: { "file of points": onMember((by) => as(by).get("/api/me/points/ledger.csv")) },
  },
  searches: {
    hourly: 600,
    isQuartered: false,
    actions: {
      "search for outfits": search("/api/outfits?search=linen"),
      "for stylists": search("/api/stylists?search=l"),
    },
  },
  suggestions: {
    hourly: 600,
    isQuartered: false,
    actions: { "look for words": search("/api/search?search=linen") },
  },
  uploads: {
    hourly: 60,
    isQuartered: true,
    actions: { upload: onMember((by) => as(by).upload("/api/uploads/avatar", pixel, "image/png")) },
  },
  follows: {
    hourly: 120,
    isQuartered: true,
    actions: { follow: onMember((by, other) => as(by).put(`/api/follows/${other.id}`)) },
  },
  boards: {
    hourly: 300,
    isQuartered: true,
    actions: { board: onMember((by) => as(by).post("/api/boards", { name: "one more" })) },
  },
  blocks: {
    hourly: 120,
    isQuartered: true,
    actions: {
      block: onMember((by, other) => as(by).put(`/api/blocks/${other.id}`)),
      mute: onMember((by, other) => as(by).put(`/api/mutes/${other.id}`)),
    },
  },
  events: {
    hourly: 60,
    isQuartered: true,
    actions: { event: onMember((by) => as(by).post("/api/events", { intent: "draft", title: "One more" })) },
  },
  attendances: {
    hourly: 120,
    isQuartered: true,
    actions: {
      attendance: async (by, other) => {
        const { id } = await buildEvent(db, other.id);
        return () => as(by).put(`/api/events/${id}/attendance`);
      },
    },
  },
  checkIns: {
    hourly: 3_000,
    isQuartered: false,
    actions: {
      "check-in": async (by, other) => {
        const { id } = await buildEvent(db, by.id, { startsAt: new Date(Date.now() + 600_000) });
        const { attendance } = (await as(other).put(`/api/events/${id}/attendance`)).json();
        return () => as(by).post(`/api/events/${id}/check-ins`, { code: attendance.ticketCode });
      },
    },
  },
  calendars: {
    hourly: 20,
    isQuartered: true,
    actions: { "new calendar address": onMember((by) => as(by).post("/api/me/calendar-feed/rotation")) },
  },
  ...rewardLimits(limited),
  articleSaves: {
    hourly: 2_000,
    isQuartered: true,
    actions: {
      "save of an article": onMember((by) =>
        as(by).put(`/api/articles/${randomUUID()}/draft`, { revision: 0, content: articleContent() }),
      ),
    },
  },
  articleSubmissions: {
    hourly: 20,
    isQuartered: true,
    actions: {
      "submission of an article": async (by) => {
        const { id, revision } = await buildArticle(db, by.id, { status: "draft" });
        return () => as(by).post(`/api/articles/${id}/submit`, { revision });
      },
    },
  },
  deletions: {
    hourly: 10,
    isQuartered: false,
    actions: { remove: onMember((by) => as(by).post("/api/me/deletion", { username: by.username })) },
  },
  edits: {
    hourly: 120,
    isQuartered: true,
    actions: {
      "edit of an outfit": async (by) => {
        const { id, title, styleId } = await buildOutfit(db, by.id);
        return () => as(by).put(`/api/outfits/${id}`, { title, styleId });
      },
      "edit of the profile": onMember((by) => as(by).patch("/api/me", { bio: "one more" })),
      "change of the Top 3": onMember((by, other) => as(by).put("/api/me/stylists/1", { stylistId: other.id })),
      preference: onMember((by) =>
        as(by).put("/api/me/notifications/like", { inApp: true, byMail: false, byPush: false }),
      ),
    },
  },
  views: {
    hourly: 3_600,
    isQuartered: true,
    actions: { view: onOutfit((by, url) => as(by).post(`${url}/views`)) },
  },
  writes: {
    hourly: 1_200,
    isQuartered: true,
    actions: {
      "like taken back": onOutfit((by, url) => as(by).delete(`${url}/like`)),
      "deck of swipes": onMember((by) => as(by).get("/api/swipes/deck")),
    },
  },
  reports: {
    hourly: 20,
    isQuartered: true,
    actions: {
      report: onMember((by, other) =>
        as(by).post("/api/reports", { targetType: "profile", targetId: other.id, reason: "spam" }),
      ),
    },
  },
};

const cases = Object.entries(limitsByAction).flatMap(([action, { hourly, isQuartered, actions }]) =>
  Object.entries(actions).flatMap(([what, prepare]) => [
    { what, action: action as RateLimit, most: hourly, whose: "a member", createdAt: undefined, prepare },
    {
      what,
      action: action as RateLimit,
      most: isQuartered ? hourly / 4 : hourly,
      whose: "an account in its first day",
      createdAt: new Date(),
      prepare,
    },
  ]),
);

describe("an hour's limit ends in 429 and the seconds to wait [S-71]", () => {
  test.each(cases)("$what: $most an hour by $whose", async ({ action, most, createdAt, prepare }) => {
    const build = () => buildUser(db, createdAt && { createdAt });
    const other = await buildUser(db);
    const [within, beyond] = [await build(), await build()];
    const [allowed, refused] = [await prepare(within, other), await prepare(beyond, await buildUser(db))];
    await limited.app.pool.query("delete from rate_limits");
    await count(action, within.id, most - 1);
    await count(action, beyond.id, most);
    expect((await allowed()).statusCode).toBe(200);
    const before = await fingerprint(db);
    const answer = await refused();
    expect(answer.json()).toMatchObject({ status: 429, code: "rate.limited" });
    const seconds = Number(answer.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect(await fingerprint(db)).toEqual(before);
  });

  const searches = [
    "/api/outfits?search=linen",
    "/api/articles?search=linen",
    "/api/events?search=linen",
    "/api/events?near=Lisbon",
    "/api/usernames?name=mia",
  ];
  test.each(searches)("GET %s: 600 an hour by a visitor's address, of IPv6 by the network", async (url) => {
    const ask = async (remoteAddress: string) => (await limited.fastify.inject({ url, remoteAddress })).statusCode;
    const own = 20 + searches.indexOf(url);
    await count("searches", `203.0.113.${own}`, 599);
    const asked = [await ask(`203.0.113.${own}`), await ask(`203.0.113.${own}`), await ask("203.0.113.9")];
    expect(asked).toEqual([200, 429, 200]);
    await count("searches", `2001:db8:1:${own}::/64`, 599);
    expect([await ask(`2001:db8:1:${own}::7`), await ask(`2001:db8:1:${own}::8`)]).toEqual([200, 429]);
  });

  test("POST /api/photo-searches: 10 an hour by a visitor's address [S-133]", async () => {
    const ask = async (remoteAddress: string) => {
      const headers = { "content-type": "image/png" };
      const request = { method: "POST", url: "/api/photo-searches", headers, payload: pixel, remoteAddress } as const;
      return (await limited.fastify.inject(request)).statusCode;
    };
    await count("visitorPhotoSearches", "203.0.113.17", 9);
    expect([await ask("203.0.113.17"), await ask("203.0.113.17"), await ask("203.0.113.18")]).toEqual([200, 429, 200]);
  });

  test("an open thread costs no new one", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const thread = (await as(mia).post("/api/threads", { username: leo.username })).json();
    await limited.app.pool.query("delete from rate_limits");
    await count("threads", mia.id, 20);
    expect((await as(mia).post("/api/threads", { username: leo.username })).json().id).toBe(thread.id);
  });
});

test("a member's data is exported twice a day; asking while one is prepared does not count [S-71]", async () => {
  const mia = await buildUser(db);
  const ask = () => as(mia).post("/api/me/data/exports");
  const finish = () => db.updateTable("data_exports").set({ status: "failed" }).where("user_id", "=", mia.id).execute();
  for (let n = 0; n < 2; n += 1) {
    expect((await ask()).statusCode).toBe(200);
    expect((await ask()).json().code).toBe("export.waiting");
    await finish();
  }
  const refused = await ask();
  expect(refused.json().code).toBe("rate.limited");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(86_000);
});

test("the OpenAPI document lists 429 for every write [S-71]", async () => {
  type Paths = Record<string, Record<string, { responses: Record<string, unknown> }>>;
  const { paths } = (await as(null).get("/api/docs/json")).json() as { paths: Paths };
  const undescribed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      method === "get" || responses["429"] ? [] : `${method} ${path}`,
    ),
  );
  expect(Object.keys(paths).length).toBeGreaterThan(50);
  expect(Object.keys(paths).filter((path) => !path.startsWith("/api/"))).toEqual([]);
  expect(undescribed).toEqual([]);
});

describe("a list gives pages of at most fifty, or five hundred at the door of an event [S-73]", async () => {
  const site = await testApp();
  const scene = await buildScene(site);
  const paged = Object.values(api)
    .flatMap((group): { method: string; path: string; schemas: { query?: { shape: object } } }[] =>
      Object.values(group),
    )
    .filter(({ schemas }) => schemas.query !== undefined && "cursor" in schemas.query.shape)
    .map(({ method, path }) => `${method} ${path}` as keyof Api);
  const urlOf = (endpoint: keyof Api) => accessTable.find((row) => row.endpoint === endpoint)?.request(scene).url ?? "";
  const withQuery = (url: string, query: string) => `${url}${url.includes("?") ? "&" : "?"}${query}`;

  const mostOf: Partial<Record<keyof Api, number>> = { "GET /api/events/:eventId/check-in": limits.checkInPageItems };

  test("and there are such lists", () => expect(paged.length).toBeGreaterThan(10));

  test.each(paged)("%s refuses more, and places that it did not name itself", async (endpoint) => {
    const isForAdmins = accessTable.find((row) => row.endpoint === endpoint)?.outcome.A === 403;
    const reader = site.as(isForAdmins ? scene.members.M : scene.members.A);
    const ask = async (query: string) => (await reader.get(withQuery(urlOf(endpoint), query))).statusCode;
    const most = mostOf[endpoint] ?? limits.pageItemsMax;
    expect(await ask(`limit=${most}`)).toBe(200);
    expect(await ask(`limit=${most + 1}`)).toBe(422);
    for (const cursor of ["20", "eyJpZCI6MX0", encodeURIComponent("' or 1=1"), "x".repeat(201)]) {
      expect(await ask(`cursor=${cursor}`)).toBe(422);
    }
  });
});
