import type { FastifyBaseLogger } from "fastify";
import { deleteAnyComment } from "#server/comments/comment-deletion.service.ts";
import { transact } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { clearRemovedContent } from "#server/messages/messages.service.ts";
import { deleteAnyOutfit } from "#server/outfits/outfits.service.ts";
import { listDuePurges, lockDuePurge, markPurged } from "./actions.store.ts";

const purgesAtOnce = 100;

/**
 * Deletes removed content permanently once the time for an appeal is over. One that fails is logged and tried again by the
 * next run.
 *
 * @returns The number of deletions.
 */
export async function purgeRemovedContent(app: AppContext, log: FastifyBaseLogger): Promise<number> {
  let purged = 0;
  for (const actionId of await listDuePurges(app.db, app.clock.now(), purgesAtOnce)) {
    try {
      if (await purgeIfDue(app, actionId)) purged += 1;
    } catch (error) {
      log.error({ err: error, actionId }, "removed content could not be deleted");
    }
  }
  return purged;
}

async function purgeIfDue(app: AppContext, actionId: string): Promise<boolean> {
  return transact(app.db, async (tx) => {
    // Since the list was read, an admin or an appeal may have brought it back.
    const action = await lockDuePurge(tx, actionId, app.clock.now());
    if (!action) return false;
    await markPurged(tx, actionId);
    const { target_type: type, target_id: id } = action;
    if (type === "message") await clearRemovedContent(tx, id);
    if (type === "outfit") await deleteAnyOutfit(tx, app, id);
    if (type === "comment") await deleteAnyComment(tx, app, id);
    return true;
  });
}
