import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { readConfig } from "#server/config/config.ts";
import { startProvider } from "#server/testing/provider.ts";
import {
  addTotp,
  callAuth,
  goodPassword,
  newEmail,
  newestMail,
  refresh,
  signIn,
  signUp,
  textedCode,
} from "#server/testing/auth-api.ts";
import { movableClock } from "#server/testing/clock.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";

const clock = movableClock();
const provider = await startProvider({ sub: "1" });
afterAll(() => provider.close());
/** Addresses are confirmed by a mail; and, on the other site, by themselves. */
const confirming = await testApp({ settings: { ...provider.settings, AUTH_MAIL_AUTOCONFIRM: "off" }, app: { clock } });
const trusting = await testApp({ settings: { ...provider.settings, AUTH_MAIL_AUTOCONFIRM: "on" }, app: { clock } });
const limited = await testApp({ settings: { RATE_LIMITS: "on", AUTH_MAIL_AUTOCONFIRM: "off" }, app: { clock } });

const attackers = "the attacker knows this one";
const owners = "only the owner knows this one";
let numbers = 0;
const newPhone = () => `1555020${String((numbers += 1)).padStart(4, "0")}`;
const signInByPhone = (home: TestApp, phone: string, password: string) =>
  callAuth(home, "POST", "/token?grant_type=password", { phone, password });
const verify = (home: TestApp, sent: object) => callAuth(home, "POST", "/verify", sent);
const profileOf = (home: TestApp, id: string) =>
  home.db.selectFrom("profiles").select(["username", "bio"]).where("id", "=", id).executeTakeFirstOrThrow();

/** Signs in at Google as this person, in a browser of its own. */
async function signInWithGoogle(home: TestApp, email: string) {
  provider.person = { sub: randomUUID(), email, email_verified: true, name: "The Owner" };
  const left = await home.fastify.inject({ url: "/auth/v1/authorize?provider=google" });
  const back = await provider.agree(String(left.headers.location));
  const cookie = String(left.headers["set-cookie"]).split(";")[0] ?? "";
  const { headers } = await home.fastify.inject({ url: `${back.pathname}${back.search}`, headers: { cookie } });
  const fragment = new URLSearchParams(new URL(String(headers.location)).hash.slice(1));
  return callAuth(home, "GET", "/user", undefined, { token: fragment.get("access_token") ?? "" });
}

describe("anyone who signs up with a number that is not theirs [S-19]", () => {
  test("has no way in once its owner proves it by a code", async () => {
    const phone = newPhone();
    const made = await callAuth(confirming, "POST", "/signup", {
      phone,
      password: attackers,
      data: { username: "not.the.owner", bio: "made in advance" },
    });
    expect(made.status).toBe(200);
    await callAuth(confirming, "POST", "/otp", { phone });
    const proven = await verify(confirming, { type: "sms", phone, token: textedCode(confirming) });
    expect(proven.status).toBe(200);
    expect((await signInByPhone(confirming, phone, attackers)).body).toMatchObject({ code: "invalid_credentials" });
    const profile = await profileOf(confirming, proven.body.user.id);
    expect(profile.username).not.toMatch(/not\.the\.owner/);
    expect(profile.bio).toBeNull();
  });

  test("sets no password by a code that somebody else has asked for", async () => {
    const phone = newPhone();
    await callAuth(confirming, "POST", "/otp", { phone });
    await callAuth(confirming, "POST", "/signup", { phone, password: attackers });
    expect((await verify(confirming, { type: "sms", phone, token: textedCode(confirming) })).status).toBe(200);
    expect((await signInByPhone(confirming, phone, attackers)).body).toMatchObject({ code: "invalid_credentials" });
  });

  test("sets no password while another sign-up waits for its code", async () => {
    const phone = newPhone();
    await callAuth(confirming, "POST", "/signup", { phone, password: owners });
    await callAuth(confirming, "POST", "/signup", { phone, password: attackers, data: { username: "a.stranger" } });
    const proven = await verify(confirming, { type: "sms", phone, token: textedCode(confirming) });
    expect((await profileOf(confirming, proven.body.user.id)).username).not.toContain("stranger");
    for (const password of [owners, attackers]) {
      expect((await signInByPhone(confirming, phone, password)).body).toMatchObject({ code: "invalid_credentials" });
    }
  });

  test("and an own number is confirmed together with its password", async () => {
    const phone = newPhone();
    const data = { username: `own${numbers}`, bio: "mine" };
    await callAuth(confirming, "POST", "/signup", { phone, password: owners, data });
    expect((await signInByPhone(confirming, phone, owners)).body).toMatchObject({ code: "phone_not_confirmed" });
    const proven = await verify(confirming, { type: "sms", phone, token: textedCode(confirming) });
    expect((await signInByPhone(confirming, phone, owners)).status).toBe(200);
    expect(await profileOf(confirming, proven.body.user.id)).toMatchObject({ username: data.username, bio: "mine" });
  });
});

