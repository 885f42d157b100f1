import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { serviceTokenPrefix } from "#contract/service-links.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { CodePurpose } from "#server/db/schema.ts";
import { deleteFlow, deleteFlowsOfUser } from "#server/auth/flows/flows.service.ts";
import type { AppContext } from "#server/http/context.ts";
import {
  type CodeRow,
  countTry,
  deleteCode,
  deleteCodesOfUser,
  findCode,
  lockCodes,
  lockLink,
  upsertCode,
} from "./codes.store.ts";

export { deleteAllCodes, deleteCode, deleteCodeOfFlow, deleteExpiredCodes, findCode } from "./codes.store.ts";
export type { CodeRow } from "./codes.store.ts";

export interface NewCode {
  purpose: CodePurpose;
  /** The e-mail address or the digits of the phone number that it is sent to. */
  recipient: string;
  /** Null: there is no account yet; the right code creates it with `userData`. */
  userId: string | null;
  userData?: Record<string, unknown>;
  /** Set only by this confirmation: the code verifies the person who submitted it. */
  passwordHash?: string | null;
  flowId?: string | null;
  /** A service asked for it. */
  isByService?: boolean;
  /** Confirms what was submitted at sign-up, which waits elsewhere. */
  isSignUp?: boolean;
  /** The session that asked for a change: the code ends with it. */
  sessionId?: string | null;
  /** No code and no link will match: the row is only there as for other recipients. */
  isUnusable?: boolean;
}

const defaults = { userData: {}, passwordHash: null, flowId: null, isSignUp: false, sessionId: null };
const linkTokenBytes = 32;
/** What is confirmed by a link, which may wait longer than one that signs in. */
const confirming: ReadonlySet<CodePurpose> = new Set(["confirmation", "email_change_current", "email_change_new"]);
/** Marks that the response is a code for the client's verifier. */
const challengedPrefix = "pkce_";

/**
 * A new code and the token of its link, replacing earlier ones. Only digests of both are stored, the code's with
 * the server's secret, so that reading the table is not enough to use them. Writes `auth.one_time_codes`.
 */
export async function issueCode(app: AppContext, db: Db, given: NewCode): Promise<{ code: string; linkToken: string }> {
  const { codes } = app.config.auth;
  const { userData, passwordHash, flowId, isSignUp, sessionId } = { ...defaults, ...given };
  const isPhone = !given.recipient.includes("@");
  const code =
    (isPhone && codes.test.get(given.recipient)) || drawDigits(isPhone ? codes.phoneDigits : codes.mailDigits);
  const prefix = flowId ? challengedPrefix : given.isByService ? serviceTokenPrefix : "";
  const linkToken = `${prefix}${randomBytes(linkTokenBytes).toString("base64url")}`;
  const now = app.clock.now();
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
  await upsertCode(db, {
    purpose: given.purpose,
    recipient: given.recipient,
    user_id: given.userId,
    ...hashesOf(app, given, { code, linkToken: isPhone ? null : linkToken }),
    flow_id: flowId,
    user_data: userData,
    password_hash: passwordHash,
    is_sign_up: isSignUp,
    session_id: sessionId,
    sent_at: now,
    code_ends_at: after(isPhone ? codes.phone : codes.mail),
    link_ends_at: after(confirming.has(given.purpose) ? codes.confirmLink : codes.recoveryLink),
  });
  return { code, linkToken };
}

/**
 * Consumes the code: returns its row, or null if it is wrong, expired, used or was tried too often. A wrong one is
 * counted, so the transaction must be committed in either case.
 */
export async function redeemCode(
  app: AppContext,
  tx: Tx,
  given: { purposes: CodePurpose[]; recipient: string; code: string },
): Promise<CodeRow | null> {
  for (const row of await lockCodes(tx, given.purposes, given.recipient)) {
    if (row.code_ends_at <= app.clock.now() || row.tries >= app.config.auth.codes.triesMax) continue;
    if (timingSafeEqual(row.code_hash, hashCode(app, row, given.code))) {
      await deleteCode(tx, row);
      // The link of the same mail may have been opened: it must not sign in a second time.
      if (row.flow_id) await deleteFlow(tx, row.flow_id);
      return row;
    }
    await countTry(tx, row);
  }
  return null;
}

/** Invalidates outstanding codes, links and flows (through a provider or a code challenge), except one flow. */
export async function invalidateOutstanding(tx: Tx, userId: string, exceptFlowId: string | null = null): Promise<void> {
  await deleteCodesOfUser(tx, userId);
  await deleteFlowsOfUser(tx, userId, exceptFlowId);
}

/** Whether a code for this recipient is outstanding. */
export async function isCodeOpen(app: AppContext, purposes: CodePurpose[], recipient: string): Promise<boolean> {
  const rows = await Promise.all(purposes.map((purpose) => findCode(app.db, purpose, recipient)));
  return rows.some((row) => row && row.code_ends_at > app.clock.now() && row.tries < app.config.auth.codes.triesMax);
}

/** Whether somebody may still be waiting to use this code or its link. */
export function isAwaited(app: AppContext, row: CodeRow): boolean {
  return (row.link_hash === null ? row.code_ends_at : row.link_ends_at) > app.clock.now();
}

/**
 * The data of a request for a code; none while another code is outstanding that came with something else, because who waits
 * for that one may enter this one.
 *
 * @see docs/decisions/0028-competing-sign-ups.md
 */
export async function chooseData(
  app: AppContext,
  { purpose, recipient, data }: { purpose: CodePurpose; recipient: string; data: Record<string, unknown> },
): Promise<Record<string, unknown>> {
  const pending = await findCode(app.db, purpose, recipient);
  if (!pending || !isAwaited(app, pending)) return data;
  const isAgain = pending.password_hash === null && isDeepStrictEqual(pending.user_data, data);
  return isAgain ? data : {};
}

/** Consumes the link: returns its row, or null if it is unknown, expired or used. */
export async function redeemLink(
  app: AppContext,
  tx: Tx,
  given: { purposes: CodePurpose[]; token: string },
): Promise<CodeRow | null> {
  const row = await lockLink(tx, given.purposes, hashLink(given.token));
  if (!row || row.link_ends_at <= app.clock.now()) return null;
  await deleteCode(tx, row);
  return row;
}

/**
 * Keeps the code of a mail whose link was opened, because its reader or a mail scanner may have opened it in a browser
 * that cannot continue. What was submitted with it is applied by now. Writes `auth.one_time_codes`.
 */
export async function keepCode(tx: Tx, row: CodeRow, userId: string): Promise<void> {
  await upsertCode(tx, {
    ...row,
    user_id: userId,
    link_hash: null,
    user_data: {},
    password_hash: null,
    is_sign_up: false,
  });
}

function hashesOf(
  app: AppContext,
  given: NewCode,
  { code, linkToken }: { code: string; linkToken: string | null },
): { code_hash: Buffer; link_hash: Buffer | null } {
  if (given.isUnusable) {
    return { code_hash: hashCode(app, given, randomBytes(linkTokenBytes).toString("hex")), link_hash: null };
  }
  return { code_hash: hashCode(app, given, code), link_hash: linkToken === null ? null : hashLink(linkToken) };
}

function hashCode(
  app: AppContext,
  { purpose, recipient }: Pick<NewCode, "purpose" | "recipient">,
  code: string,
): Buffer {
  return app.secrets.digest(`code ${purpose} ${recipient} ${code}`);
}

const drawDigits = (digits: number) =>
  randomInt(10 ** digits)
    .toString()
    .padStart(digits, "0");
const hashLink = (token: string) => createHash("sha256").update(token).digest();
