import { randomUUID } from "node:crypto";
import { newId } from "#server/lib/ids.ts";
import type { BenchRun } from "./bench-run.ts";
import { median } from "./load.ts";
import { type Member, signIn } from "./members.ts";
import { figure, type Line } from "./report.ts";

const membersCount = 256;
const codesCount = 100;
const cost = 10;

/** The least that a redemption writes: one transaction that takes points, a code and makes the row, without any check. */
const plainRedemption = `
  with paid as (
    update profiles set points = points - $3 where id = $1 and points >= $3 returning id
  ), code as (
    update gift_card_codes set used_at = now() where id = (
      select id from gift_card_codes where reward_id = $2 and used_at is null order by id limit 1 for update skip locked
    ) returning id
  )
  insert into reward_redemptions (id, user_id, reward_id, points, status, decided_at, reward_name, gift_card_type, value_cents, currency)
  select $4, paid.id, $2, $3, 'approved', now(), 'Plain', 'Plain', 100, 'USD' from paid left join code on true`;

/**
 * 256 members redeem a reward with 100 codes at the same time, and every request is approved at the same time. Its limit is
 * the same work one request after the other: those who wait for one another must not cost more than they gain.
 */
export async function measureRewards(run: BenchRun): Promise<Line[]> {
  const members = await signIn(run.app, 6_000, membersCount);
  const [admin] = await signIn(run.app, 7_000, 1);
  if (!admin) throw new Error("The data set has no member for the admin");
  const rates: Record<"ours" | "single" | "plain", number[]> = { ours: [], single: [], plain: [] };
  await prepare(run, members, admin);
  try {
    for (let round = -1; round < run.rounds; round += 1) {
      const ours = await redeemOnce(run, { members, admin, atOnce: members.length });
      const single = await redeemOnce(run, { members, admin, atOnce: 1 });
      const plainId = await stock(run, admin, members);
      const plain = await redeemPlainly(run, plainId, members);
      await forget(run, plainId, members);
      if (round < 0) continue;
      rates.ours.push(ours);
      rates.single.push(single);
      rates.plain.push(plain);
    }
  } finally {
    await tidy(run, members, admin);
  }
  const [ours, single, plain] = [median(rates.ours), median(rates.single), median(rates.plain)];
  const what = `${membersCount} redemptions of a reward with ${codesCount} codes, requested and approved at once`;
  return [
    {
      what: `${what} / one after the other`,
      ours: figure(ours, "/s"),
      reference: figure(single, "/s"),
      ratio: ours / single,
      target: { sign: ">=", ratio: 1 },
    },
    {
      what: `${what} / one bare transaction each`,
      ours: figure(ours, "/s"),
      reference: figure(plain, "/s"),
      ratio: ours / plain,
    },
  ];
}

/** Lets everybody request rewards, with the points for it, and makes one of them an admin. */
async function prepare({ app: { pool } }: BenchRun, members: Member[], admin: Member): Promise<void> {
  await pool.query(
    `insert into redemption_rules (account_age_days_min, is_contact_needed, open_max, points_per_month_max)
     values (0, false, 100, null)`,
  );
  await pool.query(
    "insert into user_roles (user_id, role) values ($1, 'admin') on conflict (user_id) do update set role = 'admin'",
    [admin.id],
  );
  await pool.query("update profiles set points = points + $2 where id = any ($1)", [idsOf(members), cost]);
}

async function tidy({ app: { pool } }: BenchRun, members: Member[], admin: Member): Promise<void> {
  await pool.query("delete from redemption_rules");
  await pool.query("update user_roles set role = 'user' where user_id = $1", [admin.id]);
  await pool.query("update profiles set points = greatest(0, points - $2) where id = any ($1)", [idsOf(members), cost]);
}

const idsOf = (members: Member[]) => members.map((member) => member.id);

/** A new reward with its codes. */
async function stock(run: BenchRun, admin: Member, members: Member[]): Promise<string> {
  const fields = { name: "Bench", giftCardType: "Bench", valueCents: 100, pointsRequired: cost, supply: "codes" };
  const { id } = await send<{ id: string }>(run, admin, "POST", "/api/admin/rewards", fields);
  const text = Array.from({ length: codesCount }, () => `BENCH-${randomUUID()}`).join("\n");
  await send(run, admin, "POST", `/api/admin/rewards/${id}/codes`, { text });
  if (members.length !== membersCount) throw new Error("The data set has too few members");
  return id;
}

