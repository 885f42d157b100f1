import { createHash } from "node:crypto";
import type { LimitName } from "#server/auth-config.ts";
import type { Limit } from "#server/auth-environment.ts";
import type { World } from "#server/http/call.ts";
import { createLimitWindow, type LimitWindow, type Spent } from "#server/http/limit-window.ts";
import { onePerWorld } from "#server/http/per-world.ts";
import { refuse } from "#server/lib/auth-error.ts";

const unlimited: Spent = { isAllowed: true, points: 0, waitSeconds: 0 };
const open: LimitWindow = {
  spend: () => Promise.resolve(unlimited),
  giveBack: () => Promise.resolve(),
  block: () => Promise.resolve(),
};

const windowsOf = onePerWorld(() => new Map<string, LimitWindow>());

function windowOf(world: World, name: string, limit: Limit): LimitWindow {
  if (!world.config.auth.limits.isOn) return open;
  const windows = windowsOf(world);
  const known = windows.get(name);
  if (known) return known;
  const fresh = createLimitWindow(world.pool, `auth_${name}`, limit);
  windows.set(name, fresh);
  return fresh;
}

/** Addresses are kept as digests: the table of limits is no list of who uses the site. */
const toKey = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 32);

/**
 * Counts one attempt and refuses it beyond the limit.
 *
 * @throws over_request_rate_limit
 */
export async function spendRequest(world: World, name: LimitName, key: string): Promise<void> {
  const spent = await windowOf(world, name, world.config.auth.limits[name]).spend(toKey(key));
  if (spent.isAllowed) return;
  refuse(429, "over_request_rate_limit", "Request rate limit reached", { retryAfterSeconds: spent.waitSeconds });
}

/**
 * Counts one refresh of a session. Too many are told «not now» and never 429, which would sign the client out.
 *
 * @throws service_busy
 */
export async function spendRefresh(world: World, sessionId: string): Promise<void> {
  const { refreshPerSession } = world.config.auth.limits;
  const spent = await windowOf(world, "refreshPerSession", refreshPerSession).spend(toKey(sessionId));
  if (spent.isAllowed) return;
  refuse(503, "service_busy", "This session refreshes too often", { retryAfterSeconds: spent.waitSeconds });
}

/**
 * Counts one mail to this recipient for this purpose: not again within the resend time, not too many an hour.
 * The same for known and unknown recipients, so it tells nothing.
 *
 * @param options.isSoonRefused False: too soon after the last one is no refusal.
 * @returns Whether the mail is due; false only when it is too soon.
 * @throws over_email_send_rate_limit
 */
export async function spendMail(
  world: World,
  purpose: string,
  recipient: string,
  options: { isSoonRefused: boolean } = { isSoonRefused: true },
): Promise<boolean> {
  const { limits, codes } = world.config.auth;
  return spendSend(
    world,
    [
      {
        name: "mailResend",
        limit: { points: 1, seconds: codes.mailResend },
        key: `${purpose}:${recipient}`,
        isResend: true,
        isSoonRefused: options.isSoonRefused,
      },
      { name: "mailsPerRecipient", limit: limits.mailsPerRecipient, key: recipient },
      { name: "mails", limit: limits.mails, key: "all" },
    ],
    "over_email_send_rate_limit",
  );
}

/**
 * Counts one short message to this number: not again within the resend time, not too many an hour, and within the day's
 * budget, which keeps fraud with paid numbers small.
 *
 * @throws over_sms_send_rate_limit
 */
export async function spendSms(world: World, phone: string): Promise<void> {
  const { limits, codes } = world.config.auth;
  await spendSend(
    world,
    [
      { name: "smsResend", limit: { points: 1, seconds: codes.smsResend }, key: phone, isResend: true },
      { name: "smsPerNumber", limit: limits.smsPerNumber, key: phone },
      { name: "sms", limit: limits.sms, key: "all" },
    ],
    "over_sms_send_rate_limit",
  );
}

interface SendLimit {
  name: string;
  limit: Limit;
  key: string;
  isResend?: boolean;
  isSoonRefused?: boolean;
}

