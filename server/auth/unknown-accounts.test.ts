import { expect, test } from "vitest";
import { flushMails } from "#server/auth/mails/auth-mails.service.ts";
import { callAuth, confirmedUser, newEmail, newestMail, signIn, signUp, textedCode } from "#server/testing/auth-api.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";

const on = await testApp();
const off = await testApp({ settings: { AUTH_MAIL_AUTOCONFIRM: "off" } });
const limited = await testApp({ settings: { AUTH_MAIL_AUTOCONFIRM: "off", RATE_LIMITS: "on" } });

test("nobody can tell a known address from an unknown one [S-8]", async () => {
  const { email: known } = await confirmedUser(off);
  const unknown = newEmail();
  const shape = (value: unknown): unknown =>
    value !== null && typeof value === "object"
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]))
      : typeof value === "string" && /^[0-9a-f-]{36}$|^\d{4}-.*Z$/.test(value)
        ? "varies"
        : value;
  const same = async (ask: (email: string) => ReturnType<typeof callAuth>) => {
    const [first, second] = [await ask(known), await ask(unknown)];
    expect(first.status).toBe(second.status);
    expect(JSON.stringify(shape(first.body)).replaceAll(known, "…")).toBe(
      JSON.stringify(shape(second.body)).replaceAll(unknown, "…"),
    );
  };
  await same((email) => signIn(off, email, "wrong password"));
  await same((email) => callAuth(off, "POST", "/recover", { email }));
  await same((email) => callAuth(off, "POST", "/otp", { email, create_user: false }));
  await same((email) => callAuth(off, "POST", "/resend", { type: "signup", email }));
  await same((email) => callAuth(off, "POST", "/verify", { type: "recovery", email, token: "000000" }));
  await same((email) => signUp(off, email, "a perfectly good one"));
});

test("only the mailbox learns that a sign-up was for an account that exists", async () => {
  for (const ask of [
    (email: string) => signUp(off, email, "another set of words"),
    (email: string) => callAuth(off, "POST", "/resend", { type: "signup", email }),
  ]) {
    const { email } = await confirmedUser(off);
    expect((await ask(email)).status).toBe(200);
    const mail = await newestMail(off, email);
    expect([mail.subject, mail.code]).toEqual(["You already have an account on Fash", ""]);
  }
});

