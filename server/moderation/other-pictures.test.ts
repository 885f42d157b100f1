import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { eventForm } from "#server/testing/event-form.ts";
import { articleContent, buildArticle, buildEvent, buildStyle, buildUser } from "#server/testing/factories.ts";
import { screeningApp } from "#server/testing/screened-pictures.ts";
import { lookAtEvent } from "#server/testing/look-at-event.ts";
import { screenPictures } from "./screen-pictures.service.ts";

const { app, as, db, vision, admin, nextPicture, upload, openCase } = await screeningApp(500);

type Member = { id: string };
const decide = (caseId: string, outcome: string) =>
  as(admin).put(`/api/admin/cases/${caseId}/decision`, { message: "Against the rules", outcome });
const picturesOf = async (member: Member & { username: string }) => {
  const { avatarUrl, bannerUrl } = (await as(member).get(`/api/profiles/${member.username}`)).json();
  return { avatarUrl, bannerUrl };
};

/** Appeals against the newest decision about the member, which another admin grants. */
async function winAppeal(member: Member): Promise<void> {
  const [action] = (await as(member).get("/api/me/account-status")).json().actions;
  await as(member).post("/api/me/appeals", { actionId: action.id, message: "It is me" });
  const [appeal] = (await as(admin).get("/api/admin/appeals")).json().items;
  const other = await buildUser(db, { role: "admin" });
  const answer = { decision: "granted", answer: "Right" };
  expect((await as(other).put(`/api/admin/appeals/${appeal.id}/decision`, answer)).statusCode).toBe(200);
}

test("a withheld avatar leaves the profile, the banner stays; dismissed, it is back; hidden, it stays away [S-160]", async () => {
  const mia = await buildUser(db);
  await as(mia).patch("/api/me", { bannerImageId: await upload(mia, "banner") });
  await screenPictures(app);
  vision.score({ porn: 0.97 });
  await as(mia).patch("/api/me", { avatarImageId: await upload(mia, "avatar") });
  const before = await picturesOf(mia);
  expect(before.avatarUrl).not.toBeNull();
  await screenPictures(app);
  expect(await picturesOf(mia)).toEqual({ ...before, avatarUrl: null });
  const found = await openCase(mia.id);
  expect(found).toMatchObject({ targetType: "profile", picture: { url: before.avatarUrl }, screeningPercent: 97 });
  expect((await as(admin).get(`/api/admin/cases/${found.id}`)).json().isHidden).toBe(true);
  const [news] = (await as(mia).get("/api/notifications")).json().items;
  expect(news.message).toContain("Your avatar isn't shown until we have looked at it.");
  await decide(found.id, "dismissed");
  expect(await picturesOf(mia)).toEqual(before);
  expect((await as(mia).get("/api/notifications")).body).toContain("on your profile again");

  await as(mia).patch("/api/me", { avatarImageId: await upload(mia, "avatar") });
  await screenPictures(app);
  expect((await decide((await openCase(mia.id)).id, "hidden")).statusCode).toBe(200);
  expect(await picturesOf(mia)).toEqual({ ...before, avatarUrl: null });
});

test("a withheld avatar that was replaced meanwhile is deleted when the case is dismissed", async () => {
  const mia = await buildUser(db);
  vision.score({ porn: 0.97 });
  await as(mia).patch("/api/me", { avatarImageId: await upload(mia, "avatar") });
  await screenPictures(app);
  vision.score({ porn: 0.01 });
  await as(mia).patch("/api/me", { avatarImageId: await upload(mia, "avatar") });
  await screenPictures(app);
  const { avatarUrl } = await picturesOf(mia);
  await decide((await openCase(mia.id)).id, "dismissed");
  expect((await picturesOf(mia)).avatarUrl).toBe(avatarUrl);
  const images = await db.selectFrom("images").select("key").where("user_id", "=", mia.id).execute();
  expect(images.map(({ key }) => `/media/${key}`)).toEqual([avatarUrl]);
  expect((await as(mia).get("/api/notifications")).body).not.toContain("on your profile again");
});

test("moderators take the pictures off a reported profile, and an appeal puts them back", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  await as(mia).patch("/api/me", {
    avatarImageId: await upload(mia, "avatar"),
    bannerImageId: await upload(mia, "banner"),
  });
  const before = await picturesOf(mia);
  await as(leo).post("/api/reports", { targetType: "profile", targetId: mia.id, reason: "nudity" });
  await decide((await openCase(mia.id)).id, "hidden");
  expect(await picturesOf(mia)).toEqual({ avatarUrl: null, bannerUrl: null });
  await winAppeal(mia);
  expect(await picturesOf(mia)).toEqual(before);
});

async function hide(targetType: string, targetId: string): Promise<void> {
  await as(await buildUser(db)).post("/api/reports", { targetType, targetId, reason: "nudity" });
  expect((await decide((await openCase(targetId)).id, "hidden")).statusCode).toBe(200);
}
const hideProfile = (member: Member) => hide("profile", member.id);

