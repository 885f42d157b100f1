import { expect, test } from "vitest";
import { eventForm } from "#server/testing/event-form.ts";
import { buildArticle, buildEvent, buildUser } from "#server/testing/factories.ts";
import { lookAtEvent } from "#server/testing/look-at-event.ts";
import { screeningApp } from "#server/testing/screened-pictures.ts";
import { screenPictures } from "./screen-pictures.service.ts";

const { app, as, db, vision, admin, nextPicture, upload, openCase } = await screeningApp(900);

type Member = { id: string };
const decide = (caseId: string, outcome: string) =>
  as(admin).put(`/api/admin/cases/${caseId}/decision`, { message: "Against the rules", outcome });
const publish = async (eventId: string) =>
  as(admin).post(`/api/admin/events/${eventId}/publication`, await lookAtEvent(db, eventId));

/** Proposes a cover that the model scores so; returns the picture's id. */
async function proposeCover(by: Member, eventId: string, score: number): Promise<string> {
  vision.score({ porn: score });
  const imageId = await upload(by, "outfit");
  await as(by).put(`/api/events/${eventId}`, { ...eventForm, imageId, intent: "submit" });
  await screenPictures(app);
  return imageId;
}

test("a case shows a proposed cover as such, and none in its place once the proposal is withdrawn", async () => {
  const mia = await buildUser(db);
  const { id } = await buildEvent(db, mia.id);
  const propose = async (score: number) => {
    const imageId = await proposeCover(mia, id, score);
    const { key } = await db.selectFrom("images").select("key").where("id", "=", imageId).executeTakeFirstOrThrow();
    return `/media/${key}`;
  };
  const first = await propose(0.97);
  const found = await openCase(id);
  expect(found).toMatchObject({ foundPicture: "proposed", picture: { url: first }, screeningPercent: 97 });
  expect((await as(mia).post(`/api/events/${id}/withdrawal`)).statusCode).toBe(200);
  const gone = { id: found.id, foundPicture: "gone", picture: null, screeningPercent: 97 };
  expect(await openCase(id)).toMatchObject(gone);
  expect((await as(admin).get(`/api/admin/cases/${found.id}`)).json()).toMatchObject(gone);
  // A report about the event itself does not bring it back.
  await as(await buildUser(db)).post("/api/reports", { targetType: "event", targetId: id, reason: "spam" });
  expect(await openCase(id)).toMatchObject({ ...gone, reportsCount: 1 });

  const second = await propose(0.92);
  expect(await openCase(id)).toMatchObject({
    picture: { url: second },
    foundPicture: "proposed",
    screeningPercent: 92,
  });
  await publish(id);
  await screenPictures(app);
  expect(await openCase(id)).toMatchObject({ picture: { url: second }, foundPicture: "in_use" });
  expect(await statusOf(id)).toBe(404);
});

test("a published cover that was found is shown once the proposal with the higher score is withdrawn", async () => {
  const mia = await buildUser(db);
  const { id } = await buildEvent(db, mia.id);
  const propose = (score: number) => proposeCover(mia, id, score);
  await propose(0.75);
  await publish(id);
  await propose(0.97);
  expect(await openCase(id)).toMatchObject({ foundPicture: "proposed", screeningPercent: 97 });
  await as(mia).post(`/api/events/${id}/withdrawal`);
  await screenPictures(app);
  expect(await openCase(id)).toMatchObject({ foundPicture: "in_use", screeningPercent: 75 });
});

/** Proposes this file as the cover of a published event. */
async function proposeFile(by: Member, eventId: string, file: Buffer): Promise<void> {
  const imageId = (await as(by).upload("/api/uploads/outfit", file)).json().id;
  await as(by).put(`/api/events/${eventId}`, { ...eventForm, imageId, intent: "submit" });
  await screenPictures(app);
}

/** A file like the cover of an event that moderators hid. */
async function removedFile(): Promise<Buffer> {
  const leo = await buildUser(db);
  const { id } = await buildEvent(db, leo.id);
  const file = await nextPicture();
  await proposeFile(leo, id, file);
  await publish(id);
  await as(await buildUser(db)).post("/api/reports", { targetType: "event", targetId: id, reason: "nudity" });
  expect((await decide((await openCase(id)).id, "hidden")).statusCode).toBe(200);
  return file;
}

const statusOf = async (eventId: string) => (await as(null).get(`/api/events/${eventId}`)).statusCode;

test("a copy of a removed picture that is proposed for a published event withholds it once it is published", async () => {
  const mia = await buildUser(db);
  const { id } = await buildEvent(db, mia.id);
  await proposeFile(mia, id, await removedFile());
  await screenPictures(app);
  expect(await openCase(id)).toMatchObject({ isImageMatch: true });
  expect(await statusOf(id)).toBe(200);
  await publish(id);
  await screenPictures(app);
  expect(await statusOf(id)).toBe(404);
});

test("a published cover that was found is not withheld for a copy that is only proposed, but for a lower threshold", async () => {
  const mia = await buildUser(db);
  const { id } = await buildEvent(db, mia.id);
  const copy = await removedFile();
  await proposeCover(mia, id, 0.75);
  await publish(id);
  vision.score({ porn: 0.5 });
  await proposeFile(mia, id, copy);
  await screenPictures(app);
  expect(await openCase(id)).toMatchObject({ isImageMatch: true, foundPicture: "in_use", screeningPercent: 75 });
  expect(await statusOf(id)).toBe(200);

  const withholdFrom = (screeningHoldPercent: number) =>
    as(admin).patch("/api/admin/settings", { screeningHoldPercent });
  await withholdFrom(75);
  await screenPictures(app);
  await withholdFrom(90);
  expect(await statusOf(id)).toBe(404);
});

test("a picture submitted for a published article leaves what readers see, until it is published", async () => {
  const mia = await buildUser(db);
  const { id, content } = await buildArticle(db, mia.id);
  const articleStatus = async () => (await as(null).get(`/api/articles/${id}`)).statusCode;
  vision.score({ porn: 0.97 });
  const cover = { imageId: await upload(mia, "article"), alt: "A rail", caption: "" };
  const draft = { revision: 1, content: { ...content, cover } };
  const { revision } = (await as(mia).put(`/api/articles/${id}/draft`, draft)).json();
  expect((await as(mia).post(`/api/articles/${id}/submit`, { revision })).statusCode).toBe(200);
  await screenPictures(app);
  await screenPictures(app);
  expect(await openCase(id)).toMatchObject({ screeningPercent: 97 });
  expect(await articleStatus()).toBe(200);
  expect((await as(admin).post(`/api/admin/articles/${id}/publish`, { revision })).statusCode).toBe(200);
  await screenPictures(app);
  expect(await articleStatus()).toBe(404);
});

test("a proposed cover for which its event is hidden is remembered as removed", async () => {
  const mia = await buildUser(db);
  const { id } = await buildEvent(db, mia.id);
  vision.score({ porn: 0.97 });
  const imageId = await upload(mia, "outfit");
  await as(mia).put(`/api/events/${id}`, { ...eventForm, imageId, intent: "submit" });
  await screenPictures(app);
  expect((await decide((await openCase(id)).id, "hidden")).statusCode).toBe(200);
  const removed = await db.selectFrom("moderated_pictures").select("image_id").where("target_id", "=", id).execute();
  expect(removed.map((row) => row.image_id)).toContain(imageId);
});
