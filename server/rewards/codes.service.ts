import type { CodeBatch, CodeImport } from "#contract/reward-admin.ts";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { requireAdmin } from "#server/admin/require-admin.service.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { fail, failField } from "#server/lib/app-error.ts";
import { newId } from "#server/lib/ids.ts";
import { CodeListError, parseCodes, type RejectedLine } from "./code-list.ts";
import {
  deleteUnusedCodes,
  findKnownDigests,
  insertBatch,
  insertCode,
  listBatches,
  lockImports,
} from "./codes.store.ts";
import { findCatalogueReward, lockCatalogueReward } from "./rewards.store.ts";
import { getVault } from "./vault.service.ts";

/**
 * Imports codes into the stock of a reward, encrypted. Lines that are no code and codes that are known are left out and
 * listed by their line. Writes `gift_card_batches`, `gift_card_codes` and the audit log.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, reward.not_found; request.invalid for unreadable text
 */
export async function importCodes(context: RequestContext, rewardId: string, text: string): Promise<CodeImport> {
  const admin = await requireAdmin(context);
  const { cards, rejected } = readCodes(text);
  return transact(context.db, async (tx) => {
    if (!(await lockCatalogueReward(tx, rewardId))) fail("reward.not_found");
    await lockImports(tx);
    const vault = getVault(context);
    const digests = cards.map((card) => ({ card, digests: vault.digests(card.code) }));
    const known = await findKnownDigests(
      tx,
      digests.flatMap((entry) => entry.digests),
    );
    const isKnown = (entry: (typeof digests)[number]) => entry.digests.some((one) => known.has(one.toString("hex")));
    const codes = digests.filter((entry) => !isKnown(entry)).map(({ card }) => sealNew(vault, card));
    const repeated = digests.filter(isKnown).map(({ card }): RejectedLine => ({ line: card.line, reason: "known" }));
    const all = [...rejected, ...repeated].toSorted((a, b) => a.line - b.line);
    if (codes.length === 0) return { batchId: null, importedCount: 0, rejected: all };
    const id = newId();
    await insertBatch(tx, { id, rewardId, importedBy: admin.userId, codes, now: context.clock.now() });
    await recordAudit(tx, {
      ...auditOrigin(context),
      action: "reward.codes_added",
      target: { type: "reward", id: rewardId },
      after: { batchId: id, importedCount: codes.length, rejectedCount: all.length },
    });
    return { batchId: id, importedCount: codes.length, rejected: all };
  });
}

function readCodes(text: string): ReturnType<typeof parseCodes> {
  try {
    return parseCodes(text);
  } catch (error) {
    if (error instanceof CodeListError) return failField("text", error.message);
    throw error;
  }
}

function sealNew(vault: ReturnType<typeof getVault>, { code, pin }: { code: string; pin: string | null }) {
  const id = newId();
  return { id, ...vault.seal(id, { code, pin }) };
}

/**
 * Stores one code that was typed in or bought, for a request or with null for the stock; false where the code is known.
 * Writes `gift_card_codes`.
 */
export async function storeCode(
  tx: Tx,
  app: AppContext,
  given: {
    card: { code: string; pin: string | null };
    rewardId: string;
    redemptionId: string | null;
    orderId: string | null;
  },
): Promise<boolean> {
  await lockImports(tx);
  const vault = getVault(app);
  if ((await findKnownDigests(tx, vault.digests(given.card.code))).size > 0) return false;
  const { card, ...rest } = given;
  await insertCode(tx, { ...rest, code: sealNew(vault, card), now: app.clock.now() });
  return true;
}

/**
 * The imports of a reward with their counts, newest first.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, reward.not_found
 */
export async function listCodeBatches(context: RequestContext, rewardId: string): Promise<{ items: CodeBatch[] }> {
  await requireAdmin(context);
  if (!(await findCatalogueReward(context.db, rewardId))) fail("reward.not_found");
  return { items: await listBatches(context.db, rewardId) };
}

/**
 * Removes the unassigned codes of an import. Requests that await approval stay open for other codes. Writes
 * `gift_card_codes` and the audit log.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, reward.not_found
 */
export async function removeCodeBatch(
  context: RequestContext,
  { rewardId, batchId }: { rewardId: string; batchId: string },
): Promise<{ removedCount: number }> {
  await requireAdmin(context);
  return transact(context.db, async (tx) => {
    if (!(await lockCatalogueReward(tx, rewardId))) fail("reward.not_found");
    const removedCount = await deleteUnusedCodes(tx, rewardId, batchId);
    if (removedCount > 0) {
      await recordAudit(tx, {
        ...auditOrigin(context),
        action: "reward.codes_removed",
        target: { type: "reward", id: rewardId },
        after: { batchId, removedCount },
      });
    }
    return { removedCount };
  });
}
