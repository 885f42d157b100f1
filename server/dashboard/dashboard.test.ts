import { expect, test } from "vitest";
import { runSql } from "#server/db/db.ts";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { computeDashboard, recordTotals } from "./dashboard.service.ts";
import { findTotalDrift } from "./totals.store.ts";

const site = await testApp();
const { app, as, db } = site;

test("the totals follow what is added and removed, before and after they are folded, and never drift", async () => {
  const [admin, mia] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
  const outfit = await buildOutfit(db, mia.id);
  await as(admin).put(`/api/outfits/${outfit.id}/like`);
  const totals = async () => {
    const { totals: items } = (await as(admin).get("/api/admin/dashboard")).json();
    return Object.fromEntries(items.map(({ metric, total }: { metric: string; total: number }) => [metric, total]));
  };
  expect(await totals()).toMatchObject({ members: 2, outfits: 1, likes: 1, comments: 0, rewards: 0 });
  await recordTotals(app);
  expect(await totals()).toMatchObject({ members: 2, outfits: 1, likes: 1 });
  await as(mia).delete(`/api/outfits/${outfit.id}`);
  expect(await totals()).toMatchObject({ outfits: 0, likes: 0 });
  expect(await findTotalDrift(db)).toEqual([]);
  await computeDashboard(app);
  const { activity, retention } = (await as(admin).get("/api/admin/dashboard")).json();
  expect(activity).toMatchObject({ daily: 2, weekly: 2, monthly: 2 });
  expect(activity.series).toHaveLength(30);
  expect(Array.isArray(retention)).toBe(true);
});

test("a cohort of which nobody came back shows so up to the current week", async () => {
  const admin = await buildUser(db, { role: "admin" });
  const member = await buildUser(db, { createdAt: new Date(Date.now() - 21 * 86_400_000) });
  const backAt = new Date(Date.now() - 14 * 86_400_000).toISOString().slice(0, 10);
  await db.insertInto("member_days").values({ user_id: member.id, day: backAt }).execute();
  await computeDashboard(app);
  const { retention } = (await as(admin).get("/api/admin/dashboard")).json();
  expect(retention.map(({ members, returned }: Record<string, unknown>) => [members, returned])).toContainEqual([
    1,
    [1, 0, 0],
  ]);
});

test("a failed job is listed and can be run again", async () => {
  const admin = await buildUser(db, { role: "admin" });
  const [job] = await runSql<{ id: string }>(
    db,
    "select id::text as id from graphile_worker.add_job('sendProductMail', '{}'::json)",
    [],
  );
  await runSql(db, "select graphile_worker.permanently_fail_jobs(array[$1::bigint], 'out of reach')", [job?.id]);
  const health = (await as(admin).get("/api/admin/health")).json();
  expect(health.failedJobs).toMatchObject([{ id: job?.id, task: "sendProductMail", error: "out of reach" }]);
  expect(health.storage.isReachable).toBe(true);
  expect((await as(admin).post(`/api/admin/jobs/${job?.id}/retry`)).statusCode).toBe(200);
  expect((await as(admin).post("/api/admin/jobs/999999/retry")).json().code).toBe("job.not_found");
});

test("mails that could not be sent are counted, whatever they are about", async () => {
  const admin = await buildUser(db, { role: "admin" });
  const failed = async () => (await as(admin).get("/api/admin/health")).json().mail.failedLastDay;
  const before = await failed();
  for (const task of ["sendAuthMail", "sendDigest", "mailRedemption", "recount"]) {
    await runSql(
      db,
      "select graphile_worker.permanently_fail_jobs(array[id], 'refused') from graphile_worker.add_job($1, '{}'::json)",
      [task],
    );
  }
  expect((await failed()) - before).toBe(3);
});

test("the palette finds members, outfits and open cases", async () => {
  const [admin, mia, other] = [
    await buildUser(db, { role: "admin" }),
    await buildUser(db, { username: "palette_mia" }),
    await buildUser(db),
  ];
  const outfit = await buildOutfit(db, mia.id, { title: "Palette coat" });
  await as(other).post("/api/reports", { targetType: "outfit", targetId: outfit.id, reason: "spam" });
  const found = (await as(admin).get("/api/admin/search?search=palette")).json();
  expect(found.members.map(({ id }: { id: string }) => id)).toEqual([mia.id]);
  expect(found.outfits.map(({ id }: { id: string }) => id)).toContain(outfit.id);
  expect(found.cases).toHaveLength(1);
  const number = { phone: "491701234567", email: null };
  await db.updateTable("auth.users").set(number).where("id", "=", mia.id).execute();
  await db.updateTable("profiles").set({ display_name: "Ines Palmer" }).where("id", "=", mia.id).execute();
  for (const text of ["ines pal", "+49 170 1234567", mia.id]) {
    const { members, cases } = (await as(admin).get(`/api/admin/search?search=${encodeURIComponent(text)}`)).json();
    expect(members.map(({ id }: { id: string }) => id)).toEqual([mia.id]);
    expect(cases).toEqual(found.cases);
  }
});
