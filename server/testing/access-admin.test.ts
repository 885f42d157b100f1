import { expect, test } from "vitest";
import { buildUser } from "./factories.ts";
import { buildScene, fingerprint } from "./access-scene.ts";
import { accessTable } from "./access-table.ts";
import { testApp } from "./test-app.ts";
import { tokenFor } from "./tokens.ts";

const site = await testApp();
const { app, db, fastify } = site;
const scene = await buildScene(site);
const rows = accessTable.filter(({ endpoint }) => endpoint.includes("/api/admin/"));

/** The codes with which every endpoint of the admin area answers this token, and that nothing was written. */
async function codesFor(token: string | null): Promise<string[]> {
  const before = await fingerprint(db);
  const codes = new Set<string>();
  for (const row of rows) {
    const { url, body } = row.request(scene);
    const [method] = row.endpoint.split(" ") as ["GET" | "POST" | "PUT" | "PATCH" | "DELETE"];
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const answer = await fastify.inject({ method, url, headers, ...(body ? { payload: body as object } : {}) });
    codes.add(answer.json().code);
  }
  expect(await fingerprint(db)).toEqual(before);
  return [...codes];
}

test("every admin endpoint refuses visitors, members and business members", async () => {
  const [member, business] = [await buildUser(db), await buildUser(db, { role: "business" })];
  expect(rows.length).toBeGreaterThan(60);
  expect(await codesFor(null)).toEqual(["auth.required"]);
  for (const user of [member, business]) {
    expect(await codesFor(await tokenFor(app, user.id))).toEqual(["auth.forbidden"]);
  }
});

test("every admin endpoint refuses an admin whose role was revoked a moment ago, with the token of then", async () => {
  const admin = await buildUser(db, { role: "admin" });
  const token = await tokenFor(app, admin.id);
  const headers = { authorization: `Bearer ${token}` };
  expect((await fastify.inject({ method: "GET", url: "/api/admin/access", headers })).statusCode).toBe(200);
  await db.updateTable("user_roles").set({ role: "user" }).where("user_id", "=", admin.id).execute();
  expect(await codesFor(token)).toEqual(["auth.forbidden"]);
});

test("with two-factor for admins on, every admin endpoint refuses an admin without a second factor [S-76]", async () => {
  const admin = await buildUser(db, { role: "admin" });
  const token = await tokenFor(app, admin.id);
  await db.insertInto("site_settings").values({ key: "twoFactorForAdmins", value: "true", updated_by: null }).execute();
  expect(await codesFor(token)).toEqual(["auth.second_factor_required"]);
  await db.deleteFrom("site_settings").execute();
});
