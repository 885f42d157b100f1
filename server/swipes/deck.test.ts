import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp, type Requests, type TestApp } from "#server/testing/test-app.ts";

let fash: TestApp;
beforeAll(async () => {
  fash = await testApp();
});

interface Member {
  id: string;
}

/** The specification without a seen range: the whole feed minus all swipes. */
const naiveDeck = `
  select o.id from outfits o
  where o.is_listed and o.user_id <> $1
    and not exists (select from blocks b where b.blocker_id = $1 and b.blocked_id = o.user_id)
    and not exists (select from blocks b where b.blocked_id = $1 and b.blocker_id = o.user_id)
    and not exists (select from mutes m where m.muter_id = $1 and m.muted_id = o.user_id)
    and not exists (select from swipes s where s.user_id = $1 and s.outfit_id = o.id
      and (s.direction = 'like' or s.created_at > clock_timestamp() - interval '30 days'))
  order by o.created_at desc, o.id desc limit 50`;

/** Shifts all timestamps into the past, as if that much time had passed. */
async function letDaysPass(days: number): Promise<void> {
  const columns = {
    outfits: ["created_at"],
    swipes: ["created_at"],
    swipe_seen_ranges: ["newest_at", "oldest_at", "caught_up_at"],
    swipe_backlog: ["outfit_created_at"],
    relisted_outfits: ["relisted_at"],
  };
  for (const [table, names] of Object.entries(columns)) {
    const changes = names.map((name) => `${name} = ${name} - interval '${days} days'`).join(", ");
    await fash.app.pool.query(`update ${table} set ${changes}`);
  }
}

/** A member, three authors with 64 outfits, and the possible actions. */
class Play {
  readonly outfits: Member[] = [];
  /** Decks and expected decks, where they differ. */
  readonly faults: { deck: string[]; rule: string[] }[] = [];
  readonly me: Member;
  readonly authors: Member[];
  readonly mine: Requests;

  private constructor(me: Member, authors: Member[]) {
    this.me = me;
    this.authors = authors;
    this.mine = fash.as(me);
  }

  static async begin(): Promise<Play> {
    await fash.db.deleteFrom("outfits").execute();
    const me = await buildUser(fash.db);
    const play = new Play(me, [await buildUser(fash.db), await buildUser(fash.db), await buildUser(fash.db)]);
    // Several share a timestamp, so that ids decide the order.
    const now = Date.now();
    for (let place = 0; place < 64; place += 1) await play.post(place, now - (1 + Math.floor(place / 4)) * 3_600_000);
    await buildOutfit(fash.db, me.id);
    return play;
  }

  author(which: number): Member {
    return this.authors[which % this.authors.length] ?? this.me;
  }

  async post(which: number, atMs = Date.now()): Promise<void> {
    this.outfits.push(await buildOutfit(fash.db, this.author(which).id, { createdAt: new Date(atMs) }));
  }

  async swipe(outfit: Member, isLike: boolean): Promise<void> {
    await this.mine.put(`/api/outfits/${outfit.id}/swipe`, { direction: isLike ? "like" : "pass" });
  }

  /** The deck, compared with the specification. */
  async deck(): Promise<Member[]> {
    const cards: Member[] = (await this.mine.get("/api/swipes/deck")).json().items;
    const { rows } = await fash.app.pool.query<Member>(naiveDeck, [this.me.id]);
    const [deck, rule] = [cards.map((card) => card.id), rows.map((row) => row.id)];
    if (deck.join() !== rule.join()) this.faults.push({ deck, rule });
    return cards;
  }
}

const show = (column: "id" | "user_id", id: string, change: { is_active?: boolean; is_author_listed?: boolean }) =>
  fash.db.updateTable("outfits").set(change).where(column, "=", id).execute();