interface Round {
  members: Member[];
  admin: Member;
  /** How many members redeem at the same time. */
  atOnce: number;
}

/** A new reward that everybody redeems, checked and taken away again: its redemptions a second. */
async function redeemOnce(run: BenchRun, { members, admin, atOnce }: Round): Promise<number> {
  const rewardId = await stock(run, admin, members);
  const perSecond = await redeemAndApprove(run, rewardId, { members, admin, atOnce });
  await check(run, rewardId);
  await forget(run, rewardId, members);
  return perSecond;
}

/** Redemptions a second, from the first request to the last decision. */
async function redeemAndApprove(run: BenchRun, rewardId: string, { members, admin, atOnce }: Round): Promise<number> {
  const start = performance.now();
  const statuses: number[] = [];
  const next = members.values();
  const redeem = async () => {
    for (const member of next) {
      const id = newId();
      await send(run, member, "PUT", `/api/me/redemptions/${id}`, { rewardId, cost, mayWait: true });
      const { status } = await ask(run, admin, "POST", `/api/admin/redemptions/${id}/approve`, {});
      statuses.push(status);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, redeem));
  const seconds = (performance.now() - start) / 1_000;
  const approved = statuses.filter((status) => status === 200).length;
  if (approved !== codesCount) throw new Error(`${approved} of ${codesCount} codes were approved`);
  return members.length / seconds;
}

async function redeemPlainly({ app: { pool } }: BenchRun, rewardId: string, members: Member[]): Promise<number> {
  const start = performance.now();
  await Promise.all(
    members.map(({ id }) =>
      pool.query({ name: "plain_redemption", text: plainRedemption, values: [id, rewardId, cost, newId()] }),
    ),
  );
  return members.length / ((performance.now() - start) / 1_000);
}

/** As many are approved as there were codes, no code twice, and every other request is still open and holds its points. */
async function check({ app: { pool } }: BenchRun, rewardId: string): Promise<void> {
  const { rows } = await pool.query<{ approved: number; waiting: number; codes: number; used: number }>(
    `select count(*) filter (where r.status = 'approved') as approved,
       count(*) filter (where r.status = 'awaiting approval') as waiting,
       count(distinct c.id) as codes, (select count(*) from gift_card_codes where reward_id = $1 and used_at is not null) as used
     from reward_redemptions r left join gift_card_codes c on c.redemption_id = r.id where r.reward_id = $1`,
    [rewardId],
  );
  const found = JSON.stringify(rows[0]);
  const wanted = { approved: codesCount, waiting: membersCount - codesCount, codes: codesCount, used: codesCount };
  if (found !== JSON.stringify(wanted)) throw new Error(`Redemptions do not add up: ${found}`);
}

/** Removes what a round wrote to the data set, and returns the points. */
async function forget({ app: { pool } }: BenchRun, rewardId: string, members: Member[]): Promise<void> {
  await pool.query(
    `update profiles p set points = p.points + r.points from reward_redemptions r
     where r.user_id = p.id and r.reward_id = $1 and p.id = any ($2)`,
    [rewardId, idsOf(members)],
  );
  await pool.query(
    `with gone as (
       delete from notifications where type = 'reward'
         and reference_id in (select id from reward_redemptions where reward_id = $1)
       returning user_id
     ) update profiles set unread_notifications_count = greatest(0, unread_notifications_count - 1)
       where id in (select user_id from gone)`,
    [rewardId],
  );
  await pool.query("delete from gift_card_codes where reward_id = $1", [rewardId]);
  await pool.query("delete from gift_card_batches where reward_id = $1", [rewardId]);
  await pool.query("delete from reward_redemptions where reward_id = $1", [rewardId]);
  await pool.query("delete from rewards where id = $1", [rewardId]);
}

function ask(run: BenchRun, member: Member, method: string, path: string, body: object): Promise<Response> {
  return fetch(`http://127.0.0.1:${run.server.port}${path}`, {
    method,
    headers: { ...member.headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function send<T>(run: BenchRun, member: Member, method: string, path: string, body: object): Promise<T> {
  const response = await ask(run, member, method, path, body);
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
