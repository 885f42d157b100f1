import { expect, test } from "vitest";
import { buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

test("a member sets notification channels, and only the given one changes", async () => {
  const { as, db } = await testApp();
  const mia = as(await buildUser(db));
  expect((await mia.get("/api/me")).json()).toMatchObject({ isNotifiedByEmail: true, isNotifiedByPush: false });
  await mia.patch("/api/me", { isNotifiedByPush: true });
  const changed = await mia.patch("/api/me", { isNotifiedByEmail: false });
  expect(changed.json()).toMatchObject({ isNotifiedByEmail: false, isNotifiedByPush: true });
});

test("a member's notification channels are not visible to others", async () => {
  const { as, db } = await testApp();
  const mia = await buildUser(db, { username: "mia" });
  const seen = await as(await buildUser(db)).get(`/api/profiles/${mia.username}`);
  expect(seen.json()).not.toHaveProperty("isNotifiedByEmail");
});
