import { createHash } from "node:crypto";
import { toSiteKey } from "#server/lib/client-key.ts";

import type { LimitName } from "#server/config/auth-config.ts";
import type { Limit } from "#server/config/auth-environment.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { createLimitWindow, type LimitWindow, type Spent } from "#server/http/limit-window.ts";
import { perApp } from "#server/http/per-app.ts";
import { failAuth } from "./auth-error.ts";

const unlimited: Spent = { isAllowed: true, points: 0, waitSeconds: 0 };
const open: LimitWindow = {
  spend: () => Promise.resolve(unlimited),
  read: () => Promise.resolve({ points: 0, waitSeconds: 0 }),
  giveBack: () => Promise.resolve(),
  block: () => Promise.resolve(),
};

const windowsOf = perApp(() => new Map<string, LimitWindow>());

function windowOf(app: AppContext, name: string, limit: Limit): LimitWindow {
  if (!app.config.auth.limits.isOn) return open;
  const windows = windowsOf(app);
  const known = windows.get(name);
  if (known) return known;
  const fresh = createLimitWindow(app.pool, `auth_${name}`, limit);
  windows.set(name, fresh);
  return fresh;
}

/** Addresses are stored as digests, so that the table of limits does not list the users of the site. */
const toKey = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 32);

/**
 * Counts one request of the client's address and rejects it beyond the limit.
 *
 * @throws over_request_rate_limit
 */
export async function spendRequest(context: RequestContext, name: LimitName): Promise<void> {
  const spent = await windowOf(context, name, context.config.auth.limits[name]).spend(toKey(context.clientKey));
  if (spent.isAllowed) return;
  failAuth(429, "over_request_rate_limit", "Request rate limit reached", { retryAfterSeconds: spent.waitSeconds });
}

/**
 * Counts one refresh of a session. Beyond the limit it answers 503 and never 429, which would sign the client out.
 *
 * @throws service_busy
 */
export async function spendRefresh(app: AppContext, sessionId: string): Promise<void> {
  const { refreshPerSession } = app.config.auth.limits;
  const spent = await windowOf(app, "refreshPerSession", refreshPerSession).spend(toKey(sessionId));
  if (spent.isAllowed) return;
  failAuth(503, "service_busy", "This session refreshes too often", { retryAfterSeconds: spent.waitSeconds });
}

/**
 * Counts one request for a mail to this recipient for this purpose: not again within the resend time, not too many an
 * hour. The same for known and unknown recipients, so it reveals nothing; sent mails are counted by `spendSent`.
 *
 * @param options.isSoonRefused False: too soon after the last one is not an error.
 * @param options.isResend False: the resend time does not apply, because this mail has other content than the last one.
 * @returns Whether to send the mail; false only if it is too soon.
 * @throws over_email_send_rate_limit
 */
export async function spendMail(
  app: AppContext,
  purpose: string,
  recipient: string,
  options: { isSoonRefused?: boolean; isResend?: boolean } = {},
): Promise<boolean> {
  const { limits, codes } = app.config.auth;
  const { isSoonRefused = true, isResend = true } = options;
  const resend: SendLimit = {
    name: "mailResend",
    limit: { points: 1, seconds: codes.mailResend },
    key: `${purpose}:${recipient}`,
    isResend: true,
    isSoonRefused,
  };
  const perRecipient: SendLimit = { name: "mailsPerRecipient", limit: limits.mailsPerRecipient, key: recipient };
  return spendSend(app, [...(isResend ? [resend] : []), perRecipient], "over_email_send_rate_limit");
}

/**
 * Counts one request for a short message to this number: not again within the resend time, not too many an hour.
 *
 * @throws over_sms_send_rate_limit
 */
export async function spendSms(app: AppContext, phone: string): Promise<void> {
  const { limits, codes } = app.config.auth;
  await spendSend(
    app,
    [
      { name: "smsResend", limit: { points: 1, seconds: codes.smsResend }, key: phone, isResend: true },
      { name: "smsPerNumber", limit: limits.smsPerNumber, key: phone },
    ],
    "over_sms_send_rate_limit",
  );
}

/** The share of the site's mails and messages for unconfirmed addresses; the rest is reserved for members. */
const unconfirmedShare = 0.5;

/** What all networks of an IPv6 /48 may send together, in limits of one address: a connection often has 256 of them. */
const addressesPerSite = 4;

/**
 * Counts what is really about to be sent: by the asking address and its IPv6 site first, so that one visitor cannot use up
 * the whole budget, then by account, then by the share of unconfirmed recipients, then in all.
 *
 * @param to.accountId Of the signed-in member who asked for it.
 * @returns False if the share of unconfirmed recipients is used up. Not reported to the caller, because it would reveal who is a member.
 * @throws over_email_send_rate_limit, over_sms_send_rate_limit
 */
