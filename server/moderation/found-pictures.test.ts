import { expect, test } from "vitest";
import { eventForm } from "#server/testing/event-form.ts";
import { buildArticle, buildEvent, buildStyle, buildUser } from "#server/testing/factories.ts";
import { screeningApp } from "#server/testing/screened-pictures.ts";
import { lookAtEvent } from "#server/testing/look-at-event.ts";
import { screenPictures } from "./screen-pictures.service.ts";

const { app, as, db, vision, admin, upload, openCase } = await screeningApp(900);

const decide = (caseId: string, outcome: string, headers = {}) =>
  as(admin).put(`/api/admin/cases/${caseId}/decision`, { message: "Against the rules", outcome }, headers);
/** What a moderator is shown of the pictures that were found. */
const listFound = async (caseId: string) => (await as(admin).get(`/api/admin/cases/${caseId}`)).json().foundPictures;

test.each(["cover", "body"])(
  "a picture in the %s of an article is proposed while the draft has it, then in use, then no longer shown",
  async (place) => {
    const mia = await buildUser(db);
    const { id, content } = await buildArticle(db, mia.id);
    let revision = 1;
    const save = async (change: object) => {
      const saved = await as(mia).put(`/api/articles/${id}/draft`, { revision, content: { ...content, ...change } });
      expect(saved.statusCode).toBe(200);
      revision = saved.json().revision;
    };
    const submit = () => as(mia).post(`/api/articles/${id}/submit`, { revision });
    const publish = () => as(admin).post(`/api/admin/articles/${id}/publish`, { revision });
    const whatIsFound = async () => (await openCase(id)).foundPicture;

    vision.score({ porn: 0.75 });
    const image = { imageId: await upload(mia, "article"), alt: "A rail", caption: "" };
    const withImage = place === "cover" ? { cover: image } : { body: [...content.body, { type: "image", ...image }] };
    await save(withImage);
    await submit();
    await screenPictures(app);
    expect(await whatIsFound()).toBe("proposed");
    await as(mia).post(`/api/articles/${id}/recall`);
    await save({});
    expect(await whatIsFound()).toBe("former");

    await save(withImage);
    await submit();
    expect((await publish()).statusCode).toBe(200);
    await save({});
    expect(await whatIsFound()).toBe("in_use");
    await submit();
    expect((await publish()).statusCode).toBe(200);
    expect(await openCase(id)).toMatchObject({ foundPicture: "former", picture: { width: 300 } });
  },
);

/** An article of a member's with a way to hand it in with pictures, which the screening then looks at. */
async function writeArticle(author: { id: string }, status?: "draft") {
  const { id, content } = await buildArticle(db, author.id, { ...(status && { status }) });
  let revision = 1;
  return {
    id,
    async imageScored(percent: number) {
      vision.score({ porn: percent / 100 });
      return { imageId: await upload(author, "article"), alt: "A rail", caption: "" };
    },
    async submit(...images: object[]) {
      const body = [...content.body, ...images.map((image) => ({ type: "image", ...image }))];
      const saved = await as(author).put(`/api/articles/${id}/draft`, { revision, content: { ...content, body } });
      revision = saved.json().revision;
      expect((await as(author).post(`/api/articles/${id}/submit`, { revision })).statusCode).toBe(200);
      await screenPictures(app);
    },
    step: (name: "recall" | "unpublish") => as(author).post(`/api/articles/${id}/${name}`),
    returnIt: () => as(admin).post(`/api/admin/articles/${id}/request-changes`, { revision, note: "Too short" }),
  };
}

