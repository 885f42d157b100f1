import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import type { FastifyBaseLogger } from "fastify";
import type { AccountData } from "#contract/account.ts";
import { dayMs, hourMs } from "#contract/durations.ts";
import { limits } from "#contract/limits.ts";
import { lockUser } from "#server/auth/accounts/accounts.service.ts";
import { requireRecentSignIn } from "#server/auth/reauthentication/reauthentication.service.ts";
import { lockRole } from "#server/auth/roles/roles.service.ts";
import { deleteSessions } from "#server/auth/sessions/sessions.service.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { readRange } from "#server/http/byte-range.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { spendLimit } from "#server/http/rate-limit.ts";
import { requireMember } from "#server/http/require-member.ts";
import { fail, failField } from "#server/lib/app-error.ts";
import { newId } from "#server/lib/ids.ts";
import { type ByteRange, createRemovalGuard, removeEach } from "#server/outside/storage.ts";
import { queueProductMail } from "#server/product-mails/product-mails.service.ts";
import {
  deleteEndedExports,
  deleteRemovedFiles,
  type ExportRow,
  failExports,
  findExport,
  findNewestExport,
  insertDeletion,
  insertExport,
  listDueDeletions,
  listRemovedFiles,
  lockDueDeletion,
  lockUsername,
  postponeRemovedFiles,
} from "./account.store.ts";
import { eraseInSteps } from "./erasure-steps.service.ts";
import { eraseAccount } from "./erasure.service.ts";

/**
 * The caller's newest copy of their data.
 *
 * @throws auth.required
 */
export async function getAccountData(context: RequestContext): Promise<AccountData> {
  const { userId } = requireMember(context);
  const newest = await findNewestExport(context.db, userId);
  return { export: newest ? present(context, newest) : null };
}

function present(app: AppContext, row: ExportRow) {
  const endsAt = row.status === "ready" && row.ends_at && row.ends_at > app.clock.now() ? row.ends_at : null;
  return {
    id: row.id,
    status: row.status,
    bytes: row.bytes,
    endsAt: row.ends_at?.toISOString() ?? null,
    // Ended exports are deleted only some minutes later.
    downloadUrl: endsAt && exportPath(app, row.id, endsAt),
    createdAt: row.created_at.toISOString(),
  };
}

/**
 * Requests a copy of all the caller's data; a job builds it and a mail announces it.
 *
 * @throws auth.required, export.waiting, rate.limited
 */
export async function requestExport(context: RequestContext): Promise<AccountData> {
  const { userId } = requireMember(context);
  // Otherwise a second press would use up the day's other export.
  if ((await findNewestExport(context.db, userId))?.status === "waiting") fail("export.waiting");
  await spendLimit(context, "dataExports");
  await transact(context.db, async (tx) => {
    const isNew = await insertExport(tx, { id: newId(), userId, now: context.clock.now() });
    if (!isNew) fail("export.waiting");
  });
  return getAccountData(context);
}

/** Where an export can be downloaded until it ends, without signing in. */
export function exportPath(app: Pick<AppContext, "secrets">, id: string, endsAt: Date): string {
  return `/exports/${id}?until=${endsAt.getTime()}&signature=${sign(app, id, endsAt.getTime())}`;
}

const sign = (app: Pick<AppContext, "secrets">, id: string, untilMs: number) =>
  app.secrets.digest(`data export ${id} ${untilMs}`).toString("base64url");

/**
 * The file behind a signed link, or the part that the headers ask for: null, without bytes, if there is no such part. HEAD
 * has no parts, and no bytes.
 *
 * @throws export.not_found where the link is not ours, or its time is over
 */
export async function openExport(
  app: AppContext,
  given: { id: string; until: number; signature: string },
  { method, headers }: { method: string; headers: IncomingHttpHeaders },
): Promise<{ etag: string; sizeBytes: number; part: ByteRange | null | undefined; bytes: Readable | null }> {
  if (!isSigned(app, given) || given.until <= app.clock.now().getTime()) fail("export.not_found");
  const row = await findExport(app.db, given.id);
  if (row?.status !== "ready" || row.key === null || row.bytes === null) fail("export.not_found");
  const { key, bytes: sizeBytes } = row;
  const etag = `"${row.id}"`;
  const isHead = method === "HEAD";
  const part = isHead ? undefined : readRange(headers, { etag, sizeBytes });
  if (part === null) return { etag, sizeBytes, part, bytes: null };
  const wanted = isHead ? { start: 0, end: 0 } : part;
  const { bytes } = (await app.storage.read(key, wanted)) ?? fail("export.not_found");
  if (!isHead) return { etag, sizeBytes, part, bytes };
  bytes.destroy();
  return { etag, sizeBytes, part, bytes: Readable.from([]) };
}