export async function spendSent(
  context: RequestContext,
  kind: "mail" | "sms",
  to: { isConfirmed: boolean; accountId?: string },
): Promise<boolean> {
  const { limits } = context.config.auth;
  const isMail = kind === "mail";
  const all = isMail ? limits.mails : limits.sms;
  const share = { points: Math.max(1, Math.floor(all.points * unconfirmedShare)), seconds: all.seconds };
  const perAddress: SendLimit = {
    name: `${kind}SentPerAddress`,
    limit: isMail ? limits.mailsPerAddress : limits.smsPerAddress,
    key: context.clientKey,
  };
  const siteKey = toSiteKey(context.ip);
  const { points, seconds } = perAddress.limit;
  // An IPv4 address is its own site.
  const perSite =
    siteKey === context.clientKey
      ? []
      : [{ name: `${kind}SentPerSite`, limit: { points: points * addressesPerSite, seconds }, key: siteKey }];
  const perAccount =
    to.accountId === undefined || isMail
      ? []
      : [{ name: "smsSentPerAccount", limit: limits.smsPerAccount, key: to.accountId }];
  const strangers = to.isConfirmed
    ? []
    : [{ name: `${kind}SentToUnconfirmed`, limit: share, key: "all", isSoonRefused: false }];
  const site = { name: isMail ? "mails" : "sms", limit: all, key: "all" };
  const code = isMail ? "over_email_send_rate_limit" : "over_sms_send_rate_limit";
  const isDue = await spendSend(context, [perAddress, ...perSite, ...perAccount, ...strangers, site], code);
  if (!isDue) context.log.warn({ kind }, "the share of messages to unconfirmed recipients is used up");
  return isDue;
}

interface SendLimit {
  name: string;
  limit: Limit;
  key: string;
  isResend?: boolean;
  isSoonRefused?: boolean;
}

async function spendSend(
  app: AppContext,
  sends: SendLimit[],
  code: "over_email_send_rate_limit" | "over_sms_send_rate_limit",
): Promise<boolean> {
  for (const { name, limit, key, isResend, isSoonRefused = true } of sends) {
    const spent = await windowOf(app, name, limit).spend(toKey(key));
    if (spent.isAllowed) continue;
    if (!isSoonRefused) return false;
    const words = isResend
      ? `For security purposes, you can only request this after ${spent.waitSeconds} seconds.`
      : code === "over_sms_send_rate_limit"
        ? "SMS rate limit exceeded"
        : "email rate limit exceeded";
    failAuth(429, code, words, { retryAfterSeconds: spent.waitSeconds });
  }
  return true;
}

/**
 * Checks a texted code within the daily limit of its number, for all purposes together.
 *
 * @param isOpen Whether a code is outstanding; otherwise guesses do not count, so that they cannot lock the number.
 * @param attempt Gives null for a wrong code.
 * @returns Null also when the number has no try left today.
 */
export async function tryTextedCode<T>(
  app: AppContext,
  phone: string,
  isOpen: boolean,
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  const { wrongSmsCodes } = app.config.auth.limits;
  const window = windowOf(app, "wrongSmsCodes", wrongSmsCodes);
  const { points } = await window.read(toKey(phone));
  if (points >= wrongSmsCodes.points) return null;
  const outcome = await attempt();
  if (outcome === null && isOpen) await window.spend(toKey(phone));
  return outcome;
}

export interface PasswordCheck {
  isRight: boolean;
  /** Seconds until the account accepts attempts again after too many wrong ones; else null. */
  probationSeconds: number | null;
}

/** One counter of password tries: what is under way and what was wrong is `reserved`, what was wrong is `failed` too. */
interface TryCounter {
  name: "passwordPerAddress" | "passwordPerAccount";
  limit: Limit;
  key: string;
}

/** An address that never failed on a closed account has one try an hour, and an IPv6 site a few for all of its networks. */
const probation: Limit = { points: 1, seconds: 3_600 };
const siteProbation: Limit = { points: 10, seconds: 3_600 };
const delayMemory: Limit = { points: 1_000_000, seconds: 6 * 3_600 };
const delaySecondsMax = 3_600;

/**
 * Checks a password within the limits per account and per address. Only wrong attempts count: attempts that
 * are running reserve part of what is left, and those beyond it wait for them. Past the account's limit an address that
 * has not failed on it still has one attempt, however many others have failed, so that no one can lock an owner out; each
 * time a limit is reached the wait doubles.
 *
 * @param check Looks at the password; when it throws, the try counts as none.
 * @throws over_request_rate_limit, service_busy
 * @see docs/security.md#s-5
 */
