import { expect, test } from "vitest";
import { limits } from "#contract/limits.ts";
import { buildImage, buildOutfit, buildUser } from "#server/testing/factories.ts";
import { auditPointsAfterEach } from "#server/testing/points-audit.ts";
import { testApp } from "#server/testing/test-app.ts";
import { awardRules, type RewardedAction, streakRules } from "./points-rules.ts";
import { getBalance } from "./points.service.ts";

let nowMs = Date.parse("2026-06-01T12:00:00Z");
let drawn = 0;
const random = { below: (bound: number) => (drawn = (drawn * 1_103_515_245 + 12_345) % 2_147_483_648) % bound };
const { as, db } = await testApp({ app: { clock: { now: () => new Date(nowMs) }, random } });
auditPointsAfterEach(db);

const hourSeconds = 3_600;
/** The maximum that the rules allow for one action within an hour that touches so many days. */
function ceilingOf(action: RewardedAction, days: number): number {
  const { perDayMax, cooldownSeconds, pointsMax } = awardRules[action];
  const most = perDayMax * days;
  return pointsMax * (cooldownSeconds === 0 ? most : Math.min(most, Math.floor(hourSeconds / cooldownSeconds) + 1));
}

test.each([
  { when: "of one day", startsAt: "2026-06-01T12:00:00Z", days: 1, most: 470 },
  // The limits of two days, one after the other; a login is paid once, because 20 hours lie between two.
  { when: "around midnight", startsAt: "2026-06-03T23:30:00Z", days: 2, most: 905 },
])(
  "an hour $when of nonstop likes, saves, comments and posts earns no more than the rules allow, and deleting it all leaves only the points of reactions",
  async ({ when, startsAt, days, most }) => {
    nowMs = Date.parse(startsAt);
    const robot = await buildUser(db);
    const others = await Promise.all(Array.from({ length: 5 }, () => buildUser(db)));
    const targets: string[] = [];
    for (const other of others) for (let n = 0; n < 12; n += 1) targets.push((await buildOutfit(db, other.id)).id);
    const client = as(robot);
    const made: { comments: string[]; outfits: string[] } = { comments: [], outfits: [] };
    await client.post("/api/points/awards", { source: "DAILY_LOGIN", timeZone: "UTC" });
    for (let second = 0; second < hourSeconds; second += 30) {
      nowMs += 30_000;
      const target = targets[(second / 30) % targets.length] ?? "";
      await client.put(`/api/outfits/${target}/like`);
      await client.put(`/api/outfits/${target}/save`);
      if (second % 60 === 0) {
        const answer = await client.post(`/api/outfits/${target}/comments`, { content: `Nice number ${second}` });
        if (answer.statusCode === 200) made.comments.push(answer.json().comment.id);
      }
      if (second % 300 === 0) {
        const items = [
          { category: "Shirt", brand: "B", productName: "P", productUrl: `https://shop.example/${second}` },
        ];
        const imageId = (await buildImage(db, robot.id)).id;
        const post = { title: "Look", styleId: "01930000-0000-7000-8000-000000000001", imageId, items };
        made.outfits.push((await client.post("/api/outfits", post)).json().outfit.id);
      }
    }
    const earned = await getBalance(db, robot.id);
    const bonus = Math.max(...Object.values(streakRules).map(({ pointsMax }) => pointsMax));
    const actions: RewardedAction[] = ["POST_OUTFIT", "DAILY_LOGIN", "TAG_LINK", "COMMENT", "FAVORITE", "LIKE"];
    const ceiling = actions.reduce((sum, action) => sum + ceilingOf(action, days), bonus);
    expect(ceiling).toBe(most);
    expect(earned).toBeLessThanOrEqual(ceiling);
    // The test must have tried: posts alone are certain.
    expect(earned).toBeGreaterThan(awardRules.POST_OUTFIT.perDayMax * limits.postOutfitPoints);

    for (const target of targets) {
      await client.delete(`/api/outfits/${target}/like`);
      await client.delete(`/api/outfits/${target}/save`);
    }
    for (const id of made.comments) await client.delete(`/api/comments/${id}`);
    for (const id of made.outfits) await client.delete(`/api/outfits/${id}`);
    const left = await getBalance(db, robot.id);
    const kept: RewardedAction[] = ["LIKE", "FAVORITE", "DAILY_LOGIN"];
    expect(left).toBeLessThanOrEqual(kept.reduce((sum, action) => sum + ceilingOf(action, days), bonus));
    if (process.env["REPORT"])
      process.stdout.write(`${when}: earned ${earned} of at most ${ceiling}, ${left} left after deleting\n`);
  },
  90_000,
);
