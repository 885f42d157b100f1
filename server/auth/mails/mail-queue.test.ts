import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { startJobs } from "#server/jobs.ts";
import { createOutbox } from "#server/outside/outbox.ts";
import { forgetSettings } from "#server/settings/settings.service.ts";
import { authClientOf } from "#server/testing/auth-client.ts";
import { movableClock } from "#server/testing/clock.ts";
import { testApp } from "#server/testing/test-app.ts";
import { flushMails } from "./auth-mails.service.ts";
import { renderAuthMail } from "./auth-mail-templates.tsx";
import { sendAuthMail } from "./mail-queue.service.ts";

const password = "violet teapots everywhere";
const outbox = createOutbox();
/** What the mail server answers instead of taking a mail. */
let trouble: Error | null = null;
let attempts = 0;
const mail = {
  async send(message: { to: string; subject: string; text: string; html: string }) {
    attempts += 1;
    if (trouble) throw trouble;
    outbox.add({ kind: "mail", ...message });
  },
  close: () => undefined,
};
const clock = movableClock();
const { fastify, app } = await testApp({
  settings: { AUTH_MAIL_AUTOCONFIRM: "off", AUTH_MAIL_RESEND_SECONDS: "1" },
  app: { mail, outbox, clock },
});
afterAll(() => flushMails(app));

let made = 0;
const newEmail = () => `queue-${(made += 1)}@example.com`;
const refused = (code: string, responseCode?: number) => Object.assign(new Error("refused"), { code, responseCode });
const sentTo = (email: string) => outbox.list().filter((item) => item.to === email);
const codeIn = (text = "") => /\b(\d{6})\b/.exec(text)?.[1] ?? "";

interface QueuedJob {
  payload: { sealed: string };
  isDue: boolean;
}
async function listQueue(): Promise<QueuedJob[]> {
  const { rows } = await app.pool.query<QueuedJob>(
    `select j.payload, j.run_at <= now() as "isDue" from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'sendAuthMail' order by j.id`,
  );
  return rows;
}
/** What a worker does with a job. */
const work = async ({ payload }: QueuedJob) => sendAuthMail(app, fastify.log, payload);

beforeEach(async () => {
  trouble = null;
  attempts = 0;
  await app.pool.query("delete from graphile_worker._private_jobs");
});

test("a mail that the mail server takes leaves nothing in the queue", async () => {
  const email = newEmail();
  await authClientOf(fastify).signUp({ email, password });
  await flushMails(app);
  expect(sentTo(email)).toHaveLength(1);
  expect(await listQueue()).toEqual([]);
});

test("a mail outlives trouble of the mail server and the server process; its code works [S-80]", async () => {
  const email = newEmail();
  trouble = refused("ECONNECTION");
  const client = authClientOf(fastify);
  expect((await client.signUp({ email, password })).error).toBeNull();
  await flushMails(app);
  expect(sentTo(email)).toEqual([]);
  expect(await listQueue()).toMatchObject([{ isDue: true }]);

  trouble = null;
  const worker = await startJobs(app, fastify.log);
  await expect.poll(() => sentTo(email).length, { timeout: 10_000 }).toBe(1);
  await expect.poll(listQueue, { timeout: 10_000 }).toEqual([]);
  await worker.stop();
  const code = codeIn(sentTo(email)[0]?.text);
  expect((await client.verifyOtp({ email, token: code, type: "email" })).error).toBeNull();
});

test("the queue shows neither recipient nor code nor link, and opens with the server's secret only [S-80]", async () => {
  const email = newEmail();
  trouble = refused("ETIMEDOUT");
  await authClientOf(fastify).signUp({ email, password });
  await flushMails(app);
  const [job] = await listQueue();
  if (!job) throw new Error("nothing was queued");
  const opaque = JSON.stringify(job.payload) + Buffer.from(job.payload.sealed, "base64").toString("latin1");
  for (const part of [email, "queue-", "verify?token", "confirm"]) expect(opaque).not.toContain(part);

  trouble = null;
  const other = await testApp({
    settings: { AUTH_SECRET: Buffer.alloc(32, 8).toString("base64") },
    app: { mail, outbox },
  });
  await sendAuthMail(other.app, fastify.log, job.payload);
  expect(sentTo(email)).toEqual([]);
  await work(job);
  expect(sentTo(email)).toHaveLength(1);
});

