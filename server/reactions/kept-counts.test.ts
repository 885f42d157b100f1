import fc from "fast-check";
import type { InjectOptions } from "fastify";
import { beforeAll, expect, test } from "vitest";
import { buildOutfit, buildStyle, buildUser } from "#server/testing/factories.ts";
import { auditPointsAfterEach } from "#server/testing/points-audit.ts";
import { testApp, type TestApp } from "#server/testing/test-app.ts";
import { tokenFor } from "#server/testing/tokens.ts";

let fash: TestApp;
beforeAll(async () => {
  fash = await testApp();
});
auditPointsAfterEach(() => fash.db);

type Action =
  | "like"
  | "unlike"
  | "save"
  | "unsave"
  | "follow"
  | "unfollow"
  | "block"
  | "unblock"
  | "comment"
  | "uncomment"
  | "hide"
  | "show"
  | "delete"
  | "restyle";
type Step = { member: number; outfit: number; action: Action };
const step: fc.Arbitrary<Step> = fc.record({
  member: fc.nat(3),
  outfit: fc.nat(3),
  action: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("like" as const, "unlike" as const) },
    { weight: 3, arbitrary: fc.constantFrom("save" as const, "unsave" as const) },
    {
      weight: 3,
      arbitrary: fc.constantFrom("comment" as const, "uncomment" as const, "hide" as const, "show" as const),
    },
    { weight: 2, arbitrary: fc.constantFrom("follow" as const, "unfollow" as const) },
    { weight: 1, arbitrary: fc.constantFrom("block" as const, "unblock" as const) },
    { weight: 1, arbitrary: fc.constantFrom("delete" as const, "restyle" as const) },
  ),
});

/** Every kept count that differs from its rows; empty if all agree. */
const drift = `
  select 'outfit' as what, o.id::text from outfits o
    where likes_count <> (select count(*) from likes l where l.outfit_id = o.id)
       or saves_count <> (select count(*) from closet_saves c where c.outfit_id = o.id)
       or comments_count <> (select count(*) from comments c where c.outfit_id = o.id and not c.is_hidden)
  union all select 'profile', p.id::text from profiles p
    where total_likes <> (select count(*) from likes l join outfits o on o.id = l.outfit_id where o.user_id = p.id and o.is_active)
       or outfit_count <> (select count(*) from outfits o where o.user_id = p.id and o.is_active)
       or followers_count <> (select count(*) from follows f where f.following_id = p.id)
       or following_count <> (select count(*) from follows f where f.follower_id = p.id)
       or points <> (select coalesce(sum(points), 0) from points_ledger g where g.user_id = p.id)
       or unread_notifications_count <> (select count(*) from notifications n where n.user_id = p.id and not n.is_read)
  union all select 'style', s.id::text from styles s
    where active_outfit_count <> (select count(*) from outfits o where o.style_id = s.id and o.is_listed)
  union all select 'user style', u.user_id::text from user_styles u
    where outfits_count <> (select count(*) from outfits o where o.user_id = u.user_id and o.style_id = u.style_id)
      + (select count(*) from likes l join outfits o on o.id = l.outfit_id where l.user_id = u.user_id and o.style_id = u.style_id)`;

/** The targets of a step: the outfit, its owner and a comment on it. */
interface About {
  outfitId: string;
  ownerId: string;
  commentId: string;
  styleId: string;
}

/** A step as a request: method, address and body. */
function toRequest(action: Action, { outfitId, ownerId, commentId, styleId }: About): InjectOptions {
  const url = `/api/outfits/${outfitId}`;
  switch (action) {
    case "follow":
      return { method: "PUT", url: `/api/follows/${ownerId}` };
    case "unfollow":
      return { method: "DELETE", url: `/api/follows/${ownerId}` };
    case "block":
      return { method: "PUT", url: `/api/blocks/${ownerId}` };
    case "unblock":
      return { method: "DELETE", url: `/api/blocks/${ownerId}` };
    case "comment":
      return { method: "POST", url: `${url}/comments`, payload: { content: `a word on ${outfitId}` } };
    case "uncomment":
      return { method: "DELETE", url: `/api/comments/${commentId}` };
    case "hide":
    case "show":
      return { method: "PUT", url: `/api/comments/${commentId}/hidden`, payload: { isHidden: action === "hide" } };
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

test("counts equal rows after any actions of several members at once, each sent twice [S-61, S-69]", async () => {
  const members = await Promise.all([1, 2, 3, 4].map(() => buildUser(fash.db)));
  const tokens: string[] = [];
  for (const member of members) tokens.push(await tokenFor(fash.app, member.id));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      // Undo the blocks of the previous run.
      await fash.db.deleteFrom("blocks").execute();
      const style = await buildStyle(fash.db);
      const outfits = await Promise.all(members.map((member) => buildOutfit(fash.db, member.id)));
      // A comment of the next member on each outfit, so that deleting and hiding have a target.
      const comments: string[] = [];
      for (const [index, outfit] of outfits.entries()) {
        const writer = tokens[(index + 1) % tokens.length];
        const request = toRequest("comment", { outfitId: outfit.id, ownerId: "", commentId: "", styleId: "" });
        const added = await fash.fastify.inject({ ...request, headers: { authorization: `Bearer ${writer}` } });
        comments.push(added.json().comment?.id ?? outfit.id);
      }
      const answers = await Promise.all(
        steps
          .flatMap((one) => [one, one])
          .map(({ member, outfit, action }) => {
            const request = toRequest(action, {
              outfitId: outfits[outfit]?.id ?? "",
              ownerId: members[outfit]?.id ?? "",
              commentId: comments[outfit] ?? "",
              styleId: style.id,
            });
            return fash.fastify.inject({ ...request, headers: { authorization: `Bearer ${tokens[member]}` } });
          }),
      );
      for (const answer of answers) expect([200, 403, 404, 422]).toContain(answer.statusCode);
      const { rows } = await fash.app.pool.query(drift);
      expect(rows).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 120_000);
