import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import type { Db } from "#server/db/db.ts";
import type { CodePurpose } from "#server/db/schema.ts";
import type { AppContext } from "#server/http/context.ts";
import { getCachedSettings } from "#server/settings/settings.service.ts";
import type { AuthMail } from "./auth-mail-templates.tsx";
import { deleteMailJob, hastenMailJob, insertMailJob, isCodeOutstanding } from "./mail-queue.store.ts";

/** A mail of sign-in on its way. */
export interface QueuedMail {
  to: string;
  mail: AuthMail;
  /** What the mail's code is for; null for a mail without a code. */
  purpose: CodePurpose | null;
}

/** In this time the server that queued a mail has sent it or given up; then it is everybody's. */
const headStartSeconds = 60;
/** News about an account are worth sending for so long; a mail with a code as long as the code or its link works. */
const newsHoursMax = 72;

const Payload = z.object({ id: z.string(), queuedAt: z.coerce.date(), sealed: z.base64() });

/**
 * Queues a mail, which `sendQueuedMail` then sends; a caller in a transaction calls that after the commit. If the mail server
 * does not take it, or this process ends, the job `sendAuthMail` goes on: after seconds at first, then ever more slowly, until
 * nobody needs the mail any more. The queue holds it encrypted with the server's secret, since it may hold a way into an account.
 * A mail may arrive twice, never not at all.
 *
 * @returns The job's id.
 */
export async function queueAuthMail(app: AppContext, db: Db, queued: QueuedMail): Promise<string> {
  const id = randomUUID();
  const sealed = app.secrets.seal(Buffer.from(JSON.stringify(queued)), toSealContext(id)).toString("base64");
  const payload = { id, queuedAt: app.clock.now(), sealed };
  return insertMailJob(db, payload, headStartSeconds);
}

/**
 * Sends a mail that is queued.
 *
 * @throws what the mail server or the database answers; the mail stays queued
 */
export async function sendQueuedMail(
  app: AppContext,
  log: FastifyBaseLogger,
  jobId: string,
  queued: QueuedMail,
): Promise<void> {
  try {
    await deliver(app, log, queued);
  } catch (error) {
    await hastenMailJob(app.db, jobId);
    throw error;
  }
  await deleteMailJob(app.db, jobId);
}

/** The job behind `queueAuthMail`. @throws what the mail server answers, so that the job is repeated */
export async function sendAuthMail(app: AppContext, log: FastifyBaseLogger, payload: unknown): Promise<void> {
  const { id, queuedAt, sealed } = Payload.parse(payload);
  const opened = app.secrets.open(Buffer.from(sealed, "base64"), toSealContext(id));
  if (opened === null) {
    log.error("a queued mail was encrypted with another AUTH_SECRET and is dropped");
    return;
  }
  const queued = JSON.parse(opened.toString()) as QueuedMail;
  if (await isNeeded(app, queued, queuedAt)) await deliver(app, log, queued);
  else log.warn({ kind: queued.mail.kind }, "a queued mail is too late and is dropped");
}

const toSealContext = (id: string) => `queued mail ${id}`;

/** Whether the mail's code or link still works; a newer mail's code replaces the older one's. */
async function isNeeded(app: AppContext, { to, purpose }: QueuedMail, queuedAt: Date): Promise<boolean> {
  const now = app.clock.now();
  if (purpose !== null) return isCodeOutstanding(app.db, { purpose, recipient: to, queuedAt, now });
  return now.getTime() < queuedAt.getTime() + newsHoursMax * 3_600_000;
}

/** Hands a mail to the mail server; one that the server refuses for good is logged and dropped. */
async function deliver(app: AppContext, log: FastifyBaseLogger, { to, mail }: QueuedMail): Promise<void> {
  // Loaded at the first mail: the templates' libraries take as long as the rest of the start.
  const { renderAuthMail } = await import("./auth-mail-templates.tsx");
  const { siteName } = await getCachedSettings(app);
  try {
    await app.mail.send({ to, ...(await renderAuthMail(mail, siteName, app.config.auth.codes)) });
  } catch (error) {
    if (!isRefusedForGood(error as { code?: string; responseCode?: number })) throw error;
    log.warn({ err: error, kind: mail.kind }, "a mail was refused by the mail server and is dropped");
  }
}

/** Whether the mail server knows that this recipient does not exist (a 5xx reply to the envelope, RFC 5321). */
const isRefusedForGood = ({ code, responseCode = 0 }: { code?: string; responseCode?: number }) =>
  code === "EENVELOPE" && responseCode >= 500;
