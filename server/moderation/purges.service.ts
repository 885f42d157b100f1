import { deleteAnyComment, emitDeletedComment } from "#server/comments/comment-deletion.service.ts";
import { transact } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { clearRemovedContent } from "#server/messages/messages.service.ts";
import { pushBadges } from "#server/notifications/notifications.service.ts";
import { deleteAnyOutfit } from "#server/outfits/outfits.service.ts";
import { sendBalances } from "#server/points/points.service.ts";
import { type ActionRow, listDuePurges, markPurged } from "./actions.store.ts";

const purgesAtOnce = 100;

/** Deletes removed content permanently once the time for an appeal is over; returns the number of deletions. */
export async function purgeRemovedContent(app: AppContext): Promise<number> {
  const due = await listDuePurges(app.db, app.clock.now(), purgesAtOnce);
  for (const action of due) await purge(app, action);
  return due.length;
}

async function purge(app: AppContext, action: ActionRow): Promise<void> {
  const { outfit, comment } = await transact(app.db, async (tx) => {
    await markPurged(tx, action.id);
    const { target_type: type, target_id: id } = action;
    if (type === "message") await clearRemovedContent(tx, id);
    return {
      outfit: type === "outfit" ? await deleteAnyOutfit(tx, app, id) : undefined,
      comment: type === "comment" ? await deleteAnyComment(tx, app, id) : undefined,
    };
  });
  await pushBadges(app, outfit?.recipients ?? []);
  await sendBalances(app, outfit?.reversed ?? []);
  if (comment) await emitDeletedComment(app, comment);
}
