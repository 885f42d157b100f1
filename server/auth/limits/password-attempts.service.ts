import { audit } from "#server/auth/audit/audit.service.ts";
import { failAuth } from "#server/auth/http/auth-error.ts";
import type { Limit } from "#server/config/auth-environment.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { perApp } from "#server/http/per-app.ts";
import { toSiteKey } from "#server/lib/client-key.ts";
import { toKey, windowOf } from "#server/auth/http/limit-windows.ts";

export interface PasswordCheck {
  isRight: boolean;
  /** Seconds until the account accepts attempts again after too many wrong ones; else null. */
  probationSeconds: number | null;
}

/** Whose password is attempted: by the address or number that was given, which may have no account. */
interface AttemptedAccount {
  name: string;
  userId: string | null;
}

/** One counter of password attempts: what is under way and what was wrong is `reserved`, what was wrong is `failed` too. */
interface AttemptCounter {
  name: "passwordPerAddress" | "passwordPerAccount";
  limit: Limit;
  key: string;
}

/** An address that never failed on a closed account has one attempt an hour, and an IPv6 site a few for all of its networks. */
const probation: Limit = { points: 1, seconds: 3_600 };
const siteProbation: Limit = { points: 10, seconds: 3_600 };
const delayMemory: Limit = { points: 1_000_000, seconds: 6 * 3_600 };
const delaySecondsMax = 3_600;

/**
 * Checks a password within the limits per account and per address. Only wrong attempts count: attempts that
 * are running reserve part of what is left, and those beyond it wait for them. Past the account's limit an address that
 * has not failed on it still has one attempt, however many others have failed, so that no one can lock an owner out; each
 * time a limit is reached the wait doubles. What a limit refuses is written down once in its time, so that nobody fills the
 * audit trail. Writes `auth.audit`.
 *
 * @param check Looks at the password; when it throws, the attempt counts as none.
 * @throws over_request_rate_limit, service_busy
 * @see docs/security.md#s-5
 */
export async function checkPasswordAttempt(
  context: RequestContext,
  { name: account, userId }: AttemptedAccount,
  check: () => Promise<boolean>,
): Promise<PasswordCheck> {
  const { passwordPerAccount, passwordPerAddress } = context.config.auth.limits;
  const byAddress: AttemptCounter = {
    name: "passwordPerAddress",
    limit: passwordPerAddress,
    key: toKey(context.clientKey),
  };
  const byAccount: AttemptCounter = { name: "passwordPerAccount", limit: passwordPerAccount, key: toKey(account) };
  const address = await reserve(context, byAddress);
  if (address.isClosed) return refuse(context, byAddress, { waitSeconds: address.waitSeconds, userId: null });
  let isWrong = false;
  let isOnProbation = false;
  const held = [byAddress];
  try {
    const owner = await reserve(context, byAccount);
    if (owner.isClosed) {
      isOnProbation = await beginProbation(context, account);
      if (!isOnProbation) return await refuse(context, byAccount, { waitSeconds: owner.waitSeconds, userId });
    } else {
      held.push(byAccount);
    }
    isWrong = !(await check());
    return { isRight: !isWrong, probationSeconds: owner.isClosed ? owner.waitSeconds : null };
  } finally {
    await finishAll([
      ...held.map((counter) => settle(context, counter, isWrong)),
      ...(isOnProbation === isWrong ? [] : [countProbation(context, account, isWrong)]),
    ]);
  }
}

/** Waits for all, also when one fails. @throws the first failure */
async function finishAll(tasks: Promise<void>[]): Promise<void> {
  await Promise.allSettled(tasks);
  await Promise.all(tasks);
}

async function refuse(
  context: RequestContext,
  { name, limit, key }: AttemptCounter,
  { waitSeconds, userId }: { waitSeconds: number; userId: string | null },
): Promise<never> {
  const noted = windowOf(context, `${name}Noted`, { points: 1, seconds: limit.seconds });
  if ((await noted.spend(key)).isAllowed) {
    const details = { method: "password", code: "over_request_rate_limit", limit: name };
    await audit(context, "sign_in_failed", userId, { details });
  }
  return failAuth(429, "over_request_rate_limit", "Request rate limit reached", { retryAfterSeconds: waitSeconds });
}

const reserveMsMax = 6_000;
const askAgainMs = 400;
/** Running attempts in this process, and the ones that wait for them. */
const underWayOf = perApp(() => new Map<string, { count: number; waiters: (() => void)[] }>());

function underWay(app: AppContext, { name, key }: AttemptCounter): { count: number; waiters: (() => void)[] } {
  const all = underWayOf(app);
  const known = all.get(`${name} ${key}`) ?? { count: 0, waiters: [] };
  all.set(`${name} ${key}`, known);
  return known;
}

/** Reserves one of the attempts that are left, or waits while running attempts hold them. */
async function reserve(app: AppContext, counter: AttemptCounter): Promise<{ isClosed: boolean; waitSeconds: number }> {
  const { name, limit, key } = counter;
  const [reserved, failed] = [windowOf(app, name, limit), windowOf(app, `${name}Failed`, limit)];
  const startedMs = performance.now();
  for (;;) {
    const here = underWay(app, counter);
    if (here.count < limit.points) {
      here.count += 1;
      let isReserved = false;
      try {
        isReserved = (await reserved.spend(key)).isAllowed;
      } finally {
        if (!isReserved) here.count -= 1;
      }
      if (isReserved) return { isClosed: false, waitSeconds: 0 };
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
async function settle(app: AppContext, counter: AttemptCounter, isWrong: boolean): Promise<void> {
  const { name, limit, key } = counter;
  const here = underWay(app, counter);
  here.count -= 1;
  try {
    if (isWrong) await countFailure(app, counter);
    else await windowOf(app, name, limit).giveBack(key);
  } finally {
    const woken = here.waiters.splice(0);
    if (here.count === 0) underWayOf(app).delete(`${name} ${key}`);
    for (const wake of woken) wake();
  }
}

async function countFailure(app: AppContext, { name, limit, key }: AttemptCounter): Promise<void> {
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

/** Whether this address may still attempt a password of an account that is closed to others. */
async function beginProbation(context: RequestContext, account: string): Promise<boolean> {
  const spent: ReturnType<typeof probationKeys> = [];
  for (const one of probationKeys(context, account)) {
    const { isAllowed } = await one.window.spend(one.key);
    spent.push(one);
    if (isAllowed) continue;
    // What is refused uses up nothing, neither here nor of the other limit.
    for (const { window, key } of spent) await window.giveBack(key);
    return false;
  }
  return true;
}

/**
 * An attempt on the closed account that was right or came to nothing is released; a wrong one before the account was closed
 * uses up this address's attempt.
 */
async function countProbation(context: RequestContext, account: string, isWrong: boolean): Promise<void> {
  for (const { window, key } of probationKeys(context, account)) {
    await (isWrong ? window.spend(key) : window.giveBack(key));
  }
}
