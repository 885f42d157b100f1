import { expect, test } from "vitest";
import { callAuth, goodPassword, newEmail, newestMail, serviceKey, signIn } from "#server/testing/auth-api.ts";
import { testApp } from "#server/testing/test-app.ts";

const service = await serviceKey();
const site = "http://localhost:3000";
const home = await testApp({
  settings: { AUTH_VERIFICATION_KEYS: service.setting, AUTH_REDIRECT_ALLOW_LIST: "https://shop.example/**" },
});
const ask = (path: string, body: object) => callAuth(home, "POST", path, body, { token: service.token });

const inSite = /http\S+\/change-password\S+/;

/** The link in the mail to a person who is invited to come to this place. */
async function invite(email: string, redirectTo = `${site}/`): Promise<URL> {
  const sent = await ask(`/invite?redirect_to=${encodeURIComponent(redirectTo)}`, { email });
  expect(sent.status).toBe(200);
  const { text, link } = await newestMail(home, email);
  const [found = link.href] = inSite.exec(text) ?? [];
  return new URL(found);
}

test.each([
  [`${site}/`, ""],
  [`${site}/change-password`, ""],
  [`${site}/change-password/?next=%2Fcloset`, "?next=%2Fcloset"],
  [`${site}/welcome`, "?next=%2Fwelcome"],
  [`${site}/events/1?tab=going&a=b`, "?next=%2Fevents%2F1%3Ftab%3Dgoing%26a%3Db"],
  ["https://elsewhere.example/", ""],
])("an invitation to %s leads to the page where a password is chosen [S-164]", async (place, search) => {
  const mailed = await invite(newEmail(), place);
  expect(mailed.origin + mailed.pathname + mailed.search).toBe(`${site}/change-password${search}`);
  expect(mailed.hash).toMatch(/^#token_hash=service_[\w-]{43}&type=invite$/);
  const { body } = await ask("/admin/generate_link", { type: "invite", email: newEmail(), redirect_to: place });
  const token = String(body.hashed_token);
  expect(body.action_link).toBe(`${site}/change-password${search}#token_hash=${token}&type=invite`);
});

test("the mail of an invitation has a code only where a page asks for it", async () => {
  const [here, elsewhere] = [newEmail(), newEmail()];
  await invite(here);
  await invite(elsewhere, "https://shop.example/welcome");
  const mails = await Promise.all([newestMail(home, here), newestMail(home, elsewhere)]);
  expect(mails.map(({ text }) => /^\d{6}$/m.test(text))).toEqual([false, true]);
  expect(mails.map(({ text }) => text.includes("Enter this code"))).toEqual([false, true]);
});

test.each(["https://shop.example/welcome", "http://localhost:8081/welcome"])(
  "an invitation to %s, which is not this site, ends there with a session",
  async (place) => {
    const { pathname, searchParams } = await invite(newEmail(), place);
    expect(pathname).toBe("/auth/v1/verify");
    expect(Object.fromEntries(searchParams)).toMatchObject({ type: "invite", redirect_to: place });
  },
);

test("an invitation's link is used up by its token, once, and not by opening the page [S-164]", async () => {
  const email = newEmail();
  const link = await invite(email);
  const opened = await home.fastify.inject({ url: link.pathname + link.search });
  expect(opened.headers["set-cookie"]).toBeUndefined();
  const token = new URLSearchParams(link.hash.slice(1)).get("token_hash");
  const accept = () => callAuth(home, "POST", "/verify", { type: "invite", token_hash: token });
  const { status, body } = await accept();
  expect(status).toBe(200);
  const set = await callAuth(home, "PUT", "/user", { password: goodPassword }, { token: String(body.access_token) });
  expect(set.status).toBe(200);
  expect((await signIn(home, email)).status).toBe(200);
  expect(await accept()).toMatchObject({ status: 403, body: { code: "otp_expired" } });
});

test("the mail about the first password says that one was set, later ones that it was changed", async () => {
  const email = newEmail();
  const link = await invite(email);
  const token = new URLSearchParams(link.hash.slice(1)).get("token_hash");
  const { body } = await callAuth(home, "POST", "/verify", { type: "invite", token_hash: token });
  const set = (sent: object) => callAuth(home, "PUT", "/user", sent, { token: String(body.access_token) });
  expect((await set({ password: goodPassword })).status).toBe(200);
  expect((await newestMail(home, email)).subject).toBe("A password was set for your Fash account");
  expect((await set({ password: "some other words", current_password: goodPassword })).status).toBe(200);
  expect((await newestMail(home, email)).subject).toBe("Your Fash password was changed");
});

test("what signing up sent is no invitation: it would lead into the account of whoever sent it [S-164]", async () => {
  const email = newEmail();
  await callAuth(home, "POST", "/otp", { email });
  const { link } = await newestMail(home, email);
  const accepted = await callAuth(home, "POST", "/verify", {
    type: "invite",
    token_hash: link.searchParams.get("token"),
  });
  expect(accepted).toMatchObject({ status: 403, body: { code: "otp_expired" } });
});

test("a service's link that confirms an address is no invitation", async () => {
  const { body } = await ask("/admin/generate_link", { type: "signup", email: newEmail(), password: goodPassword });
  const accepted = await callAuth(home, "POST", "/verify", { type: "invite", token_hash: body.hashed_token });
  expect(accepted).toMatchObject({ status: 403, body: { code: "otp_expired" } });
});

test("what an invited person asks for is no invitation: it would lead others into their account [S-164]", async () => {
  const email = newEmail();
  await invite(email);
  expect((await callAuth(home, "POST", "/resend", { type: "signup", email })).status).toBe(200);
  const { link } = await newestMail(home, email);
  const token = link.searchParams.get("token");
  const use = (type: string) => callAuth(home, "POST", "/verify", { type, token_hash: token });
  expect(await use("invite")).toMatchObject({ status: 403, body: { code: "otp_expired" } });
  link.searchParams.set("type", "invite");
  const opened = await home.fastify.inject({ url: link.pathname + link.search });
  expect(opened.headers.location).toContain("error_code=otp_expired");
  // It is still good for what it was asked for.
  expect((await use("signup")).status).toBe(200);
});

test.each(["/invite", "/admin/generate_link"])(
  "an account that a service gave a password is invited to choose another by %s",
  async (path) => {
    const email = newEmail();
    expect((await ask("/admin/users", { email, password: "a password of the service" })).status).toBe(200);
    const invited = await ask(path, { email, type: "invite", redirect_to: `${site}/` });
    const token =
      invited.body.hashed_token ??
      new URLSearchParams(new URL(inSite.exec((await newestMail(home, email)).text)?.[0] ?? "").hash.slice(1)).get(
        "token_hash",
      );
    const { body } = await callAuth(home, "POST", "/verify", { type: "invite", token_hash: token });
    const set = await callAuth(home, "PUT", "/user", { password: goodPassword }, { token: String(body.access_token) });
    expect(set.status).toBe(200);
    expect((await signIn(home, email)).status).toBe(200);
  },
);

test("an invited person whose link is too old gets in by a recovery link", async () => {
  const email = newEmail();
  await invite(email);
  expect((await callAuth(home, "POST", "/recover", { email })).status).toBe(200);
  const { code } = await newestMail(home, email);
  const { body } = await callAuth(home, "POST", "/verify", { type: "recovery", email, token: code });
  const set = await callAuth(home, "PUT", "/user", { password: goodPassword }, { token: String(body.access_token) });
  expect(set.status).toBe(200);
});
