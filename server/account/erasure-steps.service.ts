import { updateUser } from "#server/auth/accounts/accounts.service.ts";
import { permanentEnd } from "#server/bans/bans.service.ts";
import { recountRows } from "#server/counts/recount.service.ts";
import { allowLong, type Tx } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { deleteAnyOutfit } from "#server/outfits/outfits.service.ts";
import { countedThings, deleteSome, listOutfitIds } from "./erasure-steps.store.ts";

const rowsAtOnce = 100;
const outfitsAtOnce = 5;

/**
 * Deletes what may be much of an account before its erasure: outfits, comments, reactions and follows, a few in each
 * transaction. Anyone who likes or follows what one of them counts waits for that one only. Others' counts are right after each.
 * First it bans the member, because what is gone by now no sign-in restores.
 *
 * @param transactIfDue Runs `work` in a transaction, unless the account is to stay; gives undefined then.
 * @returns Whether the account is still to be erased.
 */
export async function eraseInSteps(
  app: AppContext,
  userId: string,
  transactIfDue: <T>(work: (tx: Tx) => Promise<T>) => Promise<T | undefined>,
): Promise<boolean> {
  const repeat = async (step: (tx: Tx) => Promise<boolean>): Promise<boolean> => {
    for (;;) {
      const isMore = await transactIfDue(async (tx) => {
        await allowLong(tx);
        return step(tx);
      });
      if (isMore === undefined) return false;
      if (!isMore) return true;
    }
  };
  const now = app.clock.now();
  const isBegun = await transactIfDue(async (tx) => {
    await updateUser(tx, userId, { banned_until: permanentEnd(now), is_suspension: false }, now);
    return true;
  });
  if (!isBegun) return false;
  const isDue = await repeat(async (tx) => {
    const outfitIds = await listOutfitIds(tx, userId, outfitsAtOnce);
    for (const id of outfitIds) await deleteAnyOutfit(tx, app, id);
    return outfitIds.length > 0;
  });
  if (!isDue) return false;
  for (const thing of countedThings) {
    const isStillDue = await repeat(async (tx) => {
      const counted = await deleteSome(tx, thing, userId, rowsAtOnce);
      await recountRows(tx, counted);
      return counted.length > 0;
    });
    if (!isStillDue) return false;
  }
  return true;
}
