import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { transact } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { findViewerUntil } from "#server/auth/sessions/viewers.service.ts";
import { forgetSettings } from "#server/settings/settings.service.ts";
import { buildEvent, buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { sessionFor } from "#server/testing/tokens.ts";
import { auditOrigin, recordAudit } from "./audit-log.service.ts";
import { requireAdmin, requireRecentAdmin } from "./require-admin.service.ts";

const { app, as, db, fastify } = await testApp();

/** A request of this member from a session authenticated this many minutes ago. */
async function contextOf(user: { id: string } | null, minutesAgo = 0): Promise<RequestContext> {
  const session = user && (await sessionFor(app, user.id));
  const found = session && (await findViewerUntil(app, session.access_token));
  const viewer = found?.viewer ?? null;
  if (viewer) {
    await db
      .updateTable("auth.session_methods")
      .set({ used_at: new Date(app.clock.now().getTime() - minutesAgo * 60_000) })
      .where("session_id", "=", viewer.sessionId)
      .execute();
  }
  const request = { viewer, userId: viewer?.userId ?? null, requestId: "r1", ip: "192.0.2.1", userAgent: "" };
  return { ...app, ...request } as unknown as RequestContext;
}

test("only admins pass, and a role that is revoked is refused on the next request", async () => {
  const [admin, member] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
  await expect(requireAdmin(await contextOf(null))).rejects.toMatchObject({ code: "auth.required" });
  await expect(requireAdmin(await contextOf(member))).rejects.toMatchObject({ code: "auth.forbidden" });
  const context = await contextOf(admin);
  await expect(requireAdmin(context)).resolves.toMatchObject({ userId: admin.id });
  await db.updateTable("user_roles").set({ role: "user" }).where("user_id", "=", admin.id).execute();
  await expect(requireAdmin(context)).rejects.toMatchObject({ code: "auth.forbidden" });
});

test("a sensitive action needs a proof of identity from the last 10 minutes [S-28]", async () => {
  const admin = await buildUser(db, { role: "admin" });
  await expect(requireRecentAdmin(await contextOf(admin, 9))).resolves.toMatchObject({ userId: admin.id });
  const stale = await contextOf(admin, 11);
  await expect(requireAdmin(stale)).resolves.toMatchObject({ userId: admin.id });
  await expect(requireRecentAdmin(stale)).rejects.toMatchObject({ code: "auth.recent_sign_in_required" });
});

test("with two-factor for admins on, a session without a second factor is refused", async () => {
  const admin = await buildUser(db, { role: "admin" });
  const context = await contextOf(admin);
  await db.insertInto("site_settings").values({ key: "twoFactorForAdmins", value: "true", updated_by: null }).execute();
  await expect(requireAdmin(context)).rejects.toMatchObject({ code: "auth.second_factor_required" });
  await db.updateTable("auth.sessions").set({ assurance: "aal2" }).where("user_id", "=", admin.id).execute();
  await expect(requireAdmin(context)).resolves.toMatchObject({ userId: admin.id });
  await db.deleteFrom("site_settings").execute();
});

test("with two-factor for admins on, a session without a second factor has no admin's powers elsewhere either [S-76]", async () => {
  const [admin, mia] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
  const [waiting, event] = [await buildEvent(db, mia.id, { status: "submitted" }), await buildEvent(db, mia.id)];
  const hidden = await buildOutfit(db, mia.id, { isActive: false });
  const read = async () => {
    const urls = [`/api/events/${waiting.id}`, `/api/outfits/${hidden.id}`];
    return Promise.all(urls.map(async (url) => (await as(admin).get(url)).statusCode));
  };
  expect(await read()).toEqual([200, 200]);
  await db.insertInto("site_settings").values({ key: "twoFactorForAdmins", value: "true", updated_by: null }).execute();
  forgetSettings(app);
  onTestFinished(async () => {
    await db.deleteFrom("site_settings").execute();
    forgetSettings(app);
  });
  expect(await read()).toEqual([404, 404]);
  const cancel = () => as(admin).post(`/api/events/${event.id}/cancellation`, { reason: "No" });
  expect((await cancel()).json().code).toBe("event.not_owner");
  expect((await as(admin).get("/api/admin/settings")).json().code).toBe("auth.second_factor_required");
  const { access_token: token } = await sessionFor(app, admin.id);
  await db.updateTable("auth.sessions").set({ assurance: "aal2" }).where("user_id", "=", admin.id).execute();
  const headers = { authorization: `Bearer ${token}` };
  expect((await fastify.inject({ url: `/api/outfits/${hidden.id}`, headers })).statusCode).toBe(200);
});

test("an admin who has a second factor must have passed it, whatever the setting says [S-76]", async () => {
  const admin = await buildUser(db, { role: "admin" });
  const context = await contextOf(admin);
  const factor = { id: randomUUID(), user_id: admin.id, factor_type: "totp", phone: null, secret: null } as const;
  const insert = db.insertInto("auth.factors").values({ ...factor, friendly_name: "Phone", status: "unverified" });
  await insert.execute();
  await expect(requireAdmin(context)).resolves.toMatchObject({ userId: admin.id });
  await db.updateTable("auth.factors").set({ status: "verified" }).where("id", "=", factor.id).execute();
  await expect(requireAdmin(context)).rejects.toMatchObject({ code: "auth.second_factor_required" });
  await db.updateTable("auth.sessions").set({ assurance: "aal2" }).where("user_id", "=", admin.id).execute();
  await expect(requireAdmin(context)).resolves.toMatchObject({ userId: admin.id });
});

test("the audit log takes entries and refuses every change, and an entry shares its transaction's fate", async () => {
  const admin = await buildUser(db, { role: "admin" });
  const context = await contextOf(admin);
  const entry = {
    ...auditOrigin(context),
    action: "member.warned",
    target: { type: "member", id: admin.id },
    before: { role: "user" },
    reason: "a test",
  } as const;
  await transact(db, (tx) => recordAudit(tx, entry));
  await expect(
    transact(db, async (tx) => {
      await recordAudit(tx, entry);
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  const rows = await db.selectFrom("audit_log").selectAll().where("actor_id", "=", admin.id).execute();
  expect(rows).toMatchObject([
    { member_id: admin.id, address: "192.0.2.1", request_id: "r1", before: { role: "user" }, after: null },
  ]);
  const refused = /append-only|permission denied/;
  await expect(db.updateTable("audit_log").set({ reason: "other" }).execute()).rejects.toThrow(refused);
  await expect(db.deleteFrom("audit_log").execute()).rejects.toThrow(refused);
  await expect(app.pool.query("truncate audit_log")).rejects.toThrow(refused);
});
