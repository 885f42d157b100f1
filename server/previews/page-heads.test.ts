import { expect, test } from "vitest";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { describePage } from "./page-heads.service.ts";

const { app, db } = await testApp();
const mia = await buildUser(db);
const describe = (path: string) => describePage(app, path, new URLSearchParams());

test("a long description is cut before an emoji, not within it", async () => {
  const { id } = await buildOutfit(db, mia.id, { description: `${"x".repeat(198)}🧥 and a hat` });
  expect((await describe(`/outfit/${id}`)).description).toBe(`${"x".repeat(198)}…`);
});
