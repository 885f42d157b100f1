import { beforeEach, describe, expect, test } from "vitest";
import { runSql } from "#server/db/db.ts";
import { buildUser, givePoints } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { auditPoints, listInvariants } from "./points-audit.service.ts";

const { db } = await testApp();
let mia: { id: string };
beforeEach(async () => {
  await runSql(db, "delete from points_ledger", []);
  await runSql(db, "update profiles set points = 0, points_owed = 0", []);
  mia = await buildUser(db);
  await givePoints(db, mia.id, 300);
});

const row = (columns: Record<string, unknown>) =>
  runSql(
    db,
    `insert into points_ledger (id, user_id, action, points, subject, created_at, day_start, counterpart_id)
     select gen_random_uuid(), $1, coalesce(r.action, 'LIKE')::points_action, coalesce(r.points, 1), gen_random_uuid()::text,
       coalesce(r.created_at, '2026-06-01T10:00Z'), r.day_start, r.counterpart_id
     from jsonb_to_record($2) r(action text, points int, created_at timestamptz, day_start timestamptz, counterpart_id uuid)`,
    [mia.id, JSON.stringify(columns)],
  );
/** The balance follows, so that only the one rule is broken. */
const settle = () =>
  runSql(
    db,
    "update profiles p set points = (select coalesce(sum(points), 0) from points_ledger where user_id = p.id)",
    [],
  );

test("finds nothing in valid data, and each invariant has a name", async () => {
  expect(await auditPoints(db)).toEqual([]);
  expect(new Set(listInvariants()).size).toBe(listInvariants().length);
});

describe("finds", () => {
  test.each<[what: string, invariant: RegExp, harm: () => Promise<unknown>]>([
    [
      "a balance that is not the ledger's sum",
      /ledger's sum/,
      () => runSql(db, "update profiles set points = points + 1 where id = $1", [mia.id]),
    ],
    [
      "a redemption that nothing was held for",
      /ledger's sum/,
      () =>
        runSql(
          db,
          `insert into reward_redemptions (id, user_id, reward_id, points, reward_name, gift_card_type, value_cents, currency)
           select gen_random_uuid(), $1, id, 5, name, gift_card_type, value_cents, currency from rewards limit 1`,
          [mia.id],
        ),
    ],
    [
      "a debt beside a balance",
      /owed/,
      () => runSql(db, "update profiles set points_owed = 5 where id = $1", [mia.id]),
    ],
    ["an award that takes points", /reversals take/, () => row({ points: -1 }).then(settle)],
    ["a reversal that gives some", /reversals take/, () => row({ action: "REVERSAL", points: 3 }).then(settle)],
    [
      "an eleventh like of a day",
      /within their caps/,
      async () => {
        for (let n = 0; n < 11; n += 1) await row({ day_start: "2026-06-01T00:00Z" });
        await settle();
      },
    ],
    ["a like that pays too much", /within their caps/, () => row({ points: 31 }).then(settle)],
    [
      "a sixth award with one member",
      /one other member/,
      async () => {
        for (let n = 0; n < 6; n += 1) await row({ counterpart_id: "0199b000-0000-7000-8000-00000000dead" });
        await settle();
      },
    ],
    [
      "two daily logins within 20 hours",
      /20 hours/,
      async () => {
        const login = { action: "DAILY_LOGIN", points: 5 };
        await row({ ...login, created_at: "2026-06-01T23:00Z", day_start: "2026-06-01T00:00Z" });
        await row({ ...login, created_at: "2026-06-02T18:59Z", day_start: "2026-06-02T00:00Z" });
        await settle();
      },
    ],
  ])("%s", async (_what, invariant, harm) => {
    await harm();
    const found = await auditPoints(db);
    expect([...new Set(found.map((violation) => violation.invariant))]).toEqual([expect.stringMatching(invariant)]);
    expect(found[0]?.subject).toBe(mia.id);
    await runSql(db, "delete from reward_redemptions", []);
  });
});
