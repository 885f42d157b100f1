import type { BenchRun } from "./bench-run.ts";
import { findFullReads, recordStatements } from "./plans.ts";
import type { Line } from "./report.ts";

/** Every read of the API that a list or a page makes, and the deeds that come most often. */
async function tour(run: BenchRun): Promise<void> {
  const [viewer] = run.members;
  const { rows } = await run.world.pool.query<{ id: string; username: string; style: string }>(
    `select o.id, p.username, o.style_id as style from outfits o join profiles p on p.id = o.user_id
     where o.id = (select id from bench_outfits where n = 150001)`,
  );
  const [seen] = rows;
  if (!seen || !viewer) throw new Error("The data set lacks what the tour looks at");
  const reads = [
    "/api/outfits",
    "/api/outfits?limit=50",
    `/api/outfits?style=${seen.style}`,
    `/api/outfits?style=${seen.style}&limit=19`,
    "/api/outfits?search=ref01ab",
    "/api/outfits?search=linen",
    "/api/outfits?search=linen_velvet",
    "/api/outfits?search=qz",
    `/api/outfits/${seen.id}`,
    `/api/outfits/${seen.id}/comments`,
    `/api/profiles/${seen.username}/outfits`,
    `/api/profiles/${seen.username}/closet`,
    "/api/closet",
    "/api/styles",
    "/api/trending",
    "/api/swipes/deck",
    "/api/threads",
    "/api/notifications",
    "/api/notifications/unread-count",
    "/api/me",
  ];
  for (const url of reads) {
    const answer = await run.app.inject({ url, headers: viewer.headers });
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
  }
  const deeds = [
    ["PUT", `/api/outfits/${seen.id}/like`],
    ["DELETE", `/api/outfits/${seen.id}/like`],
    ["PUT", `/api/outfits/${seen.id}/save`],
    ["DELETE", `/api/outfits/${seen.id}/save`],
    ["POST", `/api/outfits/${seen.id}/views`],
  ] as const;
  for (const [method, url] of deeds) {
    const answer = await run.app.inject({ method, url, headers: viewer.headers });
    if (answer.statusCode !== 200) throw new Error(`${method} ${url} answered ${answer.statusCode}`);
  }
}

/** No statement of the tour reads a large table from end to end; a breach ends the bench. */
export async function checkPlans(run: BenchRun): Promise<Line[]> {
  const statements = await recordStatements(() => tour(run));
  const troubles = await findFullReads(run.databaseUrl, statements);
  if (troubles.length > 0) throw new Error(troubles.join("\n"));
  return [
    {
      what: "statements that read a large table whole / statements looked at",
      ours: "0",
      limit: String(statements.length),
      ratio: 0,
      target: { sign: "<=", ratio: 0 },
    },
  ];
}
