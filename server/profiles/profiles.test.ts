import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { deleteOrphanedImages } from "#server/media/media.service.ts";
import { findDrift } from "#server/counts/recount.service.ts";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { createMemoryStorage } from "#server/testing/memory-storage.ts";
import { testApp } from "#server/testing/test-app.ts";

const storage = createMemoryStorage();
let now = new Date();
const { fastify, as, db, app } = await testApp({ app: { storage, clock: { now: () => now } } });
type User = Awaited<ReturnType<typeof buildUser>>;

const edit = (user: User, body: unknown) => as(user).patch("/api/me", body);
const see = async (viewer: User | null, username: string) => as(viewer).get(`/api/profiles/${username}`);
const daysLater = (days: number) => new Date(Date.now() + days * 86_400_000);
const sorted = (answers: { statusCode: number }[]) =>
  answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b);
const file = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#224466" } })
  .png()
  .toBuffer();
let named = 0;
const freshName = () =>
  `zed${"abcdefghijklmnopqrstuvwxyz"[(named += 1) % 26]}${"kqxyz".repeat(3).slice(0, 3 + (named % 9))}`;

describe("the own account", () => {
  test("has private fields", async () => {
    const mia = await buildUser(db);
    expect((await as(mia).get("/api/me")).json()).toMatchObject({
      id: mia.id,
      email: mia.email,
      isSelf: true,
      isVisible: true,
      points: 0,
      unreadNotificationsCount: 0,
      unreadMessagesCount: 0,
      usernameChangeableAt: null,
    });
    expect((await as(null).get("/api/me")).statusCode).toBe(401);
  });

  test("changes only the given fields", async () => {
    const mia = await buildUser(db);
    const wanted = {
      bio: "  Linen and long walks ",
      location: "Lisbon",
      instagramUrl: "https://www.instagram.com/mia",
      twitterUrl: "https://x.com/mia",
      facebookUrl: "https://m.facebook.com/mia",
      youtubeUrl: "https://youtu.be/mia",
      tiktokUrl: "https://www.tiktok.com/@mia",
      bannerAdjustments: { zoom: 1.5, offsetX: 10, offsetY: -20 },
    };
    const changed = { ...wanted, bio: "Linen and long walks" };
    expect((await edit(mia, wanted)).json()).toMatchObject(changed);
    expect((await edit(mia, { location: "" })).json()).toMatchObject({ ...changed, location: null });
    expect((await edit(mia, {})).json()).toMatchObject({ ...changed, location: null });
    expect((await edit(mia, { bio: null, tiktokUrl: "", bannerAdjustments: null })).json()).toMatchObject({
      bio: null,
      tiktokUrl: null,
      bannerAdjustments: null,
      twitterUrl: wanted.twitterUrl,
    });
  });

  test.each([
    ["bio", "x".repeat(201)],
    ["location", "x".repeat(81)],
    ["instagramUrl", "http://instagram.com/mia"],
    ["instagramUrl", "https://instagram.com.evil.example/mia"],
    ["instagramUrl", "https://evil.example/https://instagram.com/"],
    ["instagramUrl", "https://mia@instagram.com/"],
    ["instagramUrl", "https://instagram.com@evil.example/"],
    ["instagramUrl", "https://instagram.com\\@evil.example/"],
    ["twitterUrl", "javascript:alert(1)//x.com"],
    ["tiktokUrl", "https://x.com/mia"],
    ["youtubeUrl", "https://youtube.com/ mia"],
    ["bannerAdjustments.zoom", { zoom: 4, offsetX: 0, offsetY: 0 }],
    ["username", "no"],
    ["username", "späße"],
    ["username", "a..b/c"],
    ["isPrivate", "yes"],
    ["points", 1_000],
    ["email", "other@fash.example"],
    ["membershipTier", "pro"],
    ["role", "admin"],
    ["username_last_changed", null],
  ])("%s cannot be %j", async (path, value) => {
    const mia = await buildUser(db);
    const answer = await edit(mia, { [path.split(".")[0] ?? path]: value });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().issues.map((issue: { path: string }) => issue.path)).toEqual([path]);
  });

  test.each([
    ["instagramUrl", "Must be an Instagram link starting with https://"],
    ["tiktokUrl", "Must be a TikTok link starting with https://"],
  ])("a %s of another site is told what it must be", async (path, message) => {
    const answer = await edit(await buildUser(db), { [path]: "https://evil.example/mia" });
    expect(answer.json().issues).toEqual([{ path, message }]);
  });
});

