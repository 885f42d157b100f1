import { expect, test } from "vitest";
import { deletePendingUsers } from "#server/auth/accounts/accounts.service.ts";
import { flushMails } from "#server/auth/mails/auth-mails.service.ts";
import { transact } from "#server/db/db.ts";
import { findTotalDrift } from "#server/dashboard/totals.store.ts";
import { createProfile } from "#server/members/new-profiles.service.ts";
import { callAuth, confirmedUser, newEmail, newestMail, serviceKey, signIn, signUp } from "#server/testing/auth-api.ts";
import { movableClock } from "#server/testing/clock.ts";
import { testApp } from "#server/testing/test-app.ts";
import { deleteExpiredAuthData } from "./delete-expired-auth-data.service.ts";

const service = await serviceKey();
const clock = movableClock();
const home = await testApp({
  settings: { AUTH_MAIL_AUTOCONFIRM: "off", AUTH_VERIFICATION_KEYS: service.setting },
  app: { clock },
});
const { app, db, fastify } = home;

const idOf = async (email: string) =>
  (await db.selectFrom("auth.users").select("id").where("email", "=", email).executeTakeFirst())?.id;
const profiles = () => db.selectFrom("profiles").select(["id", "username"]).execute();
const wait = async (email: string, name = "") => {
  await signUp(home, email, undefined, name === "" ? {} : { username: name });
  await flushMails(app);
  return (await idOf(email)) ?? "";
};

test("a sign-up is no member until its address is confirmed [S-8]", async () => {
  const before = await profiles();
  const email = newEmail();
  const id = await wait(email, "paula.pending");
  expect(await profiles()).toEqual(before);
  const { code } = await newestMail(home, email);
  await callAuth(home, "POST", "/verify", { type: "signup", email, token: code });
  expect(await profiles()).toContainEqual({ id, username: "paula.pending" });
});

test("a recovery makes the member as well, without anything that the sign-up submitted", async () => {
  const email = newEmail();
  const id = await wait(email, "a.strangers.choice");
  await callAuth(home, "POST", "/recover", { email });
  const { code } = await newestMail(home, email);
  await callAuth(home, "POST", "/verify", { type: "recovery", email, token: code });
  expect((await profiles()).find((profile) => profile.id === id)?.username).toMatch(/^member\d+$/);
});

test("a sign-up that nobody confirms is deleted a day after its link has ended, and the address is free", async () => {
  const confirmed = await confirmedUser(home);
  const email = newEmail();
  const id = await wait(email);
  const made = await callAuth(home, "POST", "/admin/users", { email: newEmail() }, { token: service.token });
  // As an earlier version made it.
  const earlier = await wait(newEmail());
  await transact(db, (tx) => createProfile(tx, { userId: earlier, name: "", bio: null, now: clock.now() }));
  const left = async () => {
    const ids = [id, earlier, confirmed.id, String(made.body.id)];
    return (await db.selectFrom("auth.users").select("id").where("id", "in", ids).execute()).length;
  };
  clock.advance(47 * 3_600);
  await deleteExpiredAuthData(app, fastify.log);
  expect(await left()).toBe(4);
  clock.advance(2 * 3_600);
  await deleteExpiredAuthData(app, fastify.log);
  expect(await left()).toBe(2);
  expect([await idOf(email), await idOf(confirmed.email)]).toEqual([undefined, confirmed.id]);
  expect(await findTotalDrift(db)).toEqual([]);
  expect(await wait(email)).not.toBe("");
});

test("a confirmation that is sent again after a day confirms what the sign-up submitted", async () => {
  const email = newEmail();
  const id = await wait(email, "rita.returns");
  clock.advance(25 * 3_600);
  await deleteExpiredAuthData(app, fastify.log);
  await callAuth(home, "POST", "/resend", { type: "signup", email });
  const { code } = await newestMail(home, email);
  await callAuth(home, "POST", "/verify", { type: "signup", email, token: code });
  expect((await signIn(home, email)).status).toBe(200);
  expect(await profiles()).toContainEqual({ id, username: "rita.returns" });
});

test("what a sign-up submitted is deleted when its link has ended, also for an address that has an account", async () => {
  const { email } = await confirmedUser(home);
  await wait(email);
  const left = async () => (await db.selectFrom("auth.pending_sign_ups").select("user_id").execute()).length;
  expect(await left()).toBeGreaterThan(0);
  clock.advance(49 * 3_600);
  await deleteExpiredAuthData(app, fastify.log);
  expect(await left()).toBe(0);
});

test("many sign-ups are deleted in parts, and an account that cannot be erased does not stop the others", async () => {
  for (let count = 0; count < 3; count += 1) await wait(newEmail());
  const [stuck, other] = [await wait(newEmail()), await wait(newEmail())];
  for (const userId of [stuck, other]) {
    await transact(db, (tx) => createProfile(tx, { userId, name: "", bio: null, now: clock.now() }));
  }
  clock.advance(49 * 3_600);
  const ages = { madeBefore: new Date(clock.now().getTime() - 48 * 3_600_000), now: clock.now() };
  expect(await deletePendingUsers(db, ages, 2)).toBe(2);
  await app.pool.query(`create function refuse_erasure() returns trigger language plpgsql as
    $$ begin if old.id = '${stuck}' then raise exception 'Not this one'; end if; return old; end $$`);
  await app.pool.query(`create trigger refuse_erasure before delete on profiles
    for each row execute function refuse_erasure()`);
  await deleteExpiredAuthData(app, fastify.log);
  const left = await db.selectFrom("auth.users").select("id").where("id", "in", [stuck, other]).execute();
  expect(left).toEqual([{ id: stuck }]);
  await app.pool.query("drop function refuse_erasure() cascade");
});