test("dismissing a withheld banner leaves the avatar off that moderators had taken off", async () => {
  const mia = await buildUser(db);
  await as(mia).patch("/api/me", { avatarImageId: await upload(mia, "avatar") });
  await hideProfile(mia);
  vision.score({ porn: 0.97 });
  await as(mia).patch("/api/me", { bannerImageId: await upload(mia, "banner") });
  const { bannerUrl } = await picturesOf(mia);
  await screenPictures(app);
  expect(await picturesOf(mia)).toEqual({ avatarUrl: null, bannerUrl: null });
  await decide((await openCase(mia.id)).id, "dismissed");
  expect(await picturesOf(mia)).toEqual({ avatarUrl: null, bannerUrl });
});

test("an avatar that moderators took off before it was scored leaves the next one alone, and is a finding once it is back", async () => {
  const mia = await buildUser(db);
  await as(mia).patch("/api/me", { avatarImageId: await upload(mia, "avatar") });
  const { avatarUrl: former } = await picturesOf(mia);
  await hideProfile(mia);
  vision.score({ porn: 0.97 });
  await screenPictures(app);
  vision.score({ porn: 0.01 });
  await as(mia).patch("/api/me", { avatarImageId: await upload(mia, "avatar") });
  const { avatarUrl } = await picturesOf(mia);
  expect(avatarUrl).not.toBe(former);
  await screenPictures(app);
  expect(await openCase(mia.id)).toBeUndefined();
  expect(await picturesOf(mia)).toMatchObject({ avatarUrl });

  await as(mia).patch("/api/me", { avatarImageId: null });
  await winAppeal(mia);
  expect(await picturesOf(mia)).toMatchObject({ avatarUrl: former });
  await screenPictures(app);
  expect(await picturesOf(mia)).toMatchObject({ avatarUrl: null });
  expect(await openCase(mia.id)).toMatchObject({ screeningPercent: 97 });
});

test("an appeal against a later decision about a profile puts its picture back, and copies of it are welcome", async () => {
  const mia = await buildUser(db);
  const [first, second] = [await nextPicture(), await nextPicture()];
  const wear = async (file: Buffer) => {
    const { id: avatarImageId } = (await as(mia).upload("/api/uploads/avatar", file)).json();
    await as(mia).patch("/api/me", { avatarImageId });
    await screenPictures(app);
    return (await picturesOf(mia)).avatarUrl;
  };
  await wear(first);
  await hideProfile(mia);
  const avatarUrl = await wear(second);
  await hideProfile(mia);
  await winAppeal(mia);
  expect(await picturesOf(mia)).toMatchObject({ avatarUrl });
  expect(await wear(second)).not.toBeNull();
  // What the first decision is about is still removed.
  expect(await wear(first)).toBeNull();
});

test("hiding a reported profile takes the avatar off, too, where the screening had withheld the banner", async () => {
  const mia = await buildUser(db);
  await as(mia).patch("/api/me", { avatarImageId: await upload(mia, "avatar") });
  await screenPictures(app);
  vision.score({ porn: 0.97 });
  await as(mia).patch("/api/me", { bannerImageId: await upload(mia, "banner") });
  const before = await picturesOf(mia);
  await screenPictures(app);
  await hideProfile(mia);
  expect(await picturesOf(mia)).toEqual({ avatarUrl: null, bannerUrl: null });
  await winAppeal(mia);
  expect(await picturesOf(mia)).toEqual(before);
});

test("the cover of an event enters the queue when the event is submitted, not while it is a draft", async () => {
  const mia = await buildUser(db);
  vision.score({ porn: 0.97 });
  const imageId = await upload(mia, "outfit");
  const draft = (await as(mia).post("/api/events", { ...eventForm, imageId, intent: "draft" })).json();
  await screenPictures(app);
  expect(await openCase(draft.id)).toBeUndefined();
  expect((await as(mia).put(`/api/events/${draft.id}`, { ...eventForm, intent: "submit" })).statusCode).toBe(200);
  await screenPictures(app);
  expect(await openCase(draft.id)).toMatchObject({ targetType: "event", screeningPercent: 97 });
});

test("a picture of an article enters the queue when the article is submitted, not while it is a draft", async () => {
  const mia = await buildUser(db, { role: "business" });
  vision.score({ hentai: 0.75 });
  const imageId = await upload(mia, "article");
  const id = randomUUID();
  const content = articleContent({ cover: { imageId, alt: "A rail", caption: "" } });
  const saved = await as(mia).put(`/api/articles/${id}/draft`, { revision: 0, content });
  expect(saved.statusCode).toBe(200);
  await screenPictures(app);
  expect(await openCase(id)).toBeUndefined();
  const submitted = await as(mia).post(`/api/articles/${id}/submit`, { revision: saved.json().revision });
  expect(submitted.statusCode).toBe(200);
  await screenPictures(app);
  expect(await openCase(id)).toMatchObject({ targetType: "article", screeningPercent: 75 });
});