function isSigned(
  app: AppContext,
  { id, until, signature }: { id: string; until: number; signature: string },
): boolean {
  const [expected, given] = [Buffer.from(sign(app, id, until)), Buffer.from(signature)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/**
 * Deletes the caller's account in 30 days and signs them out everywhere; signing in before then, with the second
 * step where there is one, restores it.
 *
 * @throws auth.required, auth.recent_sign_in_required, member.last_admin; request.invalid where the username is another
 */
export async function requestDeletion(
  context: RequestContext,
  { username }: { username: string },
): Promise<{ deleteAt: string }> {
  const { userId, sessionId } = requireMember(context);
  await requireRecentSignIn(context, sessionId);
  const now = context.clock.now();
  const deleteAt = new Date(now.getTime() + limits.accountDeletionDays * dayMs);
  await transact(context.db, async (tx) => {
    const isLastAdmin = (await lockRole(tx, userId)) === "last-admin";
    if ((await lockUsername(tx, userId)) !== username)
      failField("username", "Type your username exactly as it is shown");
    if (isLastAdmin) fail("member.last_admin");
    // A sign-in locks it, too: otherwise its session would outlive this. After the profile, as suspensions do.
    await lockUser(tx, userId);
    await deleteSessions(tx, userId);
    await insertDeletion(tx, userId, { now, deleteAt });
    await queueProductMail(tx, { kind: "deletion_scheduled", userId, path: "/auth" });
  });
  return { deleteAt: deleteAt.toISOString() };
}

const deletionsAtOnce = 20;

/** Erases the accounts whose 30 days are over; one that fails is logged and tried again by the next call. Returns how many. */
export async function eraseDueAccounts(app: AppContext, log: FastifyBaseLogger): Promise<number> {
  let erased = 0;
  for (const userId of await listDueDeletions(app.db, app.clock.now(), deletionsAtOnce)) {
    try {
      if (await eraseIfDue(app, userId)) erased += 1;
    } catch (error) {
      log.error({ err: error, userId }, "an account could not be erased");
    }
  }
  return erased;
}

async function eraseIfDue(app: AppContext, userId: string): Promise<boolean> {
  const transactIfDue = <T>(work: (tx: Tx) => Promise<T>): Promise<T | undefined> =>
    transact(app.db, async (tx) => {
      // The member may have become the last admin in the meantime; then the deletion is postponed.
      if ((await lockRole(tx, userId)) === "last-admin") return undefined;
      // As a sign-in does before it restores the account (prevents deadlocks).
      await lockUser(tx, userId);
      return (await lockDueDeletion(tx, userId, app.clock.now())) ? work(tx) : undefined;
    });
  if (!(await eraseInSteps(app, userId, transactIfDue))) return false;
  const isErased = await transactIfDue(async (tx) => {
    await eraseAccount(tx, app, userId);
    return true;
  });
  return isErased ?? false;
}

/** More than all tries of one take, and those of the exports before it: whatever its job does. */
const exportHoursMax = 6;

const guardRemoval = createRemovalGuard();

/**
 * Removes exports older than a day, with their files, and ends those that nobody builds. Leaves the files alone while their
 * removal is under way in this process. Writes `data_exports`.
 *
 * @returns The number of files.
 * @throws the first failure to remove one, after the others; the next call takes it last
 */
export async function removeEndedExports(app: AppContext): Promise<number> {
  const askedBefore = new Date(app.clock.now().getTime() - exportHoursMax * hourMs);
  await failExports(app.db, { askedBefore });
  await deleteEndedExports(app.db, app.clock.now());
  return guardRemoval(app.storage, () => removeListed(app));
}

async function removeListed(app: AppContext): Promise<number> {
  const keys = await listRemovedFiles(app.db);
  const entries = keys.map((key) => ({ key, files: [key] }));
  const { removed, failed, errors } = await removeEach(app.storage, entries);
  await deleteRemovedFiles(app.db, removed);
  await postponeRemovedFiles(app.db, failed);
  if (errors.length > 0) throw errors[0];
  return removed.length;
}
