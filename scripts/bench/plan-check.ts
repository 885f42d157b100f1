import { api } from "#contract/api.ts";
import { mayBeNamed } from "#server/db/named-statements.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { BenchRun } from "./bench-run.ts";
import type { Member } from "./members.ts";
import { apiPages, findSights, programmePages, type Sights } from "./pages.ts";
import { findFullReads, findReplanned, recordStatements } from "./plans.ts";
import type { Line } from "./report.ts";

/** Every read of the contract, the pages in all their variants, and the most frequent actions. */
async function tour(run: BenchRun): Promise<void> {
  const seen = await findSights(run);
  const { heavy, light } = run;
  const pages = apiPages(run, seen);
  const feeds = [
    "?limit=50",
    `?style=${seen.styleId}&limit=19`,
    ...["ref01ab", "linen", "linen_velvet", "qz", "knit coat"].map((term) => `?search=${encodeURIComponent(term)}`),
    ...["colours=rust", "colours=navy,black,white", "colours=olive&search=linen", "colours=fuchsia&ai=exclude"].map(
      (query) => `?${query}`,
    ),
    ...["tag=linen", "brand=muji", "from=following", "from=following&search=linen"].map((query) => `?${query}`),
    `?from=following&style=${seen.styleId}`,
  ].map((query) => ({ address: `/api/outfits${query}`, viewer: light }));
  for (const typed of ["linen", "li", "linnen%20velvt"])
    await ask(run, ["GET", `/api/search?search=${typed}`, light], 200);
  for (const { address, viewer } of [...pages, ...feeds, ...programmePages(run, seen)])
    await ask(run, ["GET", address, viewer], 200);
  for (const address of allReads(seen)) await ask(run, ["GET", address, heavy]);
  const outfit = `/api/outfits/${seen.outfitId}`;
  const member = `/api/profiles/${seen.username}`;
  for (const switched of [`${outfit}/like`, `${outfit}/save`, `${member}/follow`, `${outfit}/swipe`]) {
    await ask(run, ["PUT", switched, light], undefined, switched.endsWith("swipe") ? { direction: "pass" } : undefined);
    await ask(run, ["DELETE", switched, light]);
  }
  await ask(run, ["POST", `${outfit}/views`, light]);
}

/** The paths of all GET endpoints, with ids from the data set where it has them. */
function allReads(seen: Sights): string[] {
  const things: Record<string, string> = {
    outfitId: seen.outfitId,
    username: seen.username,
    styleId: seen.styleId,
    threadId: seen.threadId,
    eventId: seen.eventId,
    articleId: seen.articleId,
    month: seen.month,
  };
  const endpoints = Object.values(api).flatMap((group): Endpoint[] => Object.values(group));
  return endpoints
    .filter(({ method }) => method === "GET")
    .map(({ path }) => path.replace(/:(\w+)/g, (_whole, name: string) => things[name] ?? seen.outfitId));
}

async function ask(
  { fastify }: BenchRun,
  [method, url, { headers }]: ["GET" | "PUT" | "POST" | "DELETE", string, Member],
  expectedStatus?: number,
  payload?: object,
): Promise<void> {
  const { statusCode } = await fastify.inject({ method, url, headers, ...(payload && { payload }) });
  // Without an expectation any answer except a server error is accepted: the data set may not have what the path asks for.
  const isFine = expectedStatus === undefined ? statusCode < 500 : statusCode === expectedStatus;
  if (!isFine) throw new Error(`${method} ${url} answered ${statusCode}`);
}

/** Statements of the pages that can never be prepared; searches, which cannot, are none of these pages. */
async function findUnprepared(run: BenchRun): Promise<string[]> {
  const pages = apiPages(run, await findSights(run));
  const statements = await recordStatements(async () => {
    for (const { address, viewer } of pages) await ask(run, ["GET", address, viewer], 200);
  });
  return statements.filter(({ name, text }) => name === undefined && !mayBeNamed(text)).map(({ text }) => text);
}

/** No statement scans a large table, and no frequent one is planned again on each use. */
export async function checkPlans(run: BenchRun): Promise<Line[]> {
  const statements = await recordStatements(() => tour(run));
  const violations = await findFullReads(run.databaseUrl, statements);
  for (const violation of violations) console.log(violation);
  const replanned = [...(await findReplanned(run.databaseUrl, statements)), ...(await findUnprepared(run))];
  for (const text of replanned) console.log(`planned again on each use: ${text}`);
  return [
    {
      what: "frequent reads planned on each use / statements checked",
      ours: String(replanned.length),
      reference: String(statements.length),
      ratio: replanned.length / statements.length,
      target: { sign: "<=", ratio: 0 },
    },
    {
      what: "statements that scan a large table / statements checked",
      ours: String(violations.length),
      reference: String(statements.length),
      ratio: violations.length / statements.length,
      target: { sign: "<=", ratio: 0 },
    },
  ];
}
