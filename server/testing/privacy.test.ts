import { describe, expect, test } from "vitest";
import { transact } from "#server/db/db.ts";
import { notify } from "#server/notifications/notifications.service.ts";
import { buildScene } from "#server/testing/access-scene.ts";
import { accessTable } from "#server/testing/access-table.ts";
import { buildEvent, buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

const site = await testApp();
const { as, db } = site;
const scene = await buildScene(site);
const { A: a, P: p } = scene.members;
const reads = accessTable.filter((row) => row.endpoint.startsWith("GET "));

/** The responses to every read as this caller. */
async function readAll(by: { id: string } | null): Promise<{ endpoint: string; body: string }[]> {
  const answers = [];
  for (const row of reads) {
    const answer = await as(by).get(row.request(scene).url);
    answers.push({ endpoint: row.endpoint, body: answer.body });
  }
  return answers;
}
const holding = (answers: { endpoint: string; body: string }[], text: string) =>
  answers.filter(({ body }) => body.includes(text)).map(({ endpoint }) => endpoint);

test("a private profile, its outfits and its closet are in no answer to a stranger [S-56]", async () => {
  await as(p).put(`/api/outfits/${scene.aOutfit}/like`);
  const board = (await as(p).post("/api/boards", { name: `${scene.word} board` })).json();
  for (const by of [null, await buildUser(db)]) {
    const answers = await readAll(by);
    expect(holding(answers, scene.pOutfit)).toEqual([]);
    expect(holding(answers, "secret")).toEqual([]);
    expect(holding(answers, board.id)).toEqual([]);
    expect((await as(by).get(`/api/outfits/${scene.aOutfit}/likes`)).body).not.toContain(p.username);
  }
});

describe("notifications about what is no longer visible", () => {
  const build = async () => {
    const [mia, leo, eve] = [await buildUser(db), await buildUser(db), await buildUser(db)];
    return { mia, leo, eve, outfit: await buildOutfit(db, mia.id, { title: "Rainy day" }) };
  };
  type Built = Awaited<ReturnType<typeof build>>;
  type Page = { items: { message: string }[] };
  const listOf = async (by: { id: string }): Promise<Page> => (await as(by).get("/api/notifications")).json();
  const unreadOf = async (by: { id: string }) => (await as(by).get("/api/notifications/unread-count")).json();
  /** Eve likes Leo's comment, replies to it and mentions him. */
  const talk = async ({ leo, eve }: Built, url: string) => {
    const { comment } = (await as(leo).post(`${url}/comments`, { content: "wow" })).json();
    await as(eve).put(`/api/comments/${comment.id}/like`);
    await as(eve).post(`/api/comments/${comment.id}/replies`, { content: "indeed" });
    await as(eve).post(`${url}/comments`, { content: `look, @${leo.username}` });
    return comment;
  };
  const setActive = ({ id }: { id: string }, isActive: boolean) =>
    db.updateTable("outfits").set({ is_active: isActive }).where("id", "=", id).execute();
  const withheld = { path: "/explore", picture: null, referenceId: null };

  test.each<[string, (built: Built) => Promise<unknown>, (built: Built) => Promise<unknown>]>([
    ["a hidden outfit", ({ outfit }) => setActive(outfit, false), ({ outfit }) => setActive(outfit, true)],
    [
      "an outfit of a member who went private",
      ({ mia }) => as(mia).patch("/api/me", { isPrivate: true }),
      ({ mia }) => as(mia).patch("/api/me", { isPrivate: false }),
    ],
    [
      "an outfit across a block",
      ({ mia, leo }) => as(mia).put(`/api/blocks/${leo.id}`),
      ({ mia, leo }) => as(mia).delete(`/api/blocks/${leo.id}`),
    ],
  ])("of %s name neither title, picture nor page, and come back with it [S-56]", async (_what, hide, show) => {
    const built = await build();
    const { leo, eve, outfit } = built;
    await talk(built, `/api/outfits/${outfit.id}`);
    const before = await listOf(leo);
    expect(before.items.map(({ message }) => message.includes("Rainy day"))).toEqual([true, true, true]);
    await hide(built);
    expect(await listOf(leo)).toMatchObject({
      items: [
        { ...withheld, message: `${eve.username} mentioned you in a comment` },
        { ...withheld, message: `${eve.username} replied to your comment` },
        { ...withheld, message: `${eve.username} liked your comment` },
      ],
    });
    expect(await unreadOf(leo)).toEqual({ unreadCount: 3 });
    await show(built);
    expect(await listOf(leo)).toEqual(before);
  });

  test("of an own hidden outfit and to admins stay as they are", async () => {
    const built = await build();
    const { mia, leo, outfit } = built;
    await talk(built, `/api/outfits/${outfit.id}`);
    await db.updateTable("user_roles").set({ role: "admin" }).where("user_id", "=", leo.id).execute();
    const before = [await listOf(mia), await listOf(leo)];
    await setActive(outfit, false);
    expect([await listOf(mia), await listOf(leo)]).toEqual(before);
  });

  test("of a withdrawn event have no picture and lead to the events [S-56]", async () => {
    const built = await build();
    const { mia, leo } = built;
    const event = await buildEvent(db, mia.id, { title: "Rainy walk" });
    await talk(built, `/api/events/${event.id}`);
    const news = { type: "event_update", actorId: null, message: "“Rainy walk” is cancelled" } as const;
    await transact(db, (tx) => notify(tx, site.app, { ...news, userId: leo.id, referenceId: event.id }));
    expect((await listOf(leo)).items[0]).toMatchObject({ path: `/events/${event.id}`, picture: { width: 1_080 } });
    await db.updateTable("events").set({ status: "withdrawn" }).where("id", "=", event.id).execute();
    const { items } = await listOf(leo);
    expect(items[0]).toMatchObject({ ...withheld, path: "/events", message: "“Rainy walk” is cancelled" });
    expect(items.slice(1)).toMatchObject([withheld, withheld, withheld]);
    expect(JSON.stringify(items.slice(1))).not.toContain("Rainy");
  });

  test("of a banned member do not name them [S-56]", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    await as(leo).put(`/api/follows/${mia.id}`);
    const bannedUntil = new Date(Date.now() + 60_000);
    await db.updateTable("auth.users").set({ banned_until: bannedUntil }).where("id", "=", leo.id).execute();
    expect(await listOf(mia)).toMatchObject({
      items: [{ message: "Someone started following you", actor: null, path: "/explore" }],
    });
  });
});