describe("a profile", () => {
  test("requires sign-in, unless profiles are public", async () => {
    const mia = await buildUser(db);
    expect((await see(null, mia.username)).json().code).toBe("auth.required");
    const open = await testApp({ settings: { PUBLIC_PROFILES: "on" } });
    const eve = await buildUser(open.db);
    expect((await open.as(null).get(`/api/profiles/${eve.username}`)).json()).toMatchObject({ username: eve.username });
  });

  test("has no private fields for others", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const answer = await see(leo, mia.username.toUpperCase());
    expect(answer.json()).toMatchObject({ username: mia.username, isSelf: false, isVisible: true });
    for (const secret of ["email", "points", "activityScore", "unreadNotificationsCount", "usernameChangeableAt"]) {
      expect(answer.json()).not.toHaveProperty(secret);
    }
    expect(answer.body).not.toContain(mia.email);
  });

  test("that is private shows others only name, picture and counts", async () => {
    const [mia, leo] = [await buildUser(db, { isPrivate: true, isClosetPrivate: false }), await buildUser(db)];
    await edit(mia, { bio: "secret", location: "secret", instagramUrl: "https://instagram.com/secret" });
    const answer = await see(leo, mia.username);
    expect(answer.json()).toEqual({
      id: mia.id,
      username: mia.username,
      displayName: null,
      avatarUrl: null,
      isVerified: false,
      isPrivate: true,
      isSelf: false,
      isVisible: false,
      followState: "none",
      isFollowingYou: false,
      isMuted: false,
      postsCount: 0,
      followersCount: 0,
      followingCount: 0,
      likesCount: 0,
      createdAt: null,
      isClosetPrivate: true,
      membershipTier: null,
      role: null,
      bio: null,
      location: null,
      bannerUrl: null,
      bannerAdjustments: null,
      instagramUrl: null,
      twitterUrl: null,
      facebookUrl: null,
      youtubeUrl: null,
      tiktokUrl: null,
    });
    await as(leo).put(`/api/follows/${mia.id}`);
    await as(mia).put(`/api/follow-requests/${leo.id}`);
    expect((await see(leo, mia.username)).json()).toMatchObject({
      isVisible: true,
      bio: "secret",
      followState: "following",
    });
    expect((await see(mia, leo.username)).json()).toMatchObject({ isFollowingYou: true });
  });

  test("is 404 if unknown or banned, and for malformed or hostile names", async () => {
    const [mia, eve] = [await buildUser(db), await buildUser(db)];
    await db.updateTable("auth.users").set({ banned_until: "2999-01-01" }).where("id", "=", eve.id).execute();
    for (const name of ["nobody.here", eve.username, "%25", "_", "'%20or%20'1'='1", "%00"]) {
      const answer = await see(mia, name);
      expect([404, 422]).toContain(answer.statusCode);
      expect(answer.statusCode < 500).toBe(true);
    }
  });
});

test("turning private unlists outfits at once, turning public relists them, and counts stay correct", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const outfit = await buildOutfit(db, mia.id, { title: "Quiet zebra" });
  const isListed = async () =>
    (await as(leo).get("/api/outfits?limit=50")).json().items.some((item: { id: string }) => item.id === outfit.id);
  expect(await isListed()).toBe(true);
  await edit(mia, { isPrivate: true });
  expect(await isListed()).toBe(false);
  expect((await as(leo).get(`/api/outfits/${outfit.id}`)).statusCode).toBe(404);
  expect(await findDrift(db)).toEqual([]);
  await edit(mia, { isPrivate: false });
  expect(await isListed()).toBe(true);
  expect(await findDrift(db)).toEqual([]);
});

