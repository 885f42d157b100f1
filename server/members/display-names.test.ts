import { describe, expect, test } from "vitest";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

const { as, db, fastify } = await testApp();
const password = "a plain long passphrase";
const name = "عائشة";

/** A member who signed up with this name, with the fields of their profile that hold it. */
async function signUp(given: string): Promise<{ id: string; username: string; displayName: string | null }> {
  const email = `${crypto.randomUUID()}@fash.example`;
  const payload = { email, password, data: { username: given } };
  const answer = await fastify.inject({ method: "POST", url: "/auth/v1/signup", payload });
  const { id } = answer.json<{ user: { id: string } }>().user;
  return (await as({ id }).get("/api/me")).json();
}
const rename = (member: { id: string }, displayName: unknown) => as(member).patch("/api/me", { displayName });

describe("at sign-up", () => {
  test("the name is kept in its own script, and the username is made of what it has of Latin letters", async () => {
    expect(await signUp(name)).toMatchObject({ displayName: name, username: expect.stringMatching(/^member\d+$/) });
    const zoe = await signUp("Zoë  Quill");
    expect(zoe).toMatchObject({ displayName: "Zoë Quill", username: expect.stringMatching(/^zoe\.quill/) });
  });

  test("a name in the form of a username, of the site, or that cannot be shown, gives none", async () => {
    for (const given of ["plain.member", "Fash Team", "Mia\u202Egpj"]) {
      expect(await signUp(given)).toMatchObject({ displayName: null });
    }
  });
});

describe("in the settings", () => {
  test("it changes as often as wanted, and an empty one is none", async () => {
    const mia = await buildUser(db);
    for (const displayName of ["Mia  Moreau", name]) {
      expect((await rename(mia, displayName)).json()).toMatchObject({ displayName: displayName.replace("  ", " ") });
    }
    for (const empty of ["  ", null]) {
      await rename(mia, name);
      expect((await rename(mia, empty)).json()).toMatchObject({ displayName: null, username: mia.username });
    }
  });

  test.each([
    ["51 characters", "x".repeat(51), "Name must be at most 50 characters"],
    ["a change of direction", "mia\u202E", "Name contains characters that can't be shown"],
    ["a name of the site", "F a s h", "This name is not available"],
    ["an administrator's", "Ádmin", "This name is not available"],
    ["a number", 7, expect.any(String)],
  ])("%s is refused at its field", async (_what, displayName, message) => {
    const mia = await buildUser(db);
    const answer = await rename(mia, displayName);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().issues).toMatchObject([{ path: "displayName", message }]);
    expect((await as(mia).get("/api/me")).json().displayName).toBeNull();
  });
});

test("a search finds the member's outfits by it, and no longer by a former one", async () => {
  const mia = await buildUser(db);
  const first = await buildOutfit(db, mia.id);
  await rename(mia, "Qq Çiçek");
  const second = await buildOutfit(db, mia.id);
  const find = async (words: string) =>
    (await as(null).get(`/api/outfits?search=${encodeURIComponent(words)}`))
      .json<{ items: { id: string; match: unknown }[] }>()
      .items.map(({ id, match }) => ({ id, match }));
  const match = { in: "member", text: "Qq Çiçek" };
  expect(await find("qq çiçek")).toEqual([second, first].map(({ id }) => ({ id, match })));
  await as(mia).patch("/api/me", { bio: "Still here" });
  expect(await find("çiçek")).toHaveLength(2);
  await rename(mia, "");
  expect(await find("çiçek")).toEqual([]);
});

test("it is in everything that names its member", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const outfit = await buildOutfit(db, mia.id);
  await rename(mia, name);
  await rename(leo, "Leo Castell");
  const author = { username: mia.username, displayName: name };

  const feed = (await as(null).get("/api/outfits")).json().items as { id: string }[];
  expect(feed.find(({ id }) => id === outfit.id)).toMatchObject({ author });
  expect((await as(leo).get(`/api/outfits/${outfit.id}`)).json()).toMatchObject({ author });
  expect((await as(leo).get(`/api/profiles/${mia.username}`)).json()).toMatchObject(author);
  await as(leo).put(`/api/follows/${mia.id}`);
  await as(leo).put(`/api/outfits/${outfit.id}/like`);
  expect((await as(mia).get(`/api/profiles/${leo.username}/following`)).json().items).toMatchObject([
    { member: author },
  ]);
  expect((await as(mia).get(`/api/outfits/${outfit.id}/likes`)).json().items).toMatchObject([
    { member: { displayName: "Leo Castell" } },
  ]);
  await as(mia).post(`/api/outfits/${outfit.id}/comments`, { content: "mine" });
  expect((await as(null).get(`/api/outfits/${outfit.id}/comments`)).json().items).toMatchObject([{ author }]);
  const { id: threadId } = (await as(leo).post("/api/threads", { username: mia.username })).json();
  await as(leo).post(`/api/threads/${threadId}/messages`, { content: "hello", clientId: crypto.randomUUID() });
  expect((await as(mia).get("/api/threads?search=castell")).json().items).toMatchObject([
    { other: { displayName: "Leo Castell" } },
  ]);
  const messages = (await as(mia).get("/api/notifications")).json().items as { message: string }[];
  expect(messages.map(({ message }) => message)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Leo Castell sent/), expect.stringMatching(/^Leo Castell liked/)]),
  );
});

test("a name written from right to left keeps to itself in a sentence", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  await rename(mia, name);
  await as(mia).put(`/api/follows/${leo.id}`);
  const [news] = (await as(leo).get("/api/notifications")).json().items as { message: string }[];
  expect(news?.message).toBe(`\u2068${name}\u2069 started following you`);
});

test("members are found by it, for a Top 3 as well; %, _ and case are plain", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  await rename(mia, "Bracken 100%_Wool");
  for (const search of ["bracken", "100%_w"]) {
    const encoded = encodeURIComponent(search);
    expect((await as(leo).get(`/api/search?search=${encoded}`)).json().people).toMatchObject([{ id: mia.id }]);
    expect((await as(leo).get(`/api/stylists?search=${encoded}`)).json().items).toMatchObject([{ id: mia.id }]);
  }
  expect((await as(leo).get("/api/stylists?search=100_%25")).json().items).toEqual([]);
});