test("a case shows the finding that is left once an article has the other one no more, and that one once it has it again", async () => {
  const { id, imageScored, submit: handIn, step } = await writeArticle(await buildUser(db));
  const submit = async (...images: object[]) => {
    await handIn(...images);
    expect((await step("recall")).statusCode).toBe(200);
    return openCase(id);
  };
  const first = await imageScored(75);
  const { picture } = await submit(first);
  const second = await imageScored(97);
  const found = await submit(first, second);
  expect(found).toMatchObject({ foundPicture: "proposed", screeningPercent: 97 });
  expect(found.picture).not.toEqual(picture);
  expect(await submit(first)).toMatchObject({ id: found.id, foundPicture: "proposed", picture, screeningPercent: 75 });
  expect(await submit(first, second)).toMatchObject(found);
  // Neither is proposed any more.
  expect(await submit()).toMatchObject({ ...found, foundPicture: "former" });
});

test("a picture that was not in the published article when a moderator decided is found again once it is", async () => {
  const { id, imageScored, submit } = await writeArticle(await buildUser(db, { role: "business" }));
  const statusOf = async () => (await as(null).get(`/api/articles/${id}`)).statusCode;
  const low = await imageScored(75);
  await submit(low);
  const high = await imageScored(97);
  await submit(low, high);
  const { id: caseId } = await openCase(id);
  expect(await listFound(caseId)).toMatchObject([{ id: high.imageId }, { id: low.imageId }]);
  expect(await statusOf()).toBe(404);
  await submit(low);
  expect(await listFound(caseId)).toMatchObject([{ id: low.imageId }]);
  expect((await decide(caseId, "dismissed", { "if-match": `"${low.imageId}"` })).statusCode).toBe(200);
  expect(await statusOf()).toBe(200);
  await submit(low, high);
  const again = await openCase(id);
  expect(await listFound(again.id)).toMatchObject([{ id: high.imageId, screeningPercent: 97, state: "in_use" }]);
  expect(await statusOf()).toBe(404);
  expect((await decide(again.id, "dismissed")).statusCode).toBe(200);
  // Both are decided by now.
  await submit();
  await submit(low, high);
  expect(await openCase(id)).toBeUndefined();
});

test("an article that is unpublished is withheld only for a picture that it has", async () => {
  const mia = await buildUser(db);
  const { imageScored, submit, step } = await writeArticle(mia);
  const actionsOf = async () => (await as(mia).get("/api/me/account-status")).json().actions;
  const high = await imageScored(97);
  await submit(high);
  expect((await step("recall")).statusCode).toBe(200);
  await submit();
  expect((await step("unpublish")).statusCode).toBe(200);
  await screenPictures(app);
  expect(await actionsOf()).toEqual([]);
  await submit(high);
  expect(await actionsOf()).toMatchObject([{ kind: "held" }]);
});

test.each(["recalled", "returned", "unpublished"])(
  "what a decision did not list since the article was %s is found when that is handed in again",
  async (how) => {
    const author = await buildUser(db, { role: how === "unpublished" ? "business" : "user" });
    const { id, imageScored, submit, step, returnIt } = await writeArticle(author, "draft");
    const high = await imageScored(97);
    // Screened before the model gives the next score.
    await submit(high);
    if (how !== "unpublished") await step("recall");
    const low = await imageScored(95);
    await submit(high, low);
    const { id: caseId } = await openCase(id);
    expect(await listFound(caseId)).toMatchObject([{ id: high.imageId }, { id: low.imageId }]);
    const answer = await (how === "returned" ? returnIt() : step(how === "recalled" ? "recall" : "unpublish"));
    expect(answer.statusCode).toBe(200);
    expect(await listFound(caseId)).toMatchObject([{ id: high.imageId }]);
    expect((await decide(caseId, "dismissed")).statusCode).toBe(200);
    await submit(high, low);
    expect(await listFound((await openCase(id)).id)).toMatchObject([{ id: low.imageId, screeningPercent: 95 }]);
  },
);