/** A browser that keeps the cookie of its sign-ups. */
function openBrowser(home: TestApp) {
  const headers: Record<string, string> = {};
  return {
    signUp: async (email: string, password: string, data = {}) => {
      const { status, headers: got } = await callAuth(home, "POST", "/signup", { email, password, data }, { headers });
      headers["cookie"] = String(got["set-cookie"]).split(";")[0] ?? "";
      return status;
    },
    signIn: (email: string, password: string) => signIn(home, email, password, { headers }),
    enter: (email: string, code: string) =>
      callAuth(home, "POST", "/verify", { type: "signup", email, token: code }, { headers }),
    open: ({ pathname, search }: URL) => home.fastify.inject({ url: `${pathname}${search}`, headers }),
  };
}

describe("of two sign-ups for one address [S-19]", () => {
  const inBrowser = [
    { isByLink: false, isOwnerFirst: false },
    { isByLink: false, isOwnerFirst: true },
    { isByLink: true, isOwnerFirst: false },
    { isByLink: true, isOwnerFirst: true },
  ];
  test.each(inBrowser)("the one of the browser that confirms counts whole: %o", async ({ isByLink, isOwnerFirst }) => {
    const email = newEmail();
    const [own, strange] = [openBrowser(confirming), openBrowser(confirming)];
    const username = `owner.${randomUUID().slice(0, 6)}`;
    const signUps = [
      () => own.signUp(email, owners, { username, bio: "of the owner" }),
      () => strange.signUp(email, attackers, { username: "a.stranger", bio: "of a stranger" }),
    ];
    for (const send of isOwnerFirst ? signUps : signUps.toReversed()) expect(await send()).toBe(200);
    expect((await own.signIn(email, owners)).body).toMatchObject({ code: "email_not_confirmed" });
    const { code, link } = await newestMail(confirming, email);
    if (isByLink) await own.open(link);
    else expect((await own.enter(email, code)).status).toBe(200);
    expect((await strange.signIn(email, attackers)).body).toMatchObject({ code: "invalid_credentials" });
    const { body } = await own.signIn(email, owners);
    expect(await profileOf(confirming, body.user.id)).toMatchObject({ username, bio: "of the owner" });
    expect(body.user.user_metadata).toMatchObject({ username });
  });

  test.each([true, false])("neither counts in a third browser, and its owner is in: %o", async (isOwnerFirst) => {
    const email = newEmail();
    const passwords = isOwnerFirst ? [owners, attackers] : [attackers, owners];
    for (const password of passwords) await openBrowser(confirming).signUp(email, password, { username: "either" });
    const { code } = await newestMail(confirming, email);
    const { status, body } = await openBrowser(confirming).enter(email, code);
    expect(status).toBe(200);
    expect(body.user.app_metadata).toMatchObject({ providers: ["email"], has_password: false });
    for (const password of passwords) {
      expect((await signIn(confirming, email, password)).body).toMatchObject({ code: "invalid_credentials" });
    }
    expect((await profileOf(confirming, body.user.id)).username).toMatch(/^member\d+$/);
    const changed = await callAuth(confirming, "PUT", "/user", { password: owners }, { token: body.access_token });
    expect(changed.body.app_metadata).toMatchObject({ has_password: true });
    expect((await signIn(confirming, email, owners)).status).toBe(200);
  });

  test("a browser is known as long as its sign-up waits, again when it asks for another mail", async () => {
    const email = newEmail();
    const cookieOf = async (path: string, body: object, headers = {}) =>
      (await callAuth(confirming, "POST", path, body, { headers })).headers["set-cookie"];
    const cookie = await cookieOf("/signup", { email, password: owners });
    expect(cookie).toContain("; Max-Age=172800;");
    const resend = { type: "signup", email };
    expect(await cookieOf("/resend", resend, { cookie: String(cookie).split(";")[0] })).toBe(cookie);
    expect(await cookieOf("/resend", resend)).toBeUndefined();
  });

  test("a browser's second one replaces its first", async () => {
    const email = newEmail();
    const own = openBrowser(confirming);
    await own.signUp(email, "a password with a tpyo");
    await own.signUp(email, owners);
    const { code } = await newestMail(confirming, email);
    await verify(confirming, { type: "signup", email, token: code });
    expect((await signIn(confirming, email, owners)).status).toBe(200);
  });

  test("the mail of the first one is worth nothing any more, however soon the second one came", async () => {
    const email = newEmail();
    const own = openBrowser(limited);
    await openBrowser(limited).signUp(email, attackers);
    const first = await newestMail(limited, email);
    // Within the minute in which the same sign-up would get no second mail.
    await own.signUp(email, owners);
    const second = await newestMail(limited, email);
    expect(second.link.href).not.toBe(first.link.href);
    expect(String((await own.open(first.link)).headers.location)).toContain("otp_expired");
    expect((await own.enter(email, second.code)).status).toBe(200);
    expect((await signIn(limited, email, attackers)).status).toBe(400);
    expect((await signIn(limited, email, owners)).status).toBe(200);
  });

  test("the same one sent twice is one mail, and keeps its password", async () => {
    const email = newEmail();
    await signUp(limited, email, owners, { username: "twice" });
    const { code } = await newestMail(limited, email);
    await signUp(limited, email, owners, { username: "twice" });
    expect((await newestMail(limited, email)).code).toBe(code);
    await verify(limited, { type: "signup", email, token: code });
    expect((await signIn(limited, email, owners)).status).toBe(200);
  });

  test("the same one sent twice without cookies is one, also where each is mailed", async () => {
    const email = newEmail();
    await signUp(confirming, email, owners, { username: "twice" });
    await signUp(confirming, email, owners, { username: "twice" });
    const { code } = await newestMail(confirming, email);
    await verify(confirming, { type: "signup", email, token: code });
    expect((await signIn(confirming, email, owners)).status).toBe(200);
  });

  test.each(["recovery", "magiclink"])(
    "a %s code sets no password of a sign-up that nobody confirmed",
    async (type) => {
      const email = newEmail();
      await signUp(confirming, email, attackers);
      await newestMail(confirming, email);
      if (type === "recovery") await callAuth(confirming, "POST", "/recover", { email });
      else await callAuth(confirming, "POST", "/otp", { email });
      const { code } = await newestMail(confirming, email);
      expect((await verify(confirming, { type, email, token: code })).status).toBe(200);
      expect((await signIn(confirming, email, attackers)).body).toMatchObject({ code: "invalid_credentials" });
    },
  );
});

