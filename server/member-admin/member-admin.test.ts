import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { eraseDueAccounts } from "#server/account/account.service.ts";
import { lockRole, replaceRole } from "#server/auth/roles/roles.service.ts";
import { runSql, transact } from "#server/db/db.ts";
import { lockMemberAccount } from "#server/moderation/suspensions.service.ts";
import { buildOutfit, buildUser, givePoints } from "#server/testing/factories.ts";
import { listLockWaits } from "#server/testing/lock-waits.ts";
import { auditPointsAfterEach } from "#server/testing/points-audit.ts";
import { testApp } from "#server/testing/test-app.ts";
import { tokenFor } from "#server/testing/tokens.ts";
import { grantRole } from "./grant.service.ts";

const site = await testApp();
auditPointsAfterEach(site.db);
const { app, as, db, fastify } = site;
const reason = "a test";

async function addressOf(memberId: string): Promise<string> {
  const users = db.selectFrom("auth.users").select("email").where("id", "=", memberId);
  return (await users.executeTakeFirstOrThrow()).email ?? "";
}

test("members are found by name, address, phone and id, filtered and sorted page by page", async () => {
  const admin = await buildUser(db, { role: "admin" });
  const mia = await buildUser(db, { username: "mia_findme" });
  await db.updateTable("profiles").set({ display_name: "Mia Ødegård" }).where("id", "=", mia.id).execute();
  await db.updateTable("auth.users").set({ phone: "491700000123" }).where("id", "=", mia.id).execute();
  const list = async (query: string) =>
    (await as(admin).get(`/api/admin/members?${query}`)).json() as {
      items: { id: string }[];
      nextCursor: string | null;
    };
  for (const search of ["findme", "mia_findme@fash", "+49 170 0000123", mia.id, "@mia_findme", "ØDEGÅRD"]) {
    expect((await list(`search=${encodeURIComponent(search)}`)).items.map(({ id }) => id)).toEqual([mia.id]);
  }
  expect((await list("role=admin")).items.map(({ id }) => id)).toEqual([admin.id]);
  expect((await list("status=suspended")).items).toEqual([]);
  const [suspended, banned] = [await buildUser(db), await buildUser(db)];
  const ban = (id: string, isSuspension: boolean) =>
    db
      .updateTable("auth.users")
      .set({ banned_until: "2999-01-01", is_suspension: isSuspension })
      .where("id", "=", id)
      .execute();
  await ban(suspended.id, true);
  await ban(banned.id, false);
  for (const [status, { id }] of Object.entries({ suspended, banned })) {
    expect((await list(`status=${status}`)).items).toEqual([expect.objectContaining({ id, status })]);
  }
  await db.deleteFrom("auth.users").where("id", "in", [suspended.id, banned.id]).execute();
  expect((await list("search=%25")).items).toEqual([]);
  for (const sort of ["newest", "oldest", "username", "reports"]) {
    const first = await list(`sort=${sort}&limit=1`);
    const second = await list(`sort=${sort}&limit=1&cursor=${first.nextCursor}`);
    expect(new Set([...first.items, ...second.items].map(({ id }) => id))).toEqual(new Set([admin.id, mia.id]));
  }
  expect((await as(admin).get("/api/admin/members?cursor=x")).statusCode).toBe(422);
});