test("a change of an account and the mail about it happen together or not at all [S-80]", async () => {
  const email = newEmail();
  const client = authClientOf(fastify);
  await client.signUp({ email, password });
  await flushMails(app);
  await client.verifyOtp({ email, token: codeIn(sentTo(email)[0]?.text), type: "email" });
  const change = () => client.updateUser({ password: "other words entirely", current_password: password });
  const canSignIn = async (typed: string) =>
    (await authClientOf(fastify).signInWithPassword({ email, password: typed })).error === null;
  await app.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no room for jobs'; end $$;
    create trigger refuse before insert on graphile_worker._private_jobs execute function refuse()`);
  expect((await change()).error).not.toBeNull();
  await flushMails(app);
  await app.pool.query("drop function refuse cascade");
  expect([await canSignIn(password), sentTo(email).length]).toEqual([true, 1]);

  expect((await change()).error).toBeNull();
  await flushMails(app);
  expect(sentTo(email)[0]?.subject).toBe("Your Fash password was changed");
  expect([await canSignIn("other words entirely"), await listQueue()]).toEqual([true, []]);
});

test("of several queued codes only the newest is sent, and none that has been used", async () => {
  const email = newEmail();
  trouble = refused("ECONNECTION");
  const client = authClientOf(fastify);
  await client.signUp({ email, password });
  clock.advance(2);
  await client.resend({ type: "signup", email });
  await flushMails(app);
  trouble = null;
  const queue = await listQueue();
  expect(queue).toHaveLength(2);
  for (const job of queue) await work(job);
  expect(sentTo(email)).toHaveLength(1);
  const code = codeIn(sentTo(email)[0]?.text);
  expect((await client.verifyOtp({ email, token: code, type: "email" })).error).toBeNull();
  for (const job of queue) await work(job);
  expect(sentTo(email)).toHaveLength(1);
});

test("a queued mail is dropped when its link has expired", async () => {
  const email = newEmail();
  trouble = refused("ECONNECTION");
  await authClientOf(fastify).signUp({ email, password });
  await flushMails(app);
  trouble = null;
  const [job] = await listQueue();
  clock.advance(25 * 3_600);
  if (job) await work(job);
  expect([attempts, sentTo(email).length]).toEqual([1, 0]);
});

test("an address that the mail server does not know is not tried again; other refusals are", async () => {
  trouble = refused("EENVELOPE", 550);
  await authClientOf(fastify).signUp({ email: newEmail(), password });
  await flushMails(app);
  expect(await listQueue()).toEqual([]);
  for (const passing of [refused("EENVELOPE", 451), refused("EAUTH", 535)]) {
    trouble = passing;
    await authClientOf(fastify).signUp({ email: newEmail(), password });
    await flushMails(app);
  }
  expect(await listQueue()).toHaveLength(2);
});

test("the mail with a confirmation code tells the owner of an account that somebody else uses what to do", async () => {
  const { text, html } = await renderAuthMail(
    { kind: "reauthenticate", code: "123456" },
    "Fash",
    app.config.auth.codes,
  );
  for (const form of [text, html]) {
    expect(form.replaceAll(/\s+/g, " ")).toContain("someone else is signed in to your account");
    expect(form.replaceAll(/\s+/g, " ")).toContain("set a new password right away");
    expect(form).not.toContain("ignore");
  }
});

test("an alert about a way in that a new password does not close says what does", async () => {
  const textOf = async (what: "factor_added" | "phone_changed" | "identity_linked") => {
    const mail = { kind: "security_alert", what, where: "here" } as const;
    return (await renderAuthMail(mail, "Fash", app.config.auth.codes)).text.replaceAll(/\s+/g, " ");
  };
  expect(await textOf("factor_added")).toContain("write to us: we remove it");
  expect(await textOf("phone_changed")).toContain("write to us: we remove it");
  expect(await textOf("identity_linked")).toContain("disconnect it under Security in your settings");
});

test("a mail says how long its link and its code work", async () => {
  const mail = { kind: "recover", link: "http://localhost:3000/verify", code: "123456" } as const;
  const textFor = async (lifetimes: { mail: number; confirmLink: number; recoveryLink: number }) =>
    (await renderAuthMail(mail, "Fash", lifetimes)).text.replaceAll(/\s+/g, " ");
  const usual = await textFor(app.config.auth.codes);
  expect(usual).toContain("It works once, for an hour.");
  expect(usual).toContain("It works for 10 minutes.");
  const other = await textFor({ mail: 300, confirmLink: 86_400, recoveryLink: 7_200 });
  expect(other).toContain("It works once, for 2 hours.");
  expect(other).toContain("It works for 5 minutes.");
});

test("mails and text messages name the site as its settings do", async () => {
  await app.db
    .insertInto("site_settings")
    .values({ key: "siteName", value: JSON.stringify("Looks $& Co") })
    .execute();
  forgetSettings(app);
  onTestFinished(async () => {
    await app.db.deleteFrom("site_settings").where("key", "=", "siteName").execute();
    forgetSettings(app);
  });
  const email = newEmail();
  await authClientOf(fastify).signUp({ email, password });
  await flushMails(app);
  const [sent] = sentTo(email);
  expect(sent).toMatchObject({ kind: "mail", subject: "Confirm your email for Looks $& Co" });
  expect(JSON.stringify(sent)).not.toContain("Fash");
});