describe("the data of a request for a code [S-19]", () => {
  const strange = { data: { username: "a.stranger", bio: "of a stranger" } };
  const own = () => ({ data: { username: `own.${randomUUID().slice(0, 6)}`, bio: "mine" } });

  test.each(["signup", "otp"])(
    "do not count while a code of an earlier %s is outstanding for a number",
    async (first) => {
      const phone = newPhone();
      await callAuth(confirming, "POST", `/${first}`, { phone, password: owners, ...own() });
      await callAuth(confirming, "POST", "/otp", { phone, ...strange });
      const { body } = await verify(confirming, { type: "sms", phone, token: textedCode(confirming) });
      expect(await profileOf(confirming, body.user.id)).toEqual({
        username: expect.stringMatching(/^member/),
        bio: null,
      });
    },
  );

  test.each(["signup", "otp"])("do not count while a mail of an earlier %s is outstanding", async (first) => {
    const email = newEmail();
    await callAuth(confirming, "POST", `/${first}`, { email, password: owners, ...own() });
    await newestMail(confirming, email);
    // The code has ended, its link has not.
    clock.advance(3_600);
    await callAuth(confirming, "POST", "/otp", { email, ...strange });
    const { code } = await newestMail(confirming, email);
    const { body } = await verify(confirming, { type: "email", email, token: code });
    expect(await profileOf(confirming, body.user.id)).toEqual({
      username: expect.stringMatching(/^member/),
      bio: null,
    });
  });

  test("count when the same is asked for again", async () => {
    const [email, phone, mailed, texted] = [newEmail(), newPhone(), own(), own()];
    for (let n = 0; n < 2; n += 1) {
      await callAuth(confirming, "POST", "/otp", { email, ...mailed });
      await newestMail(confirming, email);
      await callAuth(confirming, "POST", "/otp", { phone, ...texted });
    }
    const token = textedCode(confirming);
    const byPhone = await verify(confirming, { type: "sms", phone, token });
    expect(await profileOf(confirming, byPhone.body.user.id)).toEqual(texted.data);
    const { code } = await newestMail(confirming, email);
    const byMail = await verify(confirming, { type: "email", email, token: code });
    expect(await profileOf(confirming, byMail.body.user.id)).toEqual(mailed.data);
  });
});