test("of the findings that are left once the highest is gone, a case shows the higher one, also if the other one is new", async () => {
  const mia = await buildUser(db);
  const { id: styleId } = await buildStyle(db);
  const photoScored = async (percent: number) => {
    vision.score({ porn: percent / 100 });
    return { imageId: await upload(mia, "outfit") };
  };
  const change = { title: "A coat", styleId, ...(await photoScored(20)) };
  const { id } = (await as(mia).post("/api/outfits", change)).json().outfit;
  await screenPictures(app);
  const show = async (...morePhotos: object[]) => {
    expect((await as(mia).put(`/api/outfits/${id}`, { ...change, morePhotos })).statusCode).toBe(200);
    await screenPictures(app);
    return openCase(id);
  };
  const higher = await photoScored(80);
  const { picture } = await show(higher);
  expect(await show(higher, await photoScored(85))).toMatchObject({ screeningPercent: 85 });
  expect(await show(higher, await photoScored(75))).toMatchObject({ picture, screeningPercent: 80 });
});

test("a picture that an article's draft has no more when it is submitted is not found", async () => {
  const mia = await buildUser(db);
  const { id, content } = await buildArticle(db, mia.id);
  vision.score({ porn: 0.97 });
  const cover = { imageId: await upload(mia, "article"), alt: "A rail", caption: "" };
  const save = async (revision: number, change: object) =>
    (await as(mia).put(`/api/articles/${id}/draft`, { revision, content: { ...content, ...change } })).json().revision;
  const revision = await save(await save(1, { cover }), {});
  expect((await as(mia).post(`/api/articles/${id}/submit`, { revision })).statusCode).toBe(200);
  await screenPictures(app);
  expect(await openCase(id)).toBeUndefined();
});

test("of something that is gone, a case doesn't say that its picture is, too", async () => {
  const mia = await buildUser(db);
  vision.score({ porn: 0.97 });
  const post = { title: "A coat", styleId: (await buildStyle(db)).id, imageId: await upload(mia, "outfit") };
  const { id } = (await as(mia).post("/api/outfits", post)).json().outfit;
  await screenPictures(app);
  const found = await openCase(id);
  expect((await as(mia).delete(`/api/outfits/${id}`)).statusCode).toBe(200);
  const gone = { excerpt: "", picture: null, foundPicture: null, screeningPercent: 97 };
  expect(await openCase(id)).toMatchObject(gone);
  expect((await as(admin).get(`/api/admin/cases/${found.id}`)).json()).toMatchObject(gone);
});

test.each([
  ["is not remembered as removed", false, []],
  ["is remembered as removed if the event was reported", true, ["cover"]],
])(
  "the other cover of an event that is hidden for a picture that is gone %s",
  async (_what, isReported, remembered) => {
    const mia = await buildUser(db);
    const { id } = await buildEvent(db, mia.id);
    const propose = async () => {
      const imageId = await upload(mia, "outfit");
      await as(mia).put(`/api/events/${id}`, { ...eventForm, imageId, intent: "submit" });
      await screenPictures(app);
      return imageId;
    };
    const names = new Map([[await propose(), "cover"]]);
    await as(admin).post(`/api/admin/events/${id}/publication`, await lookAtEvent(db, id));
    vision.score({ porn: 0.97 });
    await propose();
    await as(mia).post(`/api/events/${id}/withdrawal`);
    const report = { targetType: "event", targetId: id, reason: "nudity" };
    if (isReported) await as(await buildUser(db)).post("/api/reports", report);
    const { id: caseId } = await openCase(id);
    expect((await decide(caseId, "hidden")).statusCode).toBe(200);
    expect((await as(null).get(`/api/events/${id}`)).statusCode).toBe(404);
    const removed = await db.selectFrom("moderated_pictures").select("image_id").where("target_id", "=", id).execute();
    expect(removed.map((row) => names.get(row.image_id))).toEqual(remembered);
  },
);