const actions: Record<string, (play: Play, which: number, outfit: Member, author: Member) => Promise<unknown>> = {
  like: (play, _which, outfit) => play.swipe(outfit, true),
  pass: (play, _which, outfit) => play.swipe(outfit, false),
  "swipe from the top": async (play, which) => {
    for (const card of (await play.deck()).slice(0, which)) await play.swipe(card, which % 2 === 0);
  },
  undo: (play, _which, outfit) => play.mine.delete(`/api/outfits/${outfit.id}/swipe`),
  look: (play) => play.deck(),
  hide: (_play, _which, outfit) => show("id", outfit.id, { is_active: false }),
  "show again": (_play, _which, outfit) => show("id", outfit.id, { is_active: true }),
  "go private": (_play, _which, _outfit, author) => show("user_id", author.id, { is_author_listed: false }),
  "go public": (_play, _which, _outfit, author) => show("user_id", author.id, { is_author_listed: true }),
  block: (play, _which, _outfit, author) => play.mine.put(`/api/blocks/${author.id}`),
  "be blocked": (play, _which, _outfit, author) => fash.as(author).put(`/api/blocks/${play.me.id}`),
  unblock: (play, _which, _outfit, author) => play.mine.delete(`/api/blocks/${author.id}`),
  "be unblocked": (play, _which, _outfit, author) => fash.as(author).delete(`/api/blocks/${play.me.id}`),
  mute: (play, _which, _outfit, author) => play.mine.put(`/api/mutes/${author.id}`),
  unmute: (play, _which, _outfit, author) => play.mine.delete(`/api/mutes/${author.id}`),
  post: (play, which) => play.post(which),
  "post many": async (play, which) => {
    for (let times = 0; times < 55; times += 1) await play.post(which + times);
  },
  "let a week pass": () => letDaysPass(7),
  "let a month pass": () => letDaysPass(31),
};

const step = fc.record({ action: fc.constantFrom(...Object.keys(actions)), which: fc.oneof(fc.nat(5), fc.nat(70)) });

test("a deck equals the feed minus all swipes, after any swipes, undos, hidings, blocks and posts", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
      const play = await Play.begin();
      for (const { action, which } of steps) {
        const outfit = play.outfits[which % play.outfits.length] ?? play.me;
        await actions[action]?.(play, which, outfit, play.author(which));
      }
      await play.deck();
      expect(play.faults).toEqual([]);
    }),
    { numRuns: 15 },
  );
}, 240_000);

const play = (action: string, game: Play) => actions[action]?.(game, 0, game.outfits[0] ?? game.me, game.author(0));

test.each([
  { away: "hide", back: "show again" },
  { away: "go private", back: "go public" },
  { away: "block", back: "unblock" },
  { away: "be blocked", back: "be unblocked" },
  { away: "mute", back: "unmute" },
  { away: "like", back: "undo" },
  { away: "pass", back: "let a month pass" },
])("after $away a card leaves the deck, after $back it returns, even if the deck advanced", async ({ away, back }) => {
  const game = await Play.begin();
  const [first] = game.outfits;
  await play(away, game);
  for (const card of (await game.deck()).slice(0, 45)) await game.swipe(card, true);
  expect((await game.deck()).some((card) => card.id === first?.id)).toBe(false);
  await play(back, game);
  expect((await game.deck()).some((card) => card.id === first?.id)).toBe(true);
  expect(game.faults).toEqual([]);
});

test("a member who swipes to the end sees every outfit once, newest first", async () => {
  await fash.db.deleteFrom("outfits").execute();
  const [me, author] = [await buildUser(fash.db), await buildUser(fash.db)];
  const posted: string[] = [];
  for (let age = 0; age < 120; age += 1) {
    const createdAt = new Date(Date.now() - (age + 1) * 3_600_000);
    posted.push((await buildOutfit(fash.db, author.id, { createdAt })).id);
  }
  const seen: string[] = [];
  for (;;) {
    const cards: Member[] = (await fash.as(me).get("/api/swipes/deck")).json().items;
    if (cards.length === 0) break;
    // The browser reloads while three cards are left.
    for (const card of cards.length > 3 ? cards.slice(0, -3) : cards) {
      seen.push(card.id);
      await fash.as(me).put(`/api/outfits/${card.id}/swipe`, { direction: "pass" });
    }
  }
  expect(seen).toEqual(posted);
});