async function spendSend(
  world: World,
  sends: SendLimit[],
  code: "over_email_send_rate_limit" | "over_sms_send_rate_limit",
): Promise<boolean> {
  for (const { name, limit, key, isResend, isSoonRefused = true } of sends) {
    const spent = await windowOf(world, name, limit).spend(toKey(key));
    if (spent.isAllowed) continue;
    if (!isSoonRefused) return false;
    const words = isResend
      ? `For security purposes, you can only request this after ${spent.waitSeconds} seconds.`
      : code === "over_sms_send_rate_limit"
        ? "SMS rate limit exceeded"
        : "email rate limit exceeded";
    refuse(429, code, words, { retryAfterSeconds: spent.waitSeconds });
  }
  return true;
}

/** Whether this number may still try codes today; a wrong one is counted with `countWrongSmsCode`. */
export async function maySmsCodeBeTried(world: World, phone: string): Promise<boolean> {
  const { wrongSmsCodes } = world.config.auth.limits;
  const spent = await windowOf(world, "wrongSmsCodes", wrongSmsCodes).spend(toKey(phone), 0);
  return spent.points < wrongSmsCodes.points;
}

/** Counts a wrong code for this number. */
export async function countWrongSmsCode(world: World, phone: string): Promise<void> {
  await windowOf(world, "wrongSmsCodes", world.config.auth.limits.wrongSmsCodes).spend(toKey(phone));
}

/** A password try that was let through; tell it how it ended. */
export interface PasswordTry {
  /** The account had too many wrong tries already: a wrong one is answered like one that was not let through. */
  isProbation: boolean;
  succeeded(): Promise<void>;
}

const probation: Limit = { points: 100, seconds: 3_600 };
const delayMemory: Limit = { points: 1_000_000, seconds: 6 * 3_600 };
const delaySecondsMax = 3_600;

/**
 * Counts a password try before the password is looked at: so many wrong ones an account and an address. Past the
 * account's limit an address that has not failed on it still has one try, so that nobody can lock an owner out; each
 * time a limit is crossed the wait doubles.
 *
 * @throws over_request_rate_limit
 * @see security.md row 5
 */
export async function beginPasswordTry(world: World, account: string, ip: string): Promise<PasswordTry> {
  const { passwordPerAccount, passwordPerAddress } = world.config.auth.limits;
  const byAddress = { window: windowOf(world, "passwordPerAddress", passwordPerAddress), key: toKey(ip) };
  const byAccount = { window: windowOf(world, "passwordPerAccount", passwordPerAccount), key: toKey(account) };
  const byPair = {
    window: windowOf(world, "passwordPerPair", passwordPerAccount),
    key: toKey(`${account} ${ip}`),
  };
  const spentAddress = await byAddress.window.spend(byAddress.key);
  if (!spentAddress.isAllowed) return tooMany(world, byAddress, spentAddress, passwordPerAddress);
  const spentPair = await byPair.window.spend(byPair.key);
  const spentAccount = await byAccount.window.spend(byAccount.key);
  const isProbation = !spentAccount.isAllowed;
  if (isProbation) {
    const isFirstHere = spentPair.points <= 1;
    const { isAllowed } = isFirstHere
      ? await windowOf(world, "passwordProbation", probation).spend(byAccount.key)
      : { isAllowed: false };
    if (!isAllowed) return tooMany(world, byAccount, spentAccount, passwordPerAccount);
  }
  return {
    isProbation,
    async succeeded() {
      await byAddress.window.giveBack(byAddress.key);
      await byPair.window.giveBack(byPair.key);
      if (!isProbation) await byAccount.window.giveBack(byAccount.key);
    },
  };
}

async function tooMany(
  world: World,
  { window, key }: { window: LimitWindow; key: string },
  spent: Spent,
  limit: Limit,
): Promise<never> {
  let { waitSeconds } = spent;
  if (spent.points === limit.points + 1) {
    const { points: crossings } = await windowOf(world, "passwordDelay", delayMemory).spend(key);
    waitSeconds = Math.min(limit.seconds * 2 ** (crossings - 1), delaySecondsMax);
    if (crossings > 1) await window.block(key, waitSeconds);
  }
  return refuse(429, "over_request_rate_limit", "Request rate limit reached", { retryAfterSeconds: waitSeconds });
}
