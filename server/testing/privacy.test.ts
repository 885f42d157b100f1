import { expect, test } from "vitest";
import { buildScene } from "#server/testing/access-scene.ts";
import { accessTable } from "#server/testing/access-table.ts";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
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