test("a role change, a correction and an erasure take effect at once and are recorded", async () => {
  const [admin, mia] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
  await givePoints(db, mia.id, 40);
  const of = (rest: string) => `/api/admin/members/${mia.id}${rest}`;
  expect((await as(admin).put(of("/role"), { role: "business" })).json().role).toBe("business");
  const correction = { id: randomUUID(), points: -30, reason };
  expect((await as(admin).post(of("/points"), correction)).json().points).toBe(10);
  expect((await as(admin).post(of("/points"), correction)).json().points).toBe(10);
  expect((await as(admin).post(of("/points"), { ...correction, id: randomUUID() })).json().code).toBe(
    "member.too_few_points",
  );
  const ledger = (await as(admin).get(of("/ledger"))).json().items;
  expect(ledger[0]).toMatchObject({ action: "CORRECTION", points: -30, reason });
  expect((await as(admin).delete(of(""), { username: "other", reason })).statusCode).toBe(422);
  expect((await as(admin).delete(of(""), { username: mia.username, reason })).statusCode).toBe(200);
  expect((await as(admin).get(of(""))).json().code).toBe("profile.not_found");
  const audit = (await as(admin).get(`/api/admin/audit?memberId=${mia.id}`)).json().items;
  expect(audit.map(({ action }: { action: string }) => action)).toEqual([
    "member.deleted",
    "member.points_corrected",
    "member.role_changed",
  ]);
  const csv = (await as(admin).post("/api/admin/audit/export", { memberId: mia.id })).json();
  expect(csv.rows).toBe(3);
  expect(csv.csv.split("\r\n")).toHaveLength(5);
});

test("suspension ends sessions and hides outfits, and reinstating brings them back; admins are spared", async () => {
  const [admin, mia] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
  const outfit = await buildOutfit(db, mia.id);
  const token = await tokenFor(app, mia.id);
  const path = `/api/admin/members/${mia.id}/suspension`;
  expect((await as(admin).put(path, { days: null, reason })).json()).toMatchObject({
    status: "suspended",
    bannedUntil: null,
  });
  const headers = { authorization: `Bearer ${token}` };
  expect((await fastify.inject({ url: "/api/me", headers })).statusCode).toBe(401);
  expect((await as(null).get(`/api/outfits/${outfit.id}`)).statusCode).toBe(404);
  expect((await as(admin).delete(path, { reason })).json().status).toBe("active");
  expect((await as(null).get(`/api/outfits/${outfit.id}`)).statusCode).toBe(200);
  const own = `/api/admin/members/${admin.id}/suspension`;
  expect((await as(admin).put(own, { days: 1, reason })).json().code).toBe("member.is_self");
  const other = await buildUser(db, { role: "admin" });
  expect((await as(admin).put(`/api/admin/members/${other.id}/suspension`, { days: 1, reason })).json().code).toBe(
    "member.is_admin",
  );
});

test("banned members do not become admins, and banned admins do not count as ones who remain", async () => {
  const own = await testApp();
  const [admin, mia, banned] = [
    await buildUser(own.db, { role: "admin" }),
    await buildUser(own.db),
    await buildUser(own.db, { role: "admin" }),
  ];
  const setRole = async (id: string, role: string) =>
    (await own.as(admin).put(`/api/admin/members/${id}/role`, { role })).json();
  await own.as(admin).put(`/api/admin/members/${mia.id}/suspension`, { days: 1, reason });
  expect((await setRole(mia.id, "admin")).code).toBe("member.is_banned");
  expect((await setRole(mia.id, "business")).role).toBe("business");
  await own.db.updateTable("auth.users").set({ banned_until: "2999-01-01" }).where("id", "=", banned.id).execute();
  expect((await setRole(admin.id, "user")).code).toBe("member.last_admin");
  expect((await setRole(banned.id, "user")).role).toBe("user");
});