/** The caller's account and what is below it. */
const isOwnAccount = (endpoint: string) => /^GET \/api\/me(?:\/|$)/.test(endpoint);

test("points and activity are in no answer but the own account's [S-56]", async () => {
  const answers = await readAll(a);
  for (const name of ['"points"', '"activityScore"', '"usernameChangeableAt"']) {
    expect(holding(answers, name).filter((endpoint) => !isOwnAccount(endpoint))).toEqual([]);
  }
});

test("hidden and non-existent content get the same response [S-56]", async () => {
  const never = "0199d000-0000-7000-8000-000000000000";
  const strangers = as(await buildUser(db));
  const withoutId = (body: string) => body.replace(/"requestId":"[^"]*"/, "");
  for (const url of ["/api/outfits/:id", "/api/outfits/:id/comments", "/api/outfits/:id/likes"]) {
    const [hidden, unknown] = await Promise.all(
      [scene.pOutfit, never].map((id) => strangers.get(url.replace(":id", id))),
    );
    expect(hidden?.statusCode).toBe(404);
    expect(withoutId(hidden?.body ?? "")).toBe(withoutId(unknown?.body ?? ""));
  }
});

test("a profile that turns private is hidden from others with the next request [S-57]", async () => {
  const { A: mia, B: follower } = (await buildScene(site)).members;
  const word = `turning${mia.id.slice(0, 8)}`;
  const outfit = await buildOutfit(db, mia.id, { title: word });
  const stranger = await buildUser(db);
  const seenBy = async (by: { id: string } | null) => ({
    page: (await as(by).get(`/api/outfits/${outfit.id}`)).statusCode,
    search: (await as(by).get(`/api/outfits?search=${word}`)).json().items.length,
    profile: (await as(by).get(`/api/profiles/${mia.username}/outfits`)).body.includes(outfit.id),
  });
  expect(await seenBy(stranger)).toEqual({ page: 200, search: 1, profile: true });
  await as(mia).patch("/api/me", { isPrivate: true });
  for (const by of [stranger, null]) expect(await seenBy(by)).toEqual({ page: 404, search: 0, profile: false });
  expect((await seenBy(follower)).page).toBe(200);
});

test("a closet that closes is empty for others with the next call [S-57]", async () => {
  const [mia, leo] = [await buildUser(db, { isClosetPrivate: false }), await buildUser(db)];
  const outfit = await buildOutfit(db, leo.id);
  await as(mia).put(`/api/outfits/${outfit.id}/save`);
  const closet = async () => (await as(leo).get(`/api/profiles/${mia.username}/closet`)).json().items.length;
  expect(await closet()).toBe(1);
  await as(mia).patch("/api/me", { isClosetPrivate: true });
  expect(await closet()).toBe(0);
});

test("no response contains another member's e-mail or phone [S-58]", async () => {
  await db.updateTable("auth.users").set({ phone: "919812345678" }).where("id", "=", a.id).execute();
  for (const by of [null, scene.members.B, await buildUser(db)]) {
    const answers = await readAll(by);
    expect(holding(answers, a.email)).toEqual([]);
    expect(holding(answers, "9812345678")).toEqual([]);
  }
});
