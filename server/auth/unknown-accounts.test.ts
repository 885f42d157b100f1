import { expect, test } from "vitest";
import { call, confirmedUser, newEmail, signIn, signUp } from "#server/testing/sign-in-wire.ts";
import { testApp } from "#server/testing/test-app.ts";

const on = await testApp();
const off = await testApp({ settings: { AUTH_MAIL_AUTOCONFIRM: "off" } });

test("security.md 8: nobody can tell a known address from an unknown one", async () => {
  const { email: known } = await confirmedUser(off);
  const unknown = newEmail();
  const shape = (value: unknown): unknown =>
    value !== null && typeof value === "object"
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]))
      : typeof value === "string" && /^[0-9a-f-]{36}$|^\d{4}-.*Z$/.test(value)
        ? "varies"
        : value;
  const same = async (ask: (email: string) => ReturnType<typeof call>) => {
    const [first, second] = [await ask(known), await ask(unknown)];
    expect(first.status).toBe(second.status);
    expect(JSON.stringify(shape(first.body)).replaceAll(known, "…")).toBe(
      JSON.stringify(shape(second.body)).replaceAll(unknown, "…"),
    );
  };
  await same((email) => signIn(off, email, "wrong password"));
  await same((email) => call(off, "POST", "/recover", { email }));
  await same((email) => call(off, "POST", "/otp", { email, create_user: false }));
  await same((email) => call(off, "POST", "/resend", { type: "signup", email }));
  await same((email) => call(off, "POST", "/verify", { type: "recovery", email, token: "000000" }));
  await same((email) => signUp(off, email, "a perfectly good one"));
});

test("security.md 8: an unknown account takes as long as a wrong password", async () => {
  const { email } = await confirmedUser(on);
  const measure = async (address: string) => {
    const start = performance.now();
    await signIn(on, address, "wrong password");
    return performance.now() - start;
  };
  const [known, unknown]: number[][] = [[], []];
  for (let round = 0; round < 8; round += 1) {
    known?.push(await measure(email));
    unknown?.push(await measure(newEmail()));
  }
  const fastest = (times: number[] = []) => Math.min(...times);
  // Without a decoy hash the unknown one would take a tenth.
  expect(fastest(unknown)).toBeGreaterThan(fastest(known) * 0.5);
});