export async function checkPasswordTry(
  context: RequestContext,
  account: string,
  check: () => Promise<boolean>,
): Promise<PasswordCheck> {
  const { passwordPerAccount, passwordPerAddress } = context.config.auth.limits;
  const byAddress: TryCounter = {
    name: "passwordPerAddress",
    limit: passwordPerAddress,
    key: toKey(context.clientKey),
  };
  const byAccount: TryCounter = { name: "passwordPerAccount", limit: passwordPerAccount, key: toKey(account) };
  const address = await reserve(context, byAddress);
  if (address.isClosed) return tooMany(address.waitSeconds);
  let isRight: boolean | null = null;
  const held = [byAddress];
  try {
    const owner = await reserve(context, byAccount);
    if (owner.isClosed) {
      if (!(await beginProbation(context, account))) return tooMany(owner.waitSeconds);
    } else {
      held.push(byAccount);
    }
    isRight = await check();
    if (isRight === owner.isClosed) await countProbation(context, account, isRight);
    return { isRight, probationSeconds: owner.isClosed ? owner.waitSeconds : null };
  } finally {
    for (const counter of held) await settle(context, counter, isRight === false);
  }
}

const tooMany = (retryAfterSeconds: number) =>
  failAuth(429, "over_request_rate_limit", "Request rate limit reached", { retryAfterSeconds });

const reserveMsMax = 6_000;
const askAgainMs = 400;
/** Running attempts in this process, and the ones that wait for them. */
const underWayOf = perApp(() => new Map<string, { count: number; waiters: (() => void)[] }>());

function underWay(app: AppContext, { name, key }: TryCounter): { count: number; waiters: (() => void)[] } {
  const all = underWayOf(app);
  const known = all.get(`${name} ${key}`) ?? { count: 0, waiters: [] };
  all.set(`${name} ${key}`, known);
  return known;
}

/** Reserves one of the attempts that are left, or waits while running attempts hold them. */
async function reserve(app: AppContext, counter: TryCounter): Promise<{ isClosed: boolean; waitSeconds: number }> {
  const { name, limit, key } = counter;
  const [reserved, failed] = [windowOf(app, name, limit), windowOf(app, `${name}Failed`, limit)];
  const startedMs = performance.now();
  for (;;) {
    const here = underWay(app, counter);
    if (here.count < limit.points) {
      here.count += 1;
      if ((await reserved.spend(key)).isAllowed) return { isClosed: false, waitSeconds: 0 };
      here.count -= 1;
      await reserved.giveBack(key);
      const wrong = await failed.read(key);
      if (wrong.points >= limit.points) return { isClosed: true, waitSeconds: Math.max(1, wrong.waitSeconds) };
    }
    if (performance.now() - startedMs > reserveMsMax) {
      return failAuth(503, "service_busy", "Many people are signing in right now, please try again", {
        retryAfterSeconds: 5,
      });
    }
    await new Promise<void>((resolve) => {
      here.waiters.push(resolve);
      // Attempts running in another server end without notifying this one.
      setTimeout(resolve, askAgainMs).unref();
    });
  }
}

/** Ends a reserved attempt: a wrong one stays counted, any other is released. */
async function settle(app: AppContext, counter: TryCounter, isWrong: boolean): Promise<void> {
  const { name, limit, key } = counter;
  const here = underWay(app, counter);
  here.count -= 1;
  if (isWrong) await countFailure(app, counter);
  else await windowOf(app, name, limit).giveBack(key);
  const woken = here.waiters.splice(0);
  if (here.count === 0) underWayOf(app).delete(`${name} ${key}`);
  for (const wake of woken) wake();
}

async function countFailure(app: AppContext, { name, limit, key }: TryCounter): Promise<void> {
  const failed = windowOf(app, `${name}Failed`, limit);
  const { points } = await failed.spend(key);
  if (points !== limit.points) return;
  const { points: crossings } = await windowOf(app, "passwordDelay", delayMemory).spend(key);
  if (crossings === 1) return;
  const seconds = Math.min(limit.seconds * 2 ** (crossings - 1), delaySecondsMax);
  await failed.block(key, seconds);
  await windowOf(app, name, limit).block(key, seconds);
}

const probationKeys = (context: RequestContext, account: string) => {
  const [network, site] = [context.clientKey, toSiteKey(context.ip)];
  const networkKey = { window: windowOf(context, "passwordProbation", probation), key: toKey(`${account} ${network}`) };
  // An IPv4 address is its own site.
  if (site === network) return [networkKey];
  return [
    networkKey,
    { window: windowOf(context, "passwordProbationSite", siteProbation), key: toKey(`${account} ${site}`) },
  ];
};

/** Whether this address may still try a password of an account that is closed to others. */
async function beginProbation(context: RequestContext, account: string): Promise<boolean> {
  for (const { window, key } of probationKeys(context, account)) {
    if (!(await window.spend(key)).isAllowed) return false;
  }
  return true;
}

/** A right one releases the attempt on the locked account; a wrong one before the lock uses up this address's attempt. */
async function countProbation(context: RequestContext, account: string, isRight: boolean): Promise<void> {
  for (const { window, key } of probationKeys(context, account)) {
    await (isRight ? window.giveBack(key) : window.spend(key));
  }
}
