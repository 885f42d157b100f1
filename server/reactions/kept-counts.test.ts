import fc from "fast-check";
import type { InjectOptions } from "fastify";
import { beforeAll, expect, test } from "vitest";
import { buildOutfit, buildStyle, buildUser } from "#server/testing/factories.ts";
import { testApp, type TestApp } from "#server/testing/test-app.ts";
import { tokenFor } from "#server/testing/tokens.ts";

let fash: TestApp;
beforeAll(async () => {
  fash = await testApp();
});

type Step = { member: number; outfit: number; deed: "like" | "unlike" | "save" | "unsave" | "delete" | "restyle" };
const step: fc.Arbitrary<Step> = fc.record({
  member: fc.nat(3),
  outfit: fc.nat(3),
  deed: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("like" as const, "unlike" as const) },
    { weight: 3, arbitrary: fc.constantFrom("save" as const, "unsave" as const) },
    { weight: 1, arbitrary: fc.constantFrom("delete" as const, "restyle" as const) },
  ),
});

/** Every kept count beside what the rows say; empty when all agree. */
const drift = `
  select 'outfit' as what, o.id::text from outfits o
    where likes_count <> (select count(*) from likes l where l.outfit_id = o.id)
       or saves_count <> (select count(*) from closet_saves c where c.outfit_id = o.id)
  union all select 'profile', p.id::text from profiles p
    where total_likes <> (select count(*) from likes l join outfits o on o.id = l.outfit_id where o.user_id = p.id)
       or outfit_count <> (select count(*) from outfits o where o.user_id = p.id and o.is_active)
       or points <> (select coalesce(sum(points), 0) from points_ledger g where g.user_id = p.id)
       or unread_notifications_count <> (select count(*) from notifications n where n.user_id = p.id and not n.is_read)
  union all select 'style', s.id::text from styles s
    where active_outfit_count <> (select count(*) from outfits o where o.style_id = s.id and o.is_listed)
  union all select 'user style', u.user_id::text from user_styles u
    where outfits_count <> (select count(*) from outfits o where o.user_id = u.user_id and o.style_id = u.style_id)
      + (select count(*) from likes l join outfits o on o.id = l.outfit_id where l.user_id = u.user_id and o.style_id = u.style_id)`;

/** A step as a request: method, address and body. */
function toRequest(deed: Step["deed"], outfitId: string, styleId: string): InjectOptions {
  const url = `/api/outfits/${outfitId}`;
  switch (deed) {
    case "like":
      return { method: "PUT", url: `${url}/like` };
    case "unlike":
      return { method: "DELETE", url: `${url}/like` };
    case "save":
      return { method: "PUT", url: `${url}/save` };
    case "unsave":
      return { method: "DELETE", url: `${url}/save` };
    case "delete":
      return { method: "DELETE", url };
    case "restyle":
      return { method: "PUT", url, payload: { title: "Restyled", styleId } };
  }
}

test("counts equal rows after any deeds of several members at once, each sent twice", async () => {
  const members = await Promise.all([1, 2, 3, 4].map(() => buildUser(fash.db)));
  const tokens: string[] = [];
  for (const member of members) tokens.push(await tokenFor(fash.world, member.id));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const style = await buildStyle(fash.db);
      const outfits = await Promise.all(members.map((member) => buildOutfit(fash.db, member.id)));
      const answers = await Promise.all(
        steps
          .flatMap((one) => [one, one])
          .map(({ member, outfit, deed }) => {
            const request = toRequest(deed, outfits[outfit]?.id ?? "", style.id);
            return fash.app.inject({ ...request, headers: { authorization: `Bearer ${tokens[member]}` } });
          }),
      );
      for (const answer of answers) expect([200, 403, 404]).toContain(answer.statusCode);
      const { rows } = await fash.world.pool.query(drift);
      expect(rows).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 120_000);
