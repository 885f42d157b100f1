import { transact } from "#server/db/db.ts";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createAccount, deleteUser } from "#server/auth/accounts/accounts.service.ts";
import { hashPassword, isPassword } from "#server/auth/accounts/passwords.service.ts";
import type { BenchRun } from "./bench-run.ts";
import { type LoadResult, summarize } from "./load.ts";
import { figure, type Line } from "./report.ts";

type Run = Pick<BenchRun, "app" | "server">;
interface Tokens {
  access_token: string;
  refresh_token: string;
}

const password = "violet teapots everywhere";
const accountsCount = 200;
const calls = { signIns: 100, refreshes: 300, authenticated: 500, reads: 300 };
const readEveryMs = 20;

/** Sign-in, refresh and an authenticated call one after the other, and a feed read during two hundred sign-ins at once. */
export async function measureSignIn(run: Run): Promise<Line[]> {
  const { emails, passwordHash, forget } = await makeAccounts(run);
  const [email = ""] = emails;
  try {
    const signIn = await inTurn(calls.signIns, () => post(run, "password", { email, password }));
    const bareHash = await inTurn(calls.signIns, () => isPassword(run.app, password, passwordHash));
    let tokens = await post(run, "password", { email, password });
    const refresh = await inTurn(calls.refreshes, async () => {
      tokens = await post(run, "refresh_token", { refresh_token: tokens.refresh_token });
    });
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const authenticated = await inTurn(calls.authenticated, () => get(run, "/api/me", headers));
    const health = await inTurn(calls.authenticated, () => get(run, "/healthz", {}));
    const quiet = await readFeed(run, headers, calls.reads);
    const { flood, refused, beside } = await readBesideFlood(run, emails, headers);
    return [
      compare("sign-in, one after the other, p50 / the hash alone", signIn, bareHash),
      compare("refresh, p50 / a call that does nothing", refresh, health),
      compare("an authenticated call, p50 / a call that does nothing", authenticated, health),
      compare(`${accountsCount} sign-ins at once (${refused} told to come back), p50 / one alone`, flood, signIn),
      compare("feed read beside them, p50 / with nothing beside it", beside, quiet),
    ];
  } finally {
    await forget();
  }
}

const both = ({ p50Ms, p99Ms }: LoadResult) => `${figure(p50Ms, " ms")} (p99 ${figure(p99Ms, " ms")})`;
const compare = (what: string, ours: LoadResult, limit: LoadResult): Line => ({
  what,
  ours: both(ours),
  reference: both(limit),
  ratio: ours.p50Ms / limit.p50Ms,
});

/** Accounts with a shared password, because two hundred hashes would take longer than the measurements. */
async function makeAccounts({ app }: Run) {
  const passwordHash = await hashPassword(app, password);
  const ids: string[] = [];
  const emails: string[] = [];
  for (let n = 0; n < accountsCount; n += 1) {
    const email = `${randomUUID()}@bench.example`;
    const account = { email, passwordHash, isEmailConfirmed: true, userMetadata: {}, now: app.clock.now() };
    const user = await transact(app.db, (tx) => createAccount(tx, account));
    if (!user) throw new Error("An address of the bench is taken");
    ids.push(user.id);
    emails.push(email);
  }
  const forget = async () => {
    for (const id of ids) await deleteUser(app.db, id);
  };
  return { emails, passwordHash, forget };
}

async function post({ server }: Run, grant: "password" | "refresh_token", body: object): Promise<Tokens> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/auth/v1/token?grant_type=${grant}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`Signing in by ${grant} answered ${answer.status}`);
  return (await answer.json()) as Tokens;
}

async function get({ server }: Run, address: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${address}`, { headers });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function inTurn(count: number, work: () => Promise<unknown>): Promise<LoadResult> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) times.push(await timed(work));
  return summarize(times, times.reduce((sum, time) => sum + time, 0) / 1_000);
}

/** Reads sent at a fixed rate, however slow the answers are. */
async function readFeed(
  run: Run,
  headers: Record<string, string>,
  count: number,
  isOver: () => boolean = () => false,
): Promise<LoadResult> {
  const reads: Promise<number>[] = [];
  const start = performance.now();
  while (reads.length < count && !isOver()) {
    reads.push(timed(() => get(run, "/api/outfits", headers)));
    await sleep(readEveryMs);
  }
  const times = await Promise.all(reads);
  return summarize(times, (performance.now() - start) / 1_000);
}

async function readBesideFlood(run: Run, emails: string[], headers: Record<string, string>) {
  let isOver = false;
  const start = performance.now();
  const signIns = Promise.allSettled(emails.map((email) => timed(() => post(run, "password", { email, password }))));
  const [outcomes, beside] = await Promise.all([
    signIns.finally(() => {
      isOver = true;
    }),
    readFeed(run, headers, Number.POSITIVE_INFINITY, () => isOver),
  ]);
  const times = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  const refused = outcomes.length - times.length;
  return { flood: summarize(times, (performance.now() - start) / 1_000), refused, beside };
}
