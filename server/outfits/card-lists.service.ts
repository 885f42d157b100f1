import type { Pool } from "#server/db/db.ts";
import { composePage } from "#server/db/json-pages.ts";
import type { RequestContext } from "#server/http/context.ts";
import { SerializedReply } from "#server/http/serve.ts";
import { composeCard, listViewedCards } from "./outfit-cards.store.ts";
import { type OutfitViewer, toOutfitViewer } from "./outfits.service.ts";

/**
 * The cards of these outfits in the order of `ids`, as the serialized JSON of `{ items }`. Deleted outfits and those
 * that the caller may not see are left out.
 */
export async function replyWithCards(context: RequestContext, ids: string[]): Promise<SerializedReply> {
  const cards = await listCards(context.pool, toOutfitViewer(context), ids);
  return new SerializedReply(`{"items":${cards}}`, { "cache-control": "private, no-cache" });
}

/** The cards of these outfits that the viewer may see, in the order of `ids`, as the JSON text of a list. */
export async function listCards(pool: Pool, viewer: OutfitViewer, ids: string[]): Promise<string> {
  const rows = await listViewedCards(pool, viewer, ids);
  return `[${rows.map((row) => composeCard(row.card, row.liked, row.saved)).join(",")}]`;
}

/** The cards of these outfits that the viewer may see, in the order of `ids`, as the JSON text of a page of the contract. */
export async function renderCardPage(
  pool: Pool,
  viewer: OutfitViewer,
  ids: string[],
  nextCursor: string | null,
): Promise<string> {
  const rows = await listViewedCards(pool, viewer, ids);
  return composePage(
    rows.map((row) => composeCard(row.card, row.liked, row.saved)),
    nextCursor,
  );
}
