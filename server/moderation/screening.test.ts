import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { findDrift } from "#server/counts/recount.service.ts";
import { transact } from "#server/db/db.ts";
import { buildImage, buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { openScreeningCase, type ScreeningFinding } from "./screening.service.ts";

const { app, as, db } = await testApp();

function screen(owner: { id: string }, outfitId: string, finding: Partial<ScreeningFinding>) {
  const target = { type: "outfit", id: outfitId } as const;
  return transact(db, (tx) =>
    openScreeningCase(tx, app, {
      target,
      memberId: owner.id,
      imageId: randomUUID(),
      profilePicture: null,
      percent: null,
      matchedImageId: null,
      isHeld: false,
      ...finding,
    }),
  );
}

async function scene() {
  const [admin, owner] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
  return { admin, owner, outfit: await buildOutfit(db, owner.id, { title: "A coat" }) };
}

const decide = (by: { id: string }, caseId: string, outcome: string) =>
  as(by).put(`/api/admin/cases/${caseId}/decision`, { message: "Because of the rules", outcome });

test("a screening result and reports share one case, and repeating the result does not raise its urgency", async () => {
  const { admin, owner, outfit } = await scene();
  const caseId = await screen(owner, outfit.id, { percent: 91 });
  const urgency = () => db.selectFrom("moderation_cases").select("urgency").where("id", "=", caseId).executeTakeFirst();
  const once = await urgency();
  expect(await screen(owner, outfit.id, { percent: 91 })).toBe(caseId);
  expect(await urgency()).toEqual(once);
  await as(await buildUser(db)).post("/api/reports", { targetType: "outfit", targetId: outfit.id, reason: "nudity" });
  const { items } = (await as(admin).get("/api/admin/cases?targetType=outfit")).json();
  expect(items.filter((item: { targetId: string }) => item.targetId === outfit.id)).toMatchObject([
    {
      id: caseId,
      screeningPercent: 91,
      isImageMatch: false,
      reportsCount: 1,
      reasons: [{ reason: "nudity", count: 1 }],
    },
  ]);
  expect((await as(null).get(`/api/outfits/${outfit.id}`)).statusCode).toBe(200);
  expect((await as(owner).get("/api/me/account-status")).json().actions).toEqual([]);
});

test.each([
  ["is as urgent as that one", false, 75],
  ["stays as urgent while the first one's picture is there", true, 91],
])("a case that has another finding with a lower score %s", async (_what, isThere, percent) => {
  const { owner, outfit } = await scene();
  const other = await buildOutfit(db, owner.id);
  const { id: imageId } = await buildImage(db, owner.id);
  const weightOf = async (caseId: string) => {
    const where = db.selectFrom("moderation_cases").select(["weight", "screening_percent"]).where("id", "=", caseId);
    return where.executeTakeFirstOrThrow();
  };
  const caseId = await screen(owner, outfit.id, { percent: 91, imageId });
  if (!isThere) await db.deleteFrom("images").where("id", "=", imageId).execute();
  await screen(owner, outfit.id, { percent: 75 });
  const expected = await weightOf(await screen(owner, other.id, { percent }));
  expect(await weightOf(caseId)).toEqual({ ...expected, weight: expect.closeTo(expected.weight, 5) });
});

test("withheld content is visible only to its owner, who is notified, until a moderator dismisses the finding", async () => {
  const { admin, owner, outfit } = await scene();
  const caseId = await screen(owner, outfit.id, { percent: 99, isHeld: true });
  const messages = async () =>
    (await as(owner).get("/api/notifications")).json().items.map(({ message }: { message: string }) => message);
  expect(await messages()).toEqual([expect.stringMatching(/^Something of yours is being checked/)]);
  expect((await as(null).get(`/api/outfits/${outfit.id}`)).statusCode).toBe(404);
  expect((await as(owner).get(`/api/outfits/${outfit.id}`)).statusCode).toBe(200);
  const [held] = (await as(owner).get("/api/me/account-status")).json().actions;
  expect(held).toMatchObject({ kind: "held", excerpt: "A coat", appealUntil: null });
  expect((await as(owner).post("/api/me/appeals", { actionId: held.id, message: "Please" })).json().code).toBe(
    "action.not_found",
  );
  await screen(owner, outfit.id, { percent: 99, isHeld: true });
  expect(await messages()).toHaveLength(1);
  expect((await decide(admin, caseId, "dismissed")).statusCode).toBe(200);
  expect((await as(null).get(`/api/outfits/${outfit.id}`)).statusCode).toBe(200);
  expect((await as(owner).get("/api/me/account-status")).json().actions).toMatchObject([
    { kind: "held", revokedAt: expect.any(String) },
  ]);
  expect((await messages())[0]).toBe("We looked at your outfit, and everybody can see it now.");
  expect(await findDrift(db)).toEqual([]);
});

test("an admin's own outfit that is withheld is shown by another admin, where there is one", async () => {
  const { admin: owner } = await scene();
  const outfit = await buildOutfit(db, owner.id);
  await screen(owner, outfit.id, { percent: 99, isHeld: true });
  const show = () => as(owner).post("/api/admin/outfits/state", { ids: [outfit.id], state: "active" });
  const other = await buildUser(db, { role: "admin" });
  expect((await show()).json().code).toBe("decision.own");
  await db.deleteFrom("user_roles").where("user_id", "<>", owner.id).execute();
  expect((await show()).json()).toEqual({ changed: [outfit.id] });
  expect((await as(other).get(`/api/outfits/${outfit.id}`)).statusCode).toBe(200);
});

test("a picture similar to a removed one is withheld, and hiding it can be appealed", async () => {
  const { admin, owner, outfit } = await scene();
  const caseId = await screen(owner, outfit.id, { matchedImageId: randomUUID(), isHeld: true });
  expect((await as(admin).get(`/api/admin/cases/${caseId}`)).json()).toMatchObject({
    isImageMatch: true,
    isHidden: true,
    isHeld: true,
    reports: [],
    history: [{ kind: "held" }],
  });
  expect((await decide(admin, caseId, "hidden")).statusCode).toBe(200);
  expect((await as(null).get(`/api/outfits/${outfit.id}`)).statusCode).toBe(404);
  const [hidden, held] = (await as(owner).get("/api/me/account-status")).json().actions;
  expect((await as(admin).get(`/api/admin/cases/${caseId}`)).json().isHeld).toBe(false);
  expect(hidden).toMatchObject({ kind: "hidden", revokedAt: null, appealUntil: expect.any(String) });
  expect(held).toMatchObject({ kind: "held", revokedAt: expect.any(String) });
});

test("dismissing a finding does not show what an admin had hidden; a warning shows what was withheld", async () => {
  const { admin, owner, outfit } = await scene();
  const other = await buildOutfit(db, owner.id);
  await as(admin).post("/api/admin/outfits/state", { ids: [outfit.id], state: "hidden", reason: "Spam" });
  await decide(admin, await screen(owner, outfit.id, { percent: 99, isHeld: true }), "dismissed");
  expect((await as(owner).get("/api/me/account-status")).json().actions).toMatchObject([{ kind: "hidden" }]);
  expect((await as(null).get(`/api/outfits/${outfit.id}`)).statusCode).toBe(404);
  await decide(admin, await screen(owner, other.id, { percent: 99, isHeld: true }), "warned");
  expect((await as(null).get(`/api/outfits/${other.id}`)).statusCode).toBe(200);
  expect(await findDrift(db)).toEqual([]);
});

test("hiding what is withheld is a decision that a dismissal of the finding does not undo, except of an own outfit", async () => {
  const { admin, owner, outfit } = await scene();
  const hide = async (by: { id: string }, id: string) =>
    (await as(by).post("/api/admin/outfits/state", { ids: [id], state: "hidden", reason: "Nude" })).json().changed;
  const caseId = await screen(owner, outfit.id, { percent: 99, isHeld: true });
  expect(await hide(admin, outfit.id)).toEqual([outfit.id]);
  expect(await hide(admin, outfit.id)).toEqual([]);
  expect((await as(owner).get("/api/me/account-status")).json().actions).toMatchObject([
    { kind: "hidden", reason: "Nude", excerpt: "A coat", revokedAt: null },
    { kind: "held", revokedAt: expect.any(String) },
  ]);
  await decide(admin, caseId, "dismissed");
  expect((await as(null).get(`/api/outfits/${outfit.id}`)).statusCode).toBe(404);
  const own = await buildOutfit(db, admin.id);
  await screen(admin, own.id, { percent: 99, isHeld: true });
  expect(await hide(admin, own.id)).toEqual([]);
  expect(await findDrift(db)).toEqual([]);
});

test("a finding about an avatar that has been replaced meanwhile leaves the profile as it is", async () => {
  const owner = await buildUser(db);
  const { key } = await buildImage(db, owner.id, "avatar");
  const { id: imageId } = await buildImage(db, owner.id, "avatar");
  await db
    .updateTable("profiles")
    .set({ avatar_url: `/media/${key}` })
    .where("id", "=", owner.id)
    .execute();
  const target = { type: "profile", id: owner.id } as const;
  await screen(owner, owner.id, { target, imageId, profilePicture: "avatar", percent: 97, isHeld: true });
  expect((await as(owner).get("/api/me")).json().avatarUrl).toBe(`/media/${key}`);
  expect((await as(owner).get("/api/me/account-status")).json().actions).toEqual([]);
});