test("an unknown account takes as long as a wrong password [S-8]", async () => {
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

/** Keeps every write of a kind waiting for as long as `work` takes. */
async function whileLocked<T>(home: TestApp, tables: string, work: () => Promise<T>): Promise<T> {
  const client = await home.app.pool.connect();
  await client.query(`begin; lock table ${tables} in share row exclusive mode`);
  const result = await work();
  await client.query("rollback");
  client.release();
  await flushMails(home.app);
  return result;
}

test("no answer waits for what only a known address needs [S-8]", async () => {
  const { email } = await confirmedUser(off);
  const waiting = newEmail();
  await signUp(off, waiting);
  await flushMails(off.app);
  const answers = await whileLocked(off, "auth.one_time_codes, auth.audit, auth.users, auth.flows", () =>
    Promise.all([
      callAuth(off, "POST", "/recover", { email }),
      callAuth(off, "POST", "/otp", { email, create_user: false }),
      callAuth(off, "POST", "/otp", { email }),
      callAuth(off, "POST", "/resend", { type: "signup", email: waiting }),
      callAuth(off, "POST", "/resend", { type: "sms", phone: "15550108" }),
    ]),
  );
  expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(answers.map(() => ({ status: 200, body: {} })));
  expect(off.app.outbox.list().filter((item) => item.to === email)).not.toHaveLength(0);
});

/** How many statements of each kind a call sends before its answer. */
async function statementsOf(home: TestApp, work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const originals = new Map<object, (...args: unknown[]) => unknown>();
  const watch = (client: { query: (...args: never[]) => unknown }) => {
    if (originals.has(client)) return;
    const original = client.query.bind(client) as (...args: unknown[]) => unknown;
    originals.set(client, original);
    client.query = (...args: never[]) => {
      const [first] = args as unknown as [{ text?: string } | string];
      sent.push(
        /^\W*(\w+(?: into| from)? ?[\w".]*)/.exec(typeof first === "string" ? first : (first.text ?? ""))?.[1] ?? "",
      );
      return original(...args);
    };
  };
  home.app.pool.on("acquire", watch as never);
  await work();
  home.app.pool.off("acquire", watch as never);
  for (const [client, original] of originals) Object.assign(client, { query: original });
  return sent;
}

test("a sign-up takes the same steps for a new, a waiting and a known address [S-8]", async () => {
  const { email: known } = await confirmedUser(off);
  const waiting = newEmail();
  await signUp(off, waiting);
  await flushMails(off.app);
  const steps = async (email: string) => {
    const all = await statementsOf(off, () => signUp(off, email));
    return all.filter((step) => /^(insert|begin|select|update)/i.test(step)).length;
  };
  const [fresh, again, taken] = [await steps(newEmail()), await steps(waiting), await steps(known)];
  expect(fresh).toBeGreaterThan(5);
  expect(Math.abs(again - fresh)).toBeLessThanOrEqual(2);
  expect(Math.abs(taken - fresh)).toBeLessThanOrEqual(2);
  // The simulation left nothing behind.
  const { rows } = await off.app.pool.query("select 1 from auth.users where email like '%simulated%'");
  expect(rows).toEqual([]);
});

test("a sign-in after a sign-up answers alike for known and unknown addresses and numbers [S-8]", async () => {
  const { email: known } = await confirmedUser(off);
  const other = "a password of somebody else";
  for (const email of [known, newEmail()]) {
    expect((await signUp(off, email, other)).status).toBe(200);
    expect((await signIn(off, email, other)).body).toMatchObject({ code: "email_not_confirmed" });
    expect((await signIn(off, email, "a third password")).body).toMatchObject({ code: "invalid_credentials" });
  }
  expect((await signIn(off, known)).status).toBe(200);
  const byPhone = (path: string, phone: string, password: string) => callAuth(off, "POST", path, { phone, password });
  await byPhone("/signup", "15550189", "violet teapots everywhere");
  await callAuth(off, "POST", "/verify", { type: "sms", phone: "15550189", token: textedCode(off) });
  for (const phone of ["15550189", "15550190"]) {
    expect((await byPhone("/signup", phone, other)).status).toBe(200);
    expect((await byPhone("/token?grant_type=password", phone, other)).body).toMatchObject({
      code: "phone_not_confirmed",
    });
  }
});

test("the same sign-up again is one mail, for known and unknown addresses [S-8]", async () => {
  const { email: known } = await confirmedUser(limited);
  for (const email of [known, newEmail()]) {
    for (let round = 0; round < 6; round += 1) {
      await limited.app.pool.query("delete from rate_limits where key like '%PerAddress%'");
      expect((await signUp(limited, email)).status).toBe(200);
    }
  }
});

test("signing up again shows the same id, no matter whose the address is [S-8]", async () => {
  const { email: known, id } = await confirmedUser(off);
  const unknown = newEmail();
  for (const email of [known, unknown]) {
    const ids = [await signUp(off, email), await signUp(off, email)].map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(ids[0]).not.toBe(id);
  }
});

test("a phone that is signed up again gets a code that opens the account it has [S-8]", async () => {
  const phone = "15550188";
  const sign = () => callAuth(off, "POST", "/signup", { phone, password: "violet teapots everywhere" });
  const first = await sign();
  const confirmed = await callAuth(off, "POST", "/verify", { type: "sms", phone, token: textedCode(off) });
  const second = await sign();
  expect({ ...second.body, id: "" }).toEqual({
    ...first.body,
    id: "",
    ...Object.fromEntries(
      ["created_at", "updated_at", "confirmation_sent_at"].map((name) => [name, second.body[name]]),
    ),
  });
  const opened = await callAuth(off, "POST", "/verify", { type: "sms", phone, token: textedCode(off) });
  expect(opened.body.user.id).toBe(confirmed.body.user.id);
});

test("the hour's limit of mails answers alike for known and unknown [S-8]", async () => {
  const { email: known } = await confirmedUser(limited);
  for (const email of [known, newEmail()]) {
    await limited.app.pool.query("delete from rate_limits where key not like '%Recipient%'");
    const exhaust = async (paths: string[]) => {
      for (const path of paths) {
        await callAuth(limited, "POST", path, { email, type: "signup", create_user: false });
        await limited.app.pool.query("delete from rate_limits where key like '%Resend%'");
      }
    };
    const refused = { status: 429, body: { code: "over_email_send_rate_limit" } };
    await exhaust(["/recover", "/otp", "/recover", "/otp", "/recover"]);
    expect(await callAuth(limited, "POST", "/recover", { email })).toMatchObject(refused);
    await exhaust(["/resend", "/resend", "/resend", "/resend", "/resend"]);
    expect(await signUp(limited, email)).toMatchObject(refused);
  }
});