test("an admin who leaves does not count as one who remains, nor as another one who decides", async () => {
  const own = await testApp();
  const [admin, leaver] = [await buildUser(own.db, { role: "admin" }), await buildUser(own.db, { role: "admin" })];
  const correct = async () =>
    (await own.as(admin).post(`/api/admin/members/${admin.id}/points`, { id: randomUUID(), points: 1, reason })).json();
  expect((await correct()).code).toBe("decision.own");
  const leave = async (member: typeof admin) =>
    (await own.as(member).post("/api/me/deletion", { username: member.username })).json();
  expect(await leave(leaver)).toHaveProperty("deleteAt");
  expect((await correct()).points).toBe(1);
  const demote = () => own.as(admin).put(`/api/admin/members/${admin.id}/role`, { role: "user" });
  for (const refused of [(await demote()).json(), await leave(admin)]) expect(refused.code).toBe("member.last_admin");
  // With none that remains, as earlier versions let both of two leave, neither is erased.
  await own.db
    .insertInto("account_deletions")
    .values([{ user_id: admin.id, delete_at: new Date(0), requested_at: new Date(0) }])
    .execute();
  await own.db
    .updateTable("account_deletions")
    .set({ delete_at: new Date(0) })
    .execute();
  expect(await eraseDueAccounts(own.app, own.fastify.log)).toBe(0);
  await own.db.deleteFrom("account_deletions").where("user_id", "=", admin.id).execute();
  expect(await eraseDueAccounts(own.app, own.fastify.log)).toBe(1);
});

test("a role change waits for a deletion before it locks the member, whom the deletion locks next", async () => {
  const [admin, mia] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
  const changes: Promise<{ json: () => { role: string } }>[] = [];
  await transact(db, async (tx) => {
    await lockRole(tx, mia.id);
    changes.push(as(admin).put(`/api/admin/members/${mia.id}/role`, { role: "business" }));
    await expect.poll(() => listLockWaits(db), { timeout: 5_000 }).toHaveLength(1);
    await runSql(tx, "select from auth.users where id = $1 for update nowait", [mia.id]);
  });
  expect((await changes[0])?.json().role).toBe("business");
});

test("a member who is just made an admin is neither suspended nor deleted", async () => {
  const [admin, mia] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
  const path = `/api/admin/members/${mia.id}`;
  const requests: Promise<{ json: () => { code: string } }>[] = [];
  await transact(db, async (tx) => {
    await lockMemberAccount(tx, mia.id);
    requests.push(as(admin).put(`${path}/suspension`, { days: 1, reason }));
    requests.push(as(admin).delete(path, { username: mia.username, reason }));
    await expect.poll(() => listLockWaits(db), { timeout: 5_000 }).toHaveLength(2);
    await replaceRole(tx, mia.id, "admin");
  });
  for (const reply of await Promise.all(requests)) expect(reply.json().code).toBe("member.is_admin");
});

test("a role that the operator grants on the command line is in both logs", async () => {
  const [admin, mia] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
  const email = await addressOf(mia.id);
  for (const _twice of [1, 2]) await grantRole(app, email, "business");
  const { items } = (await as(admin).get(`/api/admin/audit?memberId=${mia.id}`)).json();
  expect(items).toMatchObject([
    { action: "member.role_changed", actorId: null, before: { role: "user" }, after: { role: "business" } },
  ]);
  const trail = db.selectFrom("auth.audit").select("actor").where("event", "=", "role_granted");
  expect(await trail.where("user_id", "=", mia.id).execute()).toEqual([{ actor: "admin-cli" }]);
});

test("the operator does not make a suspended member an admin", async () => {
  const [admin, mia] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
  const email = await addressOf(mia.id);
  const suspension = `/api/admin/members/${mia.id}/suspension`;
  await as(admin).put(suspension, { days: 1, reason });
  await expect(grantRole(app, email, "admin")).rejects.toThrow(`${email} is suspended or banned: end that first`);
  expect(await grantRole(app, email, "business")).toContain("now has the role business");
  await as(admin).delete(suspension, { reason });
  expect(await grantRole(app, email, "admin")).toContain("now has the role admin");
});

test("a member reads a correction in their activity, with its reason and as a kind of its own", async () => {
  const [admin, mia] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
  const correction = { id: randomUUID(), points: 40, reason };
  expect((await as(admin).post(`/api/admin/members/${mia.id}/points`, correction)).statusCode).toBe(200);
  for (const query of ["", "?kind=CORRECTION"]) {
    const { items } = (await as(mia).get(`/api/me/points/ledger${query}`)).json();
    expect(items).toMatchObject([{ kind: "CORRECTION", points: 40, title: reason }]);
  }
  expect((await as(mia).get("/api/me/points/ledger?kind=LIKE")).json().items).toEqual([]);
});

