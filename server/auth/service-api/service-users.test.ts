import { describe, expect, test } from "vitest";
import { callAuth, confirmedUser, goodPassword, newEmail, newestMail, serviceKey } from "#server/testing/auth-api.ts";
import { buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { tokenFor } from "#server/testing/tokens.ts";

const service = await serviceKey();
const home = await testApp({ settings: { AUTH_VERIFICATION_KEYS: service.setting } });
const admin = (method: "POST" | "PUT" | "DELETE", path: string, body?: object) =>
  callAuth(home, method, `/admin/users${path}`, body, { token: service.token });

test("a service neither bans nor deletes the last admin [S-68]", async () => {
  const last = await buildUser(home.db, { role: "admin" });
  const others = await home.db
    .selectFrom("user_roles")
    .select("user_id")
    .where("role", "=", "admin")
    .where("user_id", "<>", last.id)
    .execute();
  expect(others).toEqual([]);
  const refused = { status: 422, body: { code: "validation_failed", message: expect.stringContaining("last admin") } };
  expect(await admin("PUT", `/${last.id}`, { ban_duration: "1h", user_metadata: { a: 1 } })).toMatchObject(refused);
  expect(await admin("DELETE", `/${last.id}`)).toMatchObject(refused);
  const { banned_until, user_metadata } = await home.db
    .selectFrom("auth.users")
    .selectAll()
    .where("id", "=", last.id)
    .executeTakeFirstOrThrow();
  expect([banned_until, user_metadata["a"]]).toEqual([null, undefined]);
  expect((await admin("PUT", `/${last.id}`, { ban_duration: "none" })).status).toBe(200);
  await buildUser(home.db, { role: "admin" });
  expect((await admin("PUT", `/${last.id}`, { ban_duration: "1h" })).status).toBe(200);
  expect((await admin("DELETE", `/${last.id}`)).status).toBe(200);
});

test("the owner gets a mail about a password that a service set, without where the service is [S-16]", async () => {
  const { email, id } = await confirmedUser(home);
  expect((await admin("PUT", `/${id}`, { password: "some other words" })).status).toBe(200);
  const mail = await newestMail(home, email);
  expect(mail.subject).toBe("Your Fash password was changed");
  expect(mail.text).not.toContain("127.0.0.1");
  const first = newEmail();
  const made = await admin("POST", "", { email: first, email_confirm: true });
  expect((await admin("PUT", `/${made.body.id}`, { password: "some other words" })).status).toBe(200);
  expect((await newestMail(home, first)).subject).toBe("A password was set for your Fash account");
});

test("identities follow the address and the number that a service sets", async () => {
  const made = await admin("POST", "", { phone: "15550601", phone_confirm: true });
  const { id } = made.body;
  const email = newEmail();
  const identitiesAfter = async (change: object) => {
    const { body } = await admin("PUT", `/${id}`, change);
    return (body.identities as { provider: string; identity_data: object }[]).map((identity) => [
      identity.provider,
      identity.identity_data,
    ]);
  };
  expect(await identitiesAfter({ phone: "15550602" })).toEqual([
    ["phone", expect.objectContaining({ phone: "15550602", phone_verified: false })],
  ]);
  expect(await identitiesAfter({ email, phone_confirm: true })).toEqual([
    ["phone", expect.objectContaining({ phone: "15550602", phone_verified: true })],
    ["email", expect.objectContaining({ sub: id, email, email_verified: false })],
  ]);
  expect(await identitiesAfter({ email_confirm: true, password: goodPassword })).toEqual([
    ["phone", expect.anything()],
    ["email", expect.objectContaining({ email, email_verified: true })],
  ]);
});

test("an address that a service only sets is not verified, although the one before was", async () => {
  const { id, email: first } = await confirmedUser(home);
  const second = newEmail();
  const identityAfter = async (change: object) => {
    const { body } = await admin("PUT", `/${id}`, change);
    return body.identities.map((identity: { identity_data: object }) => identity.identity_data);
  };
  const of = (email: string, isVerified: boolean) => [expect.objectContaining({ email, email_verified: isVerified })];
  expect(await identityAfter({ email: first })).toEqual(of(first, true));
  for (const change of [{ email: second }, { email: second }, { password: "some other words" }, { email: second }]) {
    expect(await identityAfter(change)).toEqual(of(second, false));
  }
  expect(await identityAfter({ email: first, email_confirm: true })).toEqual(of(first, true));
});

describe("what a service only set is no way in that could be left alone", () => {
  const unlinked = async (id: string, provider: "email" | "phone") => {
    const token = await tokenFor(home.app, id);
    const { identities } = (await callAuth(home, "GET", "/user", undefined, { token })).body;
    const { identity_id: identityId } = identities.find((known: { provider: string }) => known.provider === provider);
    const { body } = await callAuth(home, "DELETE", `/user/identities/${identityId}`, undefined, { token });
    return body.code ?? "unlinked";
  };
  const refused = "single_identity_not_deletable";

  test("an address that was never confirmed, with a password or without", async () => {
    const { id } = (await admin("POST", "", { phone: "15550611", phone_confirm: true })).body;
    await admin("PUT", `/${id}`, { email: newEmail() });
    expect(await unlinked(id, "phone")).toBe(refused);
    await admin("PUT", `/${id}`, { password: goodPassword });
    expect(await unlinked(id, "phone")).toBe(refused);
    await admin("PUT", `/${id}`, { email_confirm: true });
    expect(await unlinked(id, "phone")).toBe("unlinked");
  });

  test("the unconfirmed address itself may go", async () => {
    const { id } = (await admin("POST", "", { phone: "15550612", phone_confirm: true })).body;
    await admin("PUT", `/${id}`, { email: newEmail() });
    expect(await unlinked(id, "email")).toBe("unlinked");
  });

  test("an address in place of a confirmed one, unless there is a password", async () => {
    const known = { email: newEmail(), email_confirm: true, phone: "15550613", phone_confirm: true };
    const { id } = (await admin("POST", "", known)).body;
    await admin("PUT", `/${id}`, { email: newEmail() });
    expect(await unlinked(id, "phone")).toBe(refused);
    await admin("PUT", `/${id}`, { password: goodPassword });
    expect(await unlinked(id, "phone")).toBe("unlinked");
  });

  test("a number in place of a confirmed one, also with the password that goes with the address", async () => {
    const known = {
      email: newEmail(),
      email_confirm: true,
      password: goodPassword,
      phone: "15550614",
      phone_confirm: true,
    };
    const { id } = (await admin("POST", "", known)).body;
    await admin("PUT", `/${id}`, { phone: "15550615" });
    expect(await unlinked(id, "email")).toBe(refused);
    await admin("PUT", `/${id}`, { phone_confirm: true });
    expect(await unlinked(id, "email")).toBe("unlinked");
  });
});
