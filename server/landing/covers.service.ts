import { limits } from "#contract/limits.ts";
import { perPool } from "#server/db/db.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { SerializedReply } from "#server/http/serve.ts";
import { listCards, replyWithCards } from "#server/outfits/card-lists.service.ts";
import { cachedPage } from "#server/outfits/page-cache.service.ts";
import { type Cover, orderCovers } from "./cover-order.ts";
import { listLikedCovers, listNewestCovers, listPickedCovers } from "./covers.store.ts";

type Covers = Pick<AppContext, "pool" | "clock">;

/**
 * The outfits of the covers that the caller may see, in their order.
 *
 * @see docs/product.md#covers
 */
export async function getCovers(context: RequestContext): Promise<SerializedReply> {
  if (context.viewer) return replyWithCards(context, await listCoverIds(context));
  return new SerializedReply(`{"items":${await renderCovers(context)}}`, { "cache-control": "private, no-cache" });
}

/** The covers as visitors see them, as the JSON text of a list; cached like the first page of a feed. */
export async function renderCovers(app: Covers): Promise<string> {
  const { cards } = await cachedPage(app.pool, "covers", async () => {
    const ids = await listCoverIds(app);
    return { ids, cards: await listCards(app.pool, { userId: null, isAdmin: false }, ids) };
  });
  return cards;
}

async function listCoverIds(app: Covers): Promise<string[]> {
  const [picked, liked] = await Promise.all([listPickedCovers(app.pool), findLiked(app)]);
  // What admins picked may be liked as well.
  const chosen = new Set([...picked, ...liked].map(({ id }) => id));
  const newest = chosen.size >= limits.coversMin ? [] : await listNewestCovers(app.pool);
  return orderCovers({ picked, liked, newest }).map(({ id }) => id);
}

const choiceMs = 10 * 60_000;

interface Choice {
  covers: Promise<Cover[]>;
  /** On the monotonic clock. */
  untilMs: number;
}

/** What this process chose last of what members like. */
const lastChoice = perPool((): { choice?: Choice } => ({}));

/** What members like, chosen every ten minutes; each time while there is little of it, so that a new site shows more at once. */
function findLiked({ pool, clock }: Covers): Promise<Cover[]> {
  const last = lastChoice(pool);
  if (last.choice && performance.now() < last.choice.untilMs) return last.choice.covers;
  const choice = { covers: listLikedCovers(pool, clock.now()), untilMs: performance.now() + choiceMs };
  const end = () => (choice.untilMs = 0);
  choice.covers.then(({ length }) => void (length < limits.coversMin && end()), end);
  // Requests in the meantime wait for the same statement.
  last.choice = choice;
  return choice.covers;
}
