import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Api, api } from "#contract/api.ts";
import { limits } from "#contract/limits.ts";
import { createRateLimiter } from "#server/http/rate-limit.ts";
import { buildScene } from "#server/testing/access-scene.ts";
import { accessTable } from "#server/testing/access-table.ts";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

const limited = await testApp({ settings: { RATE_LIMITS: "on" } });
const { as, db } = limited;
type Member = Awaited<ReturnType<typeof buildUser>>;

/** Sets how often a member has done something within this hour. */
async function spend(member: Member, deed: Parameters<typeof limited.world.rateLimiter.spend>[0], times: number) {
  const { rateLimiter } = limited.world;
  for (let time = 0; time < times; time += 1) await rateLimiter.spend(deed, { key: member.id });
}

describe("security.md 71: an hour's limit ends in 429 and the seconds to wait", () => {
  const url = async (owner: Member) => `/api/outfits/${(await buildOutfit(db, owner.id)).id}`;
  const cases: [Parameters<typeof spend>[1], number, (by: Member, other: Member) => Promise<{ statusCode: number }>][] =
    [
      ["comments", 60, async (by, other) => as(by).post(`${await url(other)}/comments`, { content: "one more" })],
      ["likes", 300, async (by, other) => as(by).put(`${await url(other)}/like`)],
      ["likes", 300, async (by, other) => as(by).put(`${await url(other)}/save`)],
      ["threads", 20, (by, other) => as(by).post("/api/threads", { username: other.username })],
      ["follows", 120, (by, other) => as(by).put(`/api/follows/${other.id}`)],
      ["silences", 120, (by, other) => as(by).put(`/api/blocks/${other.id}`)],
      ["silences", 120, (by, other) => as(by).put(`/api/mutes/${other.id}`)],
      ["boards", 300, (by) => as(by).post("/api/boards", { name: "one more" })],
      [
        "reports",
        20,
        (by, other) => as(by).post("/api/reports", { targetType: "profile", targetId: other.id, reason: "spam" }),
      ],
    ];
  test.each(cases)("%s: %i an hour", async (deed, times, act) => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    await spend(mia, deed, times);
    const answer = (await act(mia, leo)) as Awaited<ReturnType<ReturnType<typeof as>["get"]>>;
    expect(answer.json()).toMatchObject({ status: 429, code: "rate.limited" });
    const seconds = Number(answer.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect((await act(leo, mia)).statusCode).toBe(200);
  });

  test("messages: 120 an hour, and an open thread costs no new one", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const thread = (await as(mia).post("/api/threads", { username: leo.username })).json();
    await spend(mia, "messages", 119);
    const send = (content: string) =>
      as(mia).post(`/api/threads/${thread.id}/messages`, { content, clientId: randomUUID() });
    expect((await send("the last of this hour")).statusCode).toBe(200);
    expect((await send("one more")).json().code).toBe("rate.limited");
    await spend(mia, "threads", 19);
    expect((await as(mia).post("/api/threads", { username: leo.username })).json().id).toBe(thread.id);
  });

  test("an account in its first day has a quarter of it", async () => {
    const fresh = await buildUser(db, { createdAt: new Date() });
    const owner = await buildUser(db);
    const statuses: number[] = [];
    for (let n = 0; n < 16; n += 1) {
      const { id } = await buildOutfit(db, owner.id);
      statuses.push((await as(fresh).post(`/api/outfits/${id}/comments`, { content: `word ${n}` })).statusCode);
    }
    expect(statuses).toEqual([...Array.from({ length: 15 }, () => 200), 429]);
  });

  test("all processes count together", async () => {
    const mia = await buildUser(db);
    const other = createRateLimiter(limited.world.pool, { isOn: true });
    await spend(mia, "reports", 12);
    for (let n = 0; n < 8; n += 1) await other.spend("reports", { key: mia.id });
    await expect(other.spend("reports", { key: mia.id })).rejects.toMatchObject({ code: "rate.limited" });
    await expect(limited.world.rateLimiter.spend("reports", { key: mia.id })).rejects.toMatchObject({
      code: "rate.limited",
    });
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