test("of two avatars that are withheld one after the other, the case shows the one that is left", async () => {
  const mia = await buildUser(db);
  const post = async (percent: number) => {
    vision.score({ porn: percent / 100 });
    await as(mia).patch("/api/me", { avatarImageId: await upload(mia, "avatar") });
    const { avatarUrl } = (await as(mia).get("/api/me")).json();
    await screenPictures(app);
    return avatarUrl;
  };
  await post(97);
  const second = await post(93);
  await screenPictures(app);
  const found = await openCase(mia.id);
  expect(found).toMatchObject({ foundPicture: "in_use", picture: { url: second }, screeningPercent: 93 });
  expect((await decide(found.id, "hidden")).statusCode).toBe(200);
  const removed = await db
    .selectFrom("moderated_pictures")
    .select("image_id")
    .where("target_id", "=", mia.id)
    .execute();
  expect(removed).toHaveLength(1);
});

test("an outfit that an admin showed again is not withheld anew for the finding that is left", async () => {
  const mia = await buildUser(db);
  vision.score({ porn: 0.95 });
  const post = { title: "A coat", styleId: (await buildStyle(db)).id, imageId: await upload(mia, "outfit") };
  const { id } = (await as(mia).post("/api/outfits", post)).json().outfit;
  await screenPictures(app);
  vision.score({ porn: 0.97 });
  const morePhotos = [{ imageId: await upload(mia, "outfit") }];
  expect((await as(mia).put(`/api/outfits/${id}`, { ...post, morePhotos })).statusCode).toBe(200);
  await screenPictures(app);
  expect(await openCase(id)).toMatchObject({ screeningPercent: 97 });
  const statusOf = async () => (await as(null).get(`/api/outfits/${id}`)).statusCode;
  expect(await statusOf()).toBe(404);
  await as(admin).post("/api/admin/outfits/state", { ids: [id], state: "active" });
  expect(await statusOf()).toBe(200);
  expect((await as(mia).put(`/api/outfits/${id}`, { ...post, morePhotos: [] })).statusCode).toBe(200);
  await screenPictures(app);
  expect(await openCase(id)).toMatchObject({ foundPicture: "in_use", screeningPercent: 95 });
  expect(await statusOf()).toBe(200);
});

/** Gives a member an avatar or banner that the model scores so; returns it as a case lists it. */
async function wear(mia: { id: string }, kind: "avatar" | "banner", percent: number) {
  vision.score({ porn: percent / 100 });
  await as(mia).patch("/api/me", { [`${kind}ImageId`]: await upload(mia, kind) });
  const url = (await as(mia).get("/api/me")).json()[`${kind}Url`];
  await screenPictures(app);
  const state = percent >= 90 ? "withheld" : "in_use";
  return { kind, screeningPercent: percent, isImageMatch: false, state, picture: { url } };
}

test("a case lists avatar and banner where both are withheld, also once they are hidden", async () => {
  const mia = await buildUser(db);
  const [banner, avatar] = [await wear(mia, "banner", 93), await wear(mia, "avatar", 97)];
  const { id, picture } = await openCase(mia.id);
  expect(picture.url).toBe(avatar.picture.url);
  expect(await listFound(id)).toMatchObject([avatar, banner]);
  expect((await decide(id, "hidden")).statusCode).toBe(200);
  expect(await listFound(id)).toMatchObject([avatar, banner]);
});

test("a case lists each finding of an event with what became of it, but none that was decided before", async () => {
  const mia = await buildUser(db);
  const { id } = await buildEvent(db, mia.id);
  const propose = async (percent: number) => {
    vision.score({ porn: percent / 100 });
    const imageId = await upload(mia, "outfit");
    await as(mia).put(`/api/events/${id}`, { ...eventForm, imageId, intent: "submit" });
    await screenPictures(app);
    return { id: imageId, screeningPercent: percent };
  };
  const cover = await propose(75);
  await as(admin).post(`/api/admin/events/${id}/publication`, await lookAtEvent(db, id));
  const proposed = await propose(85);
  const found = await openCase(id);
  expect(await listFound(found.id)).toMatchObject([
    { ...proposed, state: "proposed" },
    { ...cover, state: "in_use" },
  ]);
  expect((await decide(found.id, "dismissed")).statusCode).toBe(200);
  const next = await propose(80);
  expect(await listFound((await openCase(id)).id)).toMatchObject([{ ...next, state: "proposed" }]);
});