describe("pictures", () => {
  const upload = async (user: User, kind: string) =>
    (await as(user).upload(`/api/uploads/${kind}`, file, "image/png")).json();

  test("must be own uploads of their kind; the replaced one is deleted", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const first = await upload(mia, "avatar");
    const second = await upload(mia, "avatar");
    const banner = await upload(mia, "banner");
    expect((await edit(mia, { avatarImageId: first.id, bannerImageId: banner.id })).json()).toMatchObject({
      avatarUrl: first.picture.url,
      bannerUrl: banner.picture.url,
    });
    expect((await edit(mia, { avatarImageId: second.id })).json()).toMatchObject({
      avatarUrl: second.picture.url,
      bannerUrl: banner.picture.url,
    });
    await deleteOrphanedImages(app);
    expect((await fastify.inject(first.picture.url)).statusCode).toBe(404);
    expect((await fastify.inject(second.picture.url)).statusCode).toBe(200);
    expect((await edit(mia, { avatarImageId: null })).json().avatarUrl).toBeNull();

    const others = await upload(leo, "avatar");
    for (const imageId of [others.id, first.id, banner.id, "00000000-0000-4000-8000-000000000000"]) {
      const answer = await edit(mia, { avatarImageId: imageId, bio: "half written" });
      expect(answer.json().code).toBe("image.not_yours");
    }
    expect((await as(mia).get("/api/me")).json().bio).toBeNull();
  });
});

describe("the username", () => {
  test("changes at most once in 90 days; the old one redirects to the new one for 90 days [S-64]", async () => {
    now = new Date();
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const wanted = freshName();
    const changed = await edit(mia, { username: ` ${wanted.toUpperCase()} ` });
    expect(changed.json()).toMatchObject({ username: wanted, usernameChangeableAt: expect.stringMatching(/Z$/) });
    expect((await see(leo, mia.username)).json()).toMatchObject({ id: mia.id, username: wanted });
    expect((await edit(mia, { username: wanted })).statusCode).toBe(200);
    now = daysLater(89);
    expect((await edit(mia, { username: freshName() })).json().code).toBe("username.too_soon");
    now = daysLater(90.1);
    expect((await edit(mia, { username: freshName() })).statusCode).toBe(200);
    expect((await see(leo, mia.username)).statusCode).toBe(404);
    now = new Date();
  });

  test("is rejected if taken, recently used, similar to a taken one, or reserved", async () => {
    now = new Date();
    const [mia, leo, eve] = [await buildUser(db, { username: "qqdenymqq" }), await buildUser(db), await buildUser(db)];
    expect((await edit(leo, { username: "qqdenymqq" })).json().code).toBe("username.taken");
    expect((await edit(leo, { username: "qq_denym.qq" })).json().code).toBe("username.taken");
    expect((await edit(leo, { username: "admin" })).statusCode).toBe(422);
    await edit(mia, { username: "qqcottonqq" });
    expect((await edit(eve, { username: "qqdenymqq" })).json().code).toBe("username.taken");
    now = daysLater(91);
    expect((await edit(eve, { username: "qqdenymqq" })).statusCode).toBe(200);
    now = new Date();
  });

  test("requested by two members concurrently goes to one of them [S-64]", async () => {
    now = new Date();
    const users = await Promise.all([buildUser(db), buildUser(db), buildUser(db), buildUser(db)]);
    const answers = await Promise.all(users.map((user) => edit(user, { username: "qqwantedqq" })));
    expect(sorted(answers)).toEqual([200, 409, 409, 409]);
  });

  test("changed twice concurrently changes once", async () => {
    now = new Date();
    const mia = await buildUser(db);
    const answers = await Promise.all(
      [freshName(), freshName(), freshName()].map((username) => edit(mia, { username })),
    );
    expect(sorted(answers)).toEqual([200, 409, 409]);
  });

  test("is found by search as soon as it changes", async () => {
    now = new Date();
    const mia = await buildUser(db);
    const outfit = await buildOutfit(db, mia.id);
    await edit(mia, { username: "qqsearchable" });
    const { items } = (await as(null).get("/api/outfits?search=qqsearchable")).json();
    expect(items.map((item: { id: string }) => item.id)).toEqual([outfit.id]);
  });
});
