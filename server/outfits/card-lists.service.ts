import type { Call } from "#server/http/call.ts";
import { PreparedReply } from "#server/http/serve.ts";
import { composeCard, readCards } from "./outfit-cards.store.ts";
import { onlookerOf } from "./outfits.service.ts";

/**
 * The cards of these outfits in the order of `ids`, as the ready JSON text of `{ items }`. Those that the caller may not
 * see, or that are gone, are left out.
 */
export async function replyWithCards(call: Call, ids: string[]): Promise<PreparedReply> {
  const rows = await readCards(call.pool, onlookerOf(call), ids);
  const cards = rows.map((row) => composeCard(row.card, row.liked, row.saved));
  return new PreparedReply(`{"items":[${cards.join(",")}]}`, { "cache-control": "private, no-cache" });
}
