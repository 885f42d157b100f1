import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import type { Tx } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { deleteFeature, upsertFeature } from "./landing-features.store.ts";

interface Feature {
  kind: "article" | "event";
  id: string;
  /** Whose it is. */
  memberId: string;
}

/**
 * Features an article or event on the landing page in place of the one before, or no longer, and records that. Idempotent.
 * The caller has checked that an admin asks and that the thing can be featured. Writes `landing_features` and `audit_log`.
 *
 * @see docs/product.md#featured-articles-and-events
 */
export async function setFeatured(
  tx: Tx,
  context: RequestContext,
  { kind, id, memberId }: Feature,
  isFeatured: boolean,
): Promise<void> {
  const isChanged = isFeatured
    ? await upsertFeature(tx, kind, id, context.clock.now())
    : await deleteFeature(tx, kind, id);
  if (!isChanged) return;
  await recordAudit(tx, {
    ...auditOrigin(context),
    action: `${kind}.featured`,
    target: { type: kind, id, memberId },
    before: { isFeatured: !isFeatured },
    after: { isFeatured },
  });
}
