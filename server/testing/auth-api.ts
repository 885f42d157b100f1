import { randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { Secret, TOTP } from "otpauth";
import { flushMails } from "#server/auth/mails/auth-mails.service.ts";
import type { Clock } from "#server/lib/clock.ts";
import type { TestApp } from "./test-app.ts";

export const goodPassword = "violet teapots everywhere";
export const newEmail = () => `${randomUUID()}@example.com`;

interface Sent {
  token?: string | undefined;
  ip?: string;
  headers?: Record<string, string>;
}
type Method = "GET" | "POST" | "PUT" | "DELETE";

/** A request to the sign-in API, as a current client sends it. */
export async function callAuth({ fastify }: TestApp, method: Method, path: string, body?: unknown, sent: Sent = {}) {
  const answer = await fastify.inject({
    method,
    url: `/auth/v1${path}`,
    headers: {
      "x-supabase-api-version": "2024-01-01",
      ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
      ...sent.headers,
    },
    ...(body === undefined ? {} : { payload: body as object }),
    ...(sent.ip ? { remoteAddress: sent.ip } : {}),
  });
  return { status: answer.statusCode, body: answer.body === "" ? null : answer.json(), headers: answer.headers };
}

export const signUp = (home: TestApp, email: string, password = goodPassword, data = {}) =>
  callAuth(home, "POST", "/signup", { email, password, data });
export const signIn = (home: TestApp, email: string, password = goodPassword, sent?: Sent) =>
  callAuth(home, "POST", "/token?grant_type=password", { email, password }, sent);
export const refresh = (home: TestApp, refreshToken: string) =>
  callAuth(home, "POST", "/token?grant_type=refresh_token", { refresh_token: refreshToken });

/** The newest mail to this address, after all are sent. */
export async function newestMail(home: TestApp, to: string) {
  await flushMails(home.app);
  const item = home.app.outbox.list().find((sent) => sent.to === to);
  const text = item?.text ?? "";
  return {
    subject: item?.subject ?? "",
    text,
    code: /\b(\d{6})\b/.exec(text)?.[1] ?? "",
    link: new URL(/http\S+\/verify\S+/.exec(text)?.[0] ?? "about:blank"),
  };
}

/** The code of the newest text message; mails of earlier steps may arrive after it. */
export const textedCode = (home: TestApp) => {
  const message = home.app.outbox.list().find(({ kind }) => kind === "sms");
  return /^(\d{4,6}) /.exec(message?.text ?? "")?.[1] ?? "";
};

/** A member whose address is confirmed, signed in. */
export async function confirmedUser(home: TestApp, email = newEmail()) {
  const { body } = await signUp(home, email);
  if (body.access_token) return { email, token: String(body.access_token), id: String(body.user.id), session: body };
  const { code } = await newestMail(home, email);
  const verified = await callAuth(home, "POST", "/verify", { type: "signup", email, token: code });
  return {
    email,
    token: String(verified.body.access_token),
    id: String(verified.body.user.id),
    session: verified.body,
  };
}

/** Adds an authenticator to the account; returns its codes and the session at aal2. */
export async function addTotp(home: TestApp, clock: Clock, token: string) {
  const enrolled = await callAuth(
    home,
    "POST",
    "/factors",
    { factor_type: "totp", friendly_name: randomUUID() },
    { token },
  );
  const totp = new TOTP({ secret: Secret.fromBase32(enrolled.body.totp.secret) });
  const code = () => totp.generate({ timestamp: clock.now().getTime() });
  const verified = await answerTotp(home, token, enrolled.body.id, code());
  return {
    id: String(enrolled.body.id),
    secret: String(enrolled.body.totp.secret),
    code,
    token: String(verified.body.access_token),
    session: verified.body,
  };
}

/** Challenges the factor and verifies it. */
export async function answerTotp(home: TestApp, token: string, id: string, code: string) {
  const challenge = await callAuth(home, "POST", `/factors/${id}/challenge`, {}, { token });
  return callAuth(home, "POST", `/factors/${id}/verify`, { challenge_id: challenge.body.id, code }, { token });
}

/** A key of a trusted service: the setting that accepts it, and tokens that it signs. */
export async function serviceKey() {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  const publicJwk = { ...(await exportJWK(publicKey)), alg: "RS256" };
  const sign = (claims: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256" }).sign(privateKey);
  return {
    setting: JSON.stringify([publicJwk]),
    publicKey,
    sign,
    token: await sign({ role: "service_role" }),
  };
}