test("a correction settles what the member owes, and their open tabs show the balance", async () => {
  const [admin, mia] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
  await db.updateTable("profiles").set({ points_owed: 50 }).where("id", "=", mia.id).execute();
  const sent: unknown[] = [];
  const original = app.live.emitToMembers;
  app.live.emitToMembers = (userIds, ...event) => void sent.push([userIds, ...event]);
  const correction = { id: randomUUID(), points: 80, reason };
  expect((await as(admin).post(`/api/admin/members/${mia.id}/points`, correction)).json().points).toBe(30);
  await expect.poll(() => sent).toEqual([[[mia.id], "points", { balance: 30 }]]);
  app.live.emitToMembers = original;
  expect((await as(mia).get("/api/me/points")).json()).toMatchObject({ balance: 30, owedPoints: 0 });
});

test("an admin's own points are corrected by another one, where there is one", async () => {
  const [admin, other] = [await buildUser(site.db, { role: "admin" }), await buildUser(site.db, { role: "admin" })];
  const correct = () =>
    as(admin).post(`/api/admin/members/${admin.id}/points`, { id: randomUUID(), points: 7, reason });
  expect((await correct()).json().code).toBe("decision.own");
  await db.deleteFrom("user_roles").where("user_id", "<>", admin.id).execute();
  expect((await correct()).json().points).toBe(7);
  expect((await as(other).get(`/api/admin/members/${admin.id}`)).statusCode).toBe(403);
});

test("the id of a correction stands for one member, number and reason", async () => {
  const [admin, mia, leo] = [await buildUser(db, { role: "admin" }), await buildUser(db), await buildUser(db)];
  const correct = (memberId: string, body: object) => as(admin).post(`/api/admin/members/${memberId}/points`, body);
  const correction = { id: randomUUID(), points: 7, reason };
  const replies = await Promise.all([correct(mia.id, correction), correct(mia.id, correction)]);
  expect(replies.map((reply) => reply.json().points)).toEqual([7, 7]);
  for (const [memberId, change] of [
    [mia.id, { points: 8 }],
    [mia.id, { reason: "Another one" }],
    [leo.id, {}],
  ] as const) {
    const reply = await correct(memberId, { ...correction, ...change });
    expect(reply.statusCode).toBe(422);
    expect(reply.json().code).toBe("request.invalid");
  }
  expect((await as(admin).get(`/api/admin/members/${mia.id}`)).json().points).toBe(7);
  expect((await as(admin).get(`/api/admin/members/${leo.id}`)).json().points).toBe(0);
});

test("the member page lists points, reports and factors, and lost factors are reset", async () => {
  const [admin, mia, other] = [await buildUser(db, { role: "admin" }), await buildUser(db), await buildUser(db)];
  await as(other).post("/api/reports", { targetType: "profile", targetId: mia.id, reason: "spam" });
  const added = { id: randomUUID(), points: 7, reason };
  expect((await as(admin).post(`/api/admin/members/${mia.id}/points`, added)).statusCode).toBe(200);
  expect((await as(admin).get(`/api/admin/members/${mia.id}/ledger`)).json().items).toHaveLength(1);
  const reports = (await as(admin).get(`/api/admin/members/${mia.id}/reports?side=against`)).json().items;
  expect(reports).toMatchObject([{ reason: "spam", other: { id: other.id } }]);
  const factor = { id: randomUUID(), user_id: mia.id, factor_type: "totp", status: "verified" } as const;
  await db
    .insertInto("auth.factors")
    .values({ ...factor, friendly_name: "Phone", phone: null, secret: null })
    .execute();
  expect((await as(admin).get(`/api/admin/members/${mia.id}`)).json().factorsCount).toBe(1);
  expect((await as(admin).delete(`/api/admin/members/${mia.id}/factors`, { reason })).statusCode).toBe(200);
  expect((await as(admin).get(`/api/admin/members/${mia.id}`)).json().factorsCount).toBe(0);
});