test("a cover that an editor gave back is found when it is proposed again after a decision", async () => {
  const mia = await buildUser(db);
  const { id } = await buildEvent(db, mia.id);
  const propose = async (imageId: string) => {
    await as(mia).put(`/api/events/${id}`, { ...eventForm, imageId, intent: "submit" });
    await screenPictures(app);
    return imageId;
  };
  const review = async (step: string, change = {}) =>
    (await as(admin).post(`/api/admin/events/${id}/${step}`, { ...(await lookAtEvent(db, id)), ...change })).statusCode;
  vision.score({ porn: 0.85 });
  const cover = await propose(await upload(mia, "outfit"));
  expect(await review("publication")).toBe(200);
  vision.score({ porn: 0.75 });
  const next = await propose(await upload(mia, "outfit"));
  const { id: caseId } = await openCase(id);
  expect(await listFound(caseId)).toMatchObject([{ id: cover }, { id: next }]);
  expect(await review("change-request", { note: "Which holes?" })).toBe(200);
  expect(await listFound(caseId)).toMatchObject([{ id: cover }]);
  expect((await decide(caseId, "dismissed")).statusCode).toBe(200);
  await propose(next);
  expect(await listFound((await openCase(id)).id)).toMatchObject([{ id: next, state: "proposed" }]);
});

test.each([
  ["takes both off the profile", 75, null],
  ["leaves that banner alone if it was not found", 20, expect.any(String)],
])("hiding a profile whose avatar is withheld and whose banner is not %s", async (_what, percent, bannerUrl) => {
  const mia = await buildUser(db);
  await wear(mia, "banner", percent);
  await wear(mia, "avatar", 97);
  expect((await as(mia).get("/api/me")).json()).toMatchObject({ avatarUrl: null, bannerUrl: expect.any(String) });
  expect((await decide((await openCase(mia.id)).id, "hidden")).statusCode).toBe(200);
  expect((await as(mia).get("/api/me")).json()).toMatchObject({ avatarUrl: null, bannerUrl });
});

test("a decision is refused while the case has a picture that the moderator has not seen", async () => {
  const mia = await buildUser(db);
  await wear(mia, "avatar", 97);
  const { id } = await openCase(mia.id);
  const see = async () => {
    const ids = (await listFound(id)).map((found: { id: string }) => found.id);
    return { "if-match": `"${ids.join(" ")}"` };
  };
  const seen = await see();
  await wear(mia, "banner", 80);
  expect((await decide(id, "dismissed", seen)).json()).toMatchObject({ status: 409, code: "case.conflict" });
  expect(await openCase(mia.id)).toMatchObject({ id });
  const seenBoth = await see();
  // One that is gone is no reason to look again.
  await as(mia).patch("/api/me", { bannerImageId: null });
  expect((await decide(id, "dismissed", seenBoth)).statusCode).toBe(200);
});

test("a decision is refused before the case takes over the finding that is left", async () => {
  const mia = await buildUser(db);
  await wear(mia, "banner", 75);
  const banner = await openCase(mia.id);
  await wear(mia, "avatar", 85);
  const found = await openCase(mia.id);
  expect(found).toMatchObject({ id: banner.id, screeningPercent: 85 });
  await as(mia).patch("/api/me", { avatarImageId: null });
  expect(await openCase(mia.id)).toMatchObject({ foundPicture: "gone" });
  expect((await decide(found.id, "dismissed", { "if-match": `""` })).json().code).toBe("case.conflict");
  expect(await listFound(found.id)).toMatchObject([{ picture: { url: banner.picture.url }, screeningPercent: 75 }]);
});