describe("an address that was confirmed by itself is proven by nobody [S-19]", () => {
  /** A stranger's account with the address of somebody else: password, session, second step, number. */
  async function occupy(email: string) {
    const { body } = await signUp(trusting, email, attackers);
    const phone = newPhone();
    await callAuth(trusting, "PUT", "/user", { phone }, { token: body.access_token });
    await verify(trusting, { type: "phone_change", phone, token: textedCode(trusting) });
    const factor = await addTotp(trusting, clock, body.access_token);
    return { id: String(body.user.id), phone, session: factor.session };
  }

  async function expectNothingLeft(occupied: Awaited<ReturnType<typeof occupy>>, email: string) {
    expect((await signIn(trusting, email, attackers)).body).toMatchObject({ code: "invalid_credentials" });
    expect((await refresh(trusting, occupied.session.refresh_token)).status).toBe(400);
    const token = occupied.session.access_token;
    expect((await callAuth(trusting, "GET", "/user", undefined, { token })).status).toBe(403);
    const { id, phone } = occupied;
    expect(await trusting.db.selectFrom("auth.factors").select("id").where("user_id", "=", id).execute()).toEqual([]);
    await callAuth(trusting, "POST", "/otp", { phone });
    const other = await verify(trusting, { type: "sms", phone, token: textedCode(trusting) });
    expect(other.body.user.id).not.toBe(id);
  }

  test("its owner's Google sign-in takes everything from the stranger who had it", async () => {
    const email = newEmail();
    const occupied = await occupy(email);
    const { body } = await signInWithGoogle(trusting, email);
    expect(body).toMatchObject({ id: occupied.id, app_metadata: { providers: ["google"] } });
    await expectNothingLeft(occupied, email);
  });

  test("and so does a code out of its mailbox", async () => {
    const email = newEmail();
    const occupied = await occupy(email);
    await callAuth(trusting, "POST", "/otp", { email });
    const { code } = await newestMail(trusting, email);
    const { body } = await verify(trusting, { type: "magiclink", email, token: code });
    expect(body.user.id).toBe(occupied.id);
    await expectNothingLeft(occupied, email);
  });

  test("a Google account that the stranger linked goes as well", async () => {
    const email = newEmail();
    const { body } = await signUp(trusting, email, attackers);
    const stranger = {
      provider: "google",
      provider_id: randomUUID(),
      id: randomUUID(),
      user_id: body.user.id,
    } as const;
    const data = { email: "stranger@example.com", email_verified: true };
    await trusting.db
      .insertInto("auth.identities")
      .values({ ...stranger, identity_data: data, created_at: clock.now() })
      .execute();
    await signInWithGoogle(trusting, email);
    const left = await trusting.db
      .selectFrom("auth.identities")
      .select("provider_id")
      .where("user_id", "=", body.user.id)
      .execute();
    expect(left).toHaveLength(1);
    expect(left[0]?.provider_id).not.toBe(stranger.provider_id);
  });

  test("anyone who has proven it keeps everything at every later proof", async () => {
    const email = newEmail();
    await signUp(confirming, email, goodPassword);
    const { code } = await newestMail(confirming, email);
    const { body } = await verify(confirming, { type: "signup", email, token: code });
    await signInWithGoogle(confirming, email);
    await callAuth(confirming, "POST", "/otp", { email });
    const again = await newestMail(confirming, email);
    await verify(confirming, { type: "magiclink", email, token: again.code });
    expect((await signIn(confirming, email, goodPassword)).status).toBe(200);
    expect((await refresh(confirming, body.refresh_token)).status).toBe(200);
  });
});

test("production does not start where addresses confirm themselves and Google would find accounts by them [S-19]", () => {
  const production = {
    NODE_ENV: "production",
    DATABASE_URL: "postgres://db/fash",
    PUBLIC_URL: "https://fash.example",
    AUTH_MAIL_AUTOCONFIRM: "on",
  };
  expect(readConfig(production).auth.isMailAutoconfirmed).toBe(true);
  const google = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
  expect(() => readConfig({ ...production, ...google })).toThrow("AUTH_MAIL_AUTOCONFIRM");
  expect(() => readConfig({ ...production, AUTH_MAIL_AUTOCONFIRM: "" })).toThrow("MAIL_URL");
});
