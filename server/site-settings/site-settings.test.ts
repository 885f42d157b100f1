import { expect, test, vi } from "vitest";
import { getCachedSettings } from "#server/settings/settings.service.ts";
import { buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { renderHead } from "#server/previews/page-head.ts";
import { describePage } from "#server/previews/page-heads.service.ts";

const site = await testApp();
const { app, as, db } = site;

test("a saved setting is in force in the page's head at once, is recorded, and can be reverted", async () => {
  const admin = await buildUser(db, { role: "admin" });
  expect((await as(admin).get("/api/admin/settings")).json()).toMatchObject({
    settings: { siteName: "Fash" },
    pinned: [],
  });
  const saved = await as(admin).patch("/api/admin/settings", { siteName: "Looks", tagline: "Wear it" });
  expect(saved.json().settings).toMatchObject({ siteName: "Looks", tagline: "Wear it" });
  const head = await describePage(app, "/", new URLSearchParams());
  expect(head).toMatchObject({ title: "Looks: Wear it", siteName: "Looks", description: "Wear it" });
  for (const path of ["/auth", "/onboarding", "/swipes", "/closet"]) {
    expect((await describePage(app, path, new URLSearchParams())).title).toMatch(/(^| · )Looks$/);
  }
  expect((await as(admin).get("/api/me")).json().siteName).toBe("Looks");
  expect((await as(null).get("/api/unsubscribe?token=x")).body).toContain(" · Looks</title>");
  const [entry] = (await as(admin).get("/api/admin/audit?targetType=setting")).json().items;
  expect(entry).toMatchObject({
    action: "setting.changed",
    before: { siteName: "Fash" },
    after: { siteName: "Looks" },
  });
  const reverted = await as(admin).post("/api/admin/settings/revert", { entryId: entry.id });
  expect(reverted.json().settings.siteName).toBe("Fash");
  expect((await getCachedSettings(app)).siteName).toBe("Fash");
  const other = "0199a000-0000-7000-8000-000000000001";
  expect((await as(admin).post("/api/admin/settings/revert", { entryId: other })).json().code).toBe(
    "setting.not_revertible",
  );
});

test("a change that has no setting of the page cannot be reverted, and says so", async () => {
  const admin = await buildUser(db, { role: "admin" });
  const change = { accountAgeDaysMin: 14 };
  expect((await as(admin).patch("/api/admin/rewards/rules", change)).statusCode).toBe(200);
  const [entry] = (await as(admin).get("/api/admin/audit?targetType=setting")).json().items;
  expect(entry.action).toBe("redemption.rules_changed");
  const reply = await as(admin).post("/api/admin/settings/revert", { entryId: entry.id });
  expect(reply.json().code).toBe("setting.not_revertible");
});

test("bad values name their field, and what the environment decides cannot be changed", async () => {
  const pinned = await testApp({ settings: { SITE_NAME: "Pinned" } });
  const admin = await buildUser(pinned.db, { role: "admin" });
  const change = (body: object) => pinned.as(admin).patch("/api/admin/settings", body);
  expect((await change({ siteName: " " })).json().issues).toEqual([
    { path: "siteName", message: "Site name is required" },
  ]);
  expect((await change({ siteName: "Other" })).json().code).toBe("setting.pinned");
  expect((await change({ emailVerification: true })).json().issues[0].path).toBe("emailVerification");
  expect((await pinned.as(admin).get("/api/admin/settings")).json()).toMatchObject({
    settings: { siteName: "Pinned" },
    pinned: ["siteName"],
  });
});

test("a setting saved at one process is in force at another, which had read the old one", async () => {
  const other = await testApp({ databaseUrl: site.databaseUrl });
  await other.fastify.listen({ port: 0, host: "127.0.0.1" });
  const admin = await buildUser(db, { role: "admin" });
  const titleThere = async () => (await describePage(other.app, "/", new URLSearchParams())).siteName;
  expect(await titleThere()).toBe("Fash");
  await as(admin).patch("/api/admin/settings", { siteName: "Everywhere", twoFactorForAdmins: true });
  await vi.waitFor(async () => expect(await titleThere()).toBe("Everywhere"), { timeout: 10_000 });
  expect((await other.as(admin).get("/api/admin/settings")).json().code).toBe("auth.second_factor_required");
});

test("pages learn the numbers of sign-in that the server's settings change, and only those", async () => {
  const headOf = async (settings: Record<string, string>) => {
    const other = await testApp({ settings });
    return renderHead(await describePage(other.app, "/explore", new URLSearchParams()));
  };
  expect(await headOf({})).not.toContain('name="sign-in"');
  const head = await headOf({ AUTH_PHONE_CODE_DIGITS: "6", AUTH_PASSWORD_CHARS_MIN: "12" });
  expect(head).toContain(
    '<meta name="sign-in" content="{&quot;phoneDigits&quot;:6,&quot;passwordCharsMin&quot;:12}" />',
  );
});
