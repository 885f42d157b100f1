import { expect, test } from "vitest";
import {
  callAuth,
  confirmedUser,
  goodPassword,
  newEmail,
  newestMail,
  serviceKey,
  signIn,
} from "#server/testing/auth-api.ts";
import { testApp } from "#server/testing/test-app.ts";

const service = await serviceKey();
const site = "http://localhost:3000";
const settings = {
  AUTH_VERIFICATION_KEYS: service.setting,
  AUTH_REDIRECT_ALLOW_LIST: "https://shop.example/**",
  AUTH_MAIL_AUTOCONFIRM: "off",
};
const home = await testApp({ settings });

type Type = "recovery" | "magiclink" | "signup";

/** The link that a service gets, for a new account or a member's. */
async function makeLink(type: Type, redirectTo?: string) {
  const email = type === "signup" ? newEmail() : (await confirmedUser(home)).email;
  const asked = { type, email, redirect_to: redirectTo, ...(type === "signup" && { password: goodPassword }) };
  const { status, body } = await callAuth(home, "POST", "/admin/generate_link", asked, { token: service.token });
  expect(status).toBe(200);
  return { email, token: String(body.hashed_token), url: String(body.action_link) };
}

test.each<Type>(["recovery", "magiclink", "signup"])(
  "a service's %s link to the site itself leads to the page that takes its token [S-164]",
  async (type) => {
    for (const place of [undefined, `${site}/`, "https://elsewhere.example/"]) {
      const { url, token } = await makeLink(type, place);
      expect(token).toMatch(/^service_[\w-]{43}$/);
      expect(url).toBe(`${site}/change-password#token_hash=${token}&type=${type}`);
    }
  },
);

test.each<[Type, string, string]>([
  ["recovery", "/change-password", ""],
  ["recovery", "/change-password/?next=%2Fcloset", "?next=%2Fcloset"],
  ["recovery", "/closet", "?next=%2Fcloset"],
  ["magiclink", "/change-password", "?next=%2Fchange-password"],
  ["magiclink", "/events/1?tab=going&a=b", "?next=%2Fevents%2F1%3Ftab%3Dgoing%26a%3Db"],
  ["signup", "/closet/", "?next=%2Fcloset%2F"],
])("a service's %s link to the page %s leads on to it, %s [S-164]", async (type, place, search) => {
  const { url, token } = await makeLink(type, site + place);
  expect(url).toBe(`${site}/change-password${search}#token_hash=${token}&type=${type}`);
});

test.each([`${site}/welcome`, "https://shop.example/welcome", "http://localhost:8081/"])(
  "a service's link with a place of its own, %s, ends there with a session",
  async (place) => {
    const { url } = await makeLink("magiclink", place);
    const opened = await home.fastify.inject({ url: url.slice(site.length) });
    expect(String(opened.headers.location)).toMatch(`${place}#access_token=`);
  },
);

test("where the API has another path than the site's pages call, its links lead to it", async () => {
  const other = await testApp({ settings: { ...settings, AUTH_BASE_PATH: "/sign-in" } });
  const asked = { type: "signup", email: newEmail(), password: goodPassword };
  const answer = await other.fastify.inject({
    method: "POST",
    url: "/sign-in/admin/generate_link",
    headers: { authorization: `Bearer ${service.token}` },
    payload: asked,
  });
  expect(answer.json().action_link).toMatch(`${site}/sign-in/verify?token=`);
});

test.each<Type>(["recovery", "magiclink", "signup"])("the token of a service's %s link works once", async (type) => {
  const { email, token } = await makeLink(type);
  const use = () => callAuth(home, "POST", "/verify", { type, token_hash: token });
  const { status, body } = await use();
  expect(status).toBe(200);
  expect((await use()).body).toMatchObject({ code: "otp_expired" });
  expect((await signIn(home, email)).status).toBe(200);
  const access = { token: String(body.access_token) };
  const set = await callAuth(home, "PUT", "/user", { password: "some other words" }, access);
  // Only who recovers the account needs not know the password.
  expect(set.status).toBe(type === "recovery" ? 200 : 400);
});

test("a link that anybody can ask for does not begin as a service's [S-164]", async () => {
  const { email } = await confirmedUser(home);
  await callAuth(home, "POST", "/recover", { email });
  const { link } = await newestMail(home, email);
  expect(link.pathname).toBe("/auth/v1/verify");
  const token = String(link.searchParams.get("token"));
  expect(token).toMatch(/^[\w-]{43}$/);
  const body = { type: "recovery", token_hash: `service_${token}` };
  expect((await callAuth(home, "POST", "/verify", body)).body).toMatchObject({ code: "otp_expired" });
});

test("the code of a new address confirms no other: a service may have changed its mind", async () => {
  const { email } = await confirmedUser(home);
  const ask = async (newAddress: string) => {
    const asked = { type: "email_change_new", email, new_email: newAddress };
    const { body } = await callAuth(home, "POST", "/admin/generate_link", asked, { token: service.token });
    return () => callAuth(home, "POST", "/verify", { type: "email_change", token_hash: body.hashed_token });
  };
  const [useFirst, useSecond] = [await ask(newEmail()), await ask(newEmail())];
  expect(await useFirst()).toMatchObject({ status: 403, body: { code: "otp_expired" } });
  expect((await useSecond()).status).toBe(200);
});
