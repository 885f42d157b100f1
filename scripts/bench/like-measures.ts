import type { BenchRun } from "./bench-run.ts";
import { load, median } from "./load.ts";
import { type Member, signIn } from "./members.ts";
import { figure, type Line } from "./report.ts";

/** A like as the simplest server would write it: one transaction with the row and the count, without side effects. */
const plainLike = `
  with made as (insert into likes (user_id, outfit_id) values ($1, $2) on conflict do nothing returning 1)
  update outfits set likes_count = likes_count + (select count(*) from made)::integer where id = $2`;

const likersCount = 2_000;
/** Concurrent likes. */
const atOnce = 256;
/** Sequential likes are slow, so fewer of them. */
const alonersCount = 200;

/** Goal 8: many members like one outfit at the same time. */
export async function measureLikes(run: BenchRun): Promise<Line[]> {
  const likers = await signIn(run.app, 3_000, likersCount);
  const { rows } = await run.app.pool.query<{ id: string }>("select id from bench_outfits where n in (199991, 199993)");
  const [hot, plain] = rows.map((row) => row.id);
  if (!hot || !plain) throw new Error("The outfits to be liked are missing");
  const rates: Record<"together" | "alone" | "plain", number[]> = { together: [], alone: [], plain: [] };
  // The first round warms the server up: it verifies each member's token for the first time.
  for (let round = -1; round < run.rounds; round += 1) {
    await forget(run, likers, [hot, plain]);
    const together = await likeThrough(run, { likers, outfitId: hot, connections: atOnce });
    const plainly = await likePlainly(run, likers, plain);
    await checkCounts(run, [hot, plain]);
    await forget(run, likers, [hot]);
    const alone = await likeThrough(run, { likers: likers.slice(0, alonersCount), outfitId: hot, connections: 1 });
    if (round < 0) continue;
    rates.together.push(together);
    rates.plain.push(plainly);
    rates.alone.push(alone);
  }
  await forget(run, likers, [hot, plain]);
  return toLines(median(rates.together), median(rates.alone), median(rates.plain));
}

function toLines(together: number, alone: number, plain: number): Line[] {
  return [
    {
      // Transactions on one outfit wait for its row, so sequential is the most that one transaction per like can do.
      what: `likes on one outfit, ${atOnce} at once / one transaction each, with points and notifications`,
      ours: figure(together, "/s"),
      reference: figure(alone, "/s"),
      ratio: together / alone,
      target: { sign: ">=", ratio: 10 },
    },
    {
      what: "the same / one bare transaction each",
      ours: figure(together, "/s"),
      reference: figure(plain, "/s"),
      ratio: together / plain,
      target: { sign: ">=", ratio: 1 },
    },
  ];
}

async function likeThrough(
  run: BenchRun,
  { likers, outfitId, connections }: { likers: Member[]; outfitId: string; connections: number },
): Promise<number> {
  const next = (n: number) => {
    const liker = likers[n];
    return liker && { method: "PUT", path: `/api/outfits/${outfitId}/like`, headers: liker.headers };
  };
  return (await load({ port: run.server.port, seconds: 60, connections, next })).perSecond;
}

async function likePlainly(run: BenchRun, likers: Member[], outfitId: string): Promise<number> {
  const start = performance.now();
  const like = (liker: Member) =>
    run.app.pool.query({ name: "plain_like", text: plainLike, values: [liker.id, outfitId] });
  await Promise.all(likers.map(like));
  return likers.length / ((performance.now() - start) / 1_000);
}

async function checkCounts(run: BenchRun, outfitIds: string[]): Promise<void> {
  const { rows } = await run.app.pool.query(
    `select o.id from outfits o where o.id = any ($1)
       and o.likes_count <> (select count(*) from likes l where l.outfit_id = o.id)`,
    [outfitIds],
  );
  if (rows.length > 0) throw new Error("A count of likes differs from its rows");
}

/** Removes everything that the likes wrote from the data set. */
async function forget(run: BenchRun, likers: Member[], outfitIds: string[]): Promise<void> {
  const ids = likers.map((liker) => liker.id);
  const { pool } = run.app;
  await pool.query("delete from likes where outfit_id = any ($1) and user_id = any ($2)", [outfitIds, ids]);
  await pool.query("delete from notifications where reference_id = any ($1)", [outfitIds]);
  await pool.query(
    `with gone as (delete from points_ledger where outfit_id = any ($1) returning user_id, points)
     update profiles p set points = p.points - g.points
     from (select user_id, sum(points) as points from gone group by user_id) g where p.id = g.user_id`,
    [outfitIds],
  );
  await pool.query(
    `update outfits o set likes_count = (select count(*) from likes l where l.outfit_id = o.id) where id = any ($1)`,
    [outfitIds],
  );
}