test("an article that was never published has its title and summary in the queue, the case and the decision", async () => {
  const mia = await buildUser(db);
  vision.score({ porn: 0.97 });
  const cover = { imageId: await upload(mia, "article"), alt: "A rail", caption: "" };
  const [id, content] = [randomUUID(), articleContent({ cover, summary: "What to look for" })];
  const { revision } = (await as(mia).put(`/api/articles/${id}/draft`, { revision: 0, content })).json();
  expect((await as(mia).post(`/api/articles/${id}/submit`, { revision })).statusCode).toBe(200);
  await screenPictures(app);
  const found = await openCase(id);
  expect(found).toMatchObject({ excerpt: content.title, foundPicture: "in_use" });
  expect((await as(admin).get(`/api/admin/cases/${found.id}`)).json().content).toBe("What to look for");
  expect((await decide(found.id, "hidden")).statusCode).toBe(200);
  expect((await as(mia).get("/api/me/account-status")).json().actions).toMatchObject([
    { kind: "hidden", excerpt: content.title },
    { kind: "held", excerpt: content.title },
  ]);
});

test("a picture in the draft of a published article enters the queue when the draft is submitted, not before", async () => {
  const mia = await buildUser(db);
  const { id, content } = await buildArticle(db, mia.id);
  vision.score({ porn: 0.75 });
  const cover = { imageId: await upload(mia, "article"), alt: "A rail", caption: "" };
  const save = (revision: number) =>
    as(mia).put(`/api/articles/${id}/draft`, { revision, content: { ...content, cover } });
  const { revision } = (await save(1)).json();
  await screenPictures(app);
  expect(await openCase(id)).toBeUndefined();
  expect((await as(mia).post(`/api/articles/${id}/submit`, { revision })).statusCode).toBe(200);
  expect((await as(mia).post(`/api/articles/${id}/recall`)).statusCode).toBe(200);
  await screenPictures(app);
  expect(await openCase(id)).toBeUndefined();
  expect((await as(mia).post(`/api/articles/${id}/submit`, { revision })).statusCode).toBe(200);
  await screenPictures(app);
  expect(await openCase(id)).toMatchObject({ targetType: "article", screeningPercent: 75 });
});

test.each([
  ["withholds the event once it is published", undefined, 404],
  ["leaves the event alone once a moderator dismissed the finding", "dismissed", 200],
])("a cover proposed for a published event enters the queue, and %s", async (_what, outcome, status) => {
  const mia = await buildUser(db);
  const { id } = await buildEvent(db, mia.id);
  const statusOf = async () => (await as(null).get(`/api/events/${id}`)).statusCode;
  vision.score({ porn: 0.97 });
  const proposal = { ...eventForm, imageId: await upload(mia, "outfit"), intent: "submit" };
  expect((await as(mia).put(`/api/events/${id}`, proposal)).json().proposal.isWaiting).toBe(true);
  await screenPictures(app);
  await screenPictures(app);
  const found = await openCase(id);
  expect(found).toMatchObject({ targetType: "event", screeningPercent: 97 });
  expect(await statusOf()).toBe(200);
  if (outcome) await decide(found.id, outcome);
  await as(admin).post(`/api/admin/events/${id}/publication`, await lookAtEvent(db, id));
  await screenPictures(app);
  expect(await statusOf()).toBe(status);
});

test("a case shows the finding that is left once the one with the higher score is gone, unless it was decided before", async () => {
  const mia = await buildUser(db);
  const { id: styleId } = await buildStyle(db);
  const uploadScored = async (score: number) => {
    vision.score({ porn: score });
    return upload(mia, "outfit");
  };
  const outfit = { title: "A coat", styleId, imageId: await uploadScored(0.75) };
  const { id } = (await as(mia).post("/api/outfits", outfit)).json().outfit;
  await screenPictures(app);
  const { picture } = await openCase(id);
  const addAndRemovePhoto = async () => {
    const imageId = await uploadScored(0.85);
    expect((await as(mia).put(`/api/outfits/${id}`, { ...outfit, morePhotos: [{ imageId }] })).statusCode).toBe(200);
    await screenPictures(app);
    const found = await openCase(id);
    expect(found).toMatchObject({ screeningPercent: 85 });
    expect(found.picture.url).not.toBe(picture.url);
    await as(mia).put(`/api/outfits/${id}`, { ...outfit, morePhotos: [] });
    expect(await openCase(id)).toMatchObject({ foundPicture: "gone" });
    await screenPictures(app);
    return openCase(id);
  };
  const left = await addAndRemovePhoto();
  expect(left).toMatchObject({ picture, foundPicture: "in_use", screeningPercent: 75 });
  await decide(left.id, "dismissed");
  expect(await addAndRemovePhoto()).toMatchObject({ picture: null, foundPicture: "gone", screeningPercent: 85 });
});
