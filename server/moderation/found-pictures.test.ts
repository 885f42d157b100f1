import { afterEach, expect, test } from "vitest";
import { buildArticle, buildStyle, buildUser } from "#server/testing/factories.ts";
import { createFakeVision } from "#server/testing/fake-vision.ts";
import { createMemoryStorage } from "#server/testing/memory-storage.ts";
import { patternedPicture } from "#server/testing/pictures.ts";
import { testApp } from "#server/testing/test-app.ts";
import { screenPictures } from "./screen-pictures.service.ts";

const vision = createFakeVision();
const { app, as, db } = await testApp({ app: { vision, storage: createMemoryStorage() } });
const admin = await buildUser(db, { role: "admin" });
let seed = 900;
afterEach(() => vision.score({ porn: 0.02, hentai: 0.01 }));

type Member = { id: string };
const upload = async (by: Member, kind: string): Promise<string> =>
  (await as(by).upload(`/api/uploads/${kind}`, await patternedPicture((seed += 1)))).json().id;
const openCase = async (targetId: string) => {
  const { items } = (await as(admin).get("/api/admin/cases?limit=50")).json();
  return items.find((item: { targetId: string }) => item.targetId === targetId);
};

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