test("an admin does not read in a member's page, nor in cases, that the member reported them", async () => {
  const [admin, other] = [await buildUser(db, { role: "admin" }), await buildUser(db, { role: "admin" })];
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const report = (targetId: string) =>
    as(mia).post("/api/reports", { targetType: "profile", targetId, reason: "harassment" });
  for (const { id } of [leo, admin]) await report(id);
  const { items: cases } = (await as(other).get("/api/admin/cases?state=open")).json();
  const caseAbout = (id: string) => cases.find(({ member }: { member: { id: string } }) => member.id === id).id;
  const dismissal = { outcome: "dismissed", message: "Nothing wrong", suspensionDays: null };
  const decided = await as(other).put(`/api/admin/cases/${caseAbout(admin.id)}/decision`, dismissal);
  expect(decided.statusCode).toBe(200);
  const seenBy = async (viewer: { id: string }) => {
    const { items } = (await as(viewer).get(`/api/admin/members/${mia.id}/reports?side=by`)).json();
    const { reporterRecord } = (await as(viewer).get(`/api/admin/members/${mia.id}`)).json();
    const { reports } = (await as(viewer).get(`/api/admin/cases/${caseAbout(leo.id)}`)).json();
    return {
      others: items.map(({ other: { id } }: { other: { id: string } }) => id),
      dismissed: [reporterRecord.dismissed, reports[0].dismissed],
    };
  };
  expect(await seenBy(other)).toEqual({ others: [admin.id, leo.id], dismissed: [1, 1] });
  expect(await seenBy(admin)).toEqual({ others: [leo.id], dismissed: [0, 0] });
});

test("a sensitive action with an old sign-in is refused and changes nothing", async () => {
  const [admin, mia] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
  const token = await tokenFor(app, admin.id);
  await db
    .updateTable("auth.session_methods")
    .set({ used_at: new Date(Date.now() - 16 * 60_000) })
    .execute();
  const url = `/api/admin/members/${mia.id}/role`;
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fastify.inject({ method: "PUT", url, headers, payload: { role: "admin" } });
  expect(answer.json().code).toBe("auth.recent_sign_in_required");
});

test("no sequence of concurrent role changes leaves an account without exactly one role or the site without an admin [S-68]", async () => {
  const own = await testApp();
  const users = await Promise.all([1, 2, 3, 4].map(() => buildUser(own.db, { role: "admin" })));
  const steps = fc.array(
    fc.record({ by: fc.nat(3), of: fc.nat(3), role: fc.constantFrom("user", "business", "admin") }),
    { minLength: 4, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (changes) => {
      await own.db.updateTable("user_roles").set({ role: "admin" }).execute();
      const answers = await Promise.all(
        changes.map(({ by, of, role }) =>
          own.as(users[by] ?? null).put(`/api/admin/members/${users[of]?.id}/role`, { role }),
        ),
      );
      for (const answer of answers) expect([200, 403, 409]).toContain(answer.statusCode);
      const roles = await own.db.selectFrom("user_roles").select(["user_id", "role"]).execute();
      expect(roles).toHaveLength(users.length);
      expect(roles.filter(({ role }) => role === "admin").length).toBeGreaterThan(0);
    }),
    { numRuns: 10 },
  );
  const [first, ...others] = users;
  await own.db.updateTable("user_roles").set({ role: "user" }).execute();
  await own.db
    .updateTable("user_roles")
    .set({ role: "admin" })
    .where("user_id", "=", first?.id ?? "")
    .execute();
  const last = await own.as(first ?? null).put(`/api/admin/members/${first?.id}/role`, { role: "user" });
  expect([last.json().code, others.length]).toEqual(["member.last_admin", 3]);
});
