import { expect, test } from "vitest";
import { movableClock } from "./clock.ts";
import { buildUser } from "./factories.ts";
import { testApp } from "./test-app.ts";

const clock = movableClock();
const { as, db } = await testApp({ app: { clock } });

/** A member who has made a request; `sessionAfter` makes another one and returns the newest session. */
async function memberWithSession() {
  const member = await buildUser(db);
  const request = async () => expect((await as(member).get("/api/me")).statusCode).toBe(200);
  await request();
  const ofMember = db.selectFrom("auth.sessions").where("user_id", "=", member.id);
  const sessionAfter = async () => {
    await request();
    const { id } = await ofMember.select("id").orderBy("created_at", "desc").limit(1).executeTakeFirstOrThrow();
    return id;
  };
  return { member, first: await sessionAfter(), sessionAfter };
}

test("requests of a member share a session", async () => {
  const { first, sessionAfter } = await memberWithSession();
  expect(await sessionAfter()).toBe(first);
});

test("a request opens a new session once the clock has moved on", async () => {
  const { first, sessionAfter } = await memberWithSession();
  clock.advance(61);
  expect(await sessionAfter()).not.toBe(first);
});

test("a request opens a new session once the old one has ended", async () => {
  const { member, first, sessionAfter } = await memberWithSession();
  await db.deleteFrom("auth.sessions").where("user_id", "=", member.id).execute();
  expect(await sessionAfter()).not.toBe(first);
});

test("a request opens a new session once the old one has passed a second step", async () => {
  const { member, first, sessionAfter } = await memberWithSession();
  await db.updateTable("auth.sessions").set({ assurance: "aal2" }).where("user_id", "=", member.id).execute();
  expect(await sessionAfter()).not.toBe(first);
});

test("a banned member gets no session", async () => {
  const { member } = await memberWithSession();
  await db.updateTable("auth.users").set({ banned_until: "2999-01-01" }).where("id", "=", member.id).execute();
  await expect(as(member).get("/api/me")).rejects.toThrow("User is banned");
});
