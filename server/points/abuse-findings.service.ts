import type { AbuseFinding } from "#contract/abuse-findings.ts";
import { dayMs } from "#contract/durations.ts";
import { limits } from "#contract/limits.ts";
import type { Page } from "#contract/page.ts";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { requireAdmin } from "#server/admin/require-admin.service.ts";
import { readCursor, toPage } from "#server/db/cursor.ts";
import { transact } from "#server/db/db.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { fail } from "#server/lib/app-error.ts";
import * as store from "./abuse-findings.store.ts";

/** Addresses are personal data, so findings are deleted after this time. */
const findingDays = 90;

/**
 * Finds addresses from which many accounts were created yesterday or today, and deletes old findings.
 * Members are not penalised, because a school or an office looks the same. Writes `abuse_findings`.
 *
 * @returns How many findings are new.
 */
export async function lookForAbuse(app: Pick<AppContext, "db" | "clock">): Promise<number> {
  const now = app.clock.now();
  const yesterday = new Date(now.getTime() - dayMs);
  yesterday.setUTCHours(0, 0, 0, 0);
  await store.deleteFindingsBefore(app.db, new Date(now.getTime() - findingDays * dayMs));
  return store.upsertManyNewAccounts(app.db, yesterday, limits.newAccountsPerAddressMax);
}

const toFinding = ({ firstAt, lastAt, resolvedAt, ...finding }: store.AbuseFindingRow): AbuseFinding => ({
  ...finding,
  firstAt: firstAt.toISOString(),
  lastAt: lastAt.toISOString(),
  resolvedAt: resolvedAt?.toISOString() ?? null,
});

/**
 * One page of findings, the latest first.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function listFindings(
  context: RequestContext,
  { cursor, limit, status }: { cursor?: string | undefined; limit: number; status: "open" | "all" },
): Promise<Page<AbuseFinding>> {
  await requireAdmin(context);
  const after = readCursor(cursor);
  const rows = await store.listFindings(context.db, { after, limit, isOpenOnly: status === "open" });
  const { items, nextCursor } = toPage(
    rows.map((row) => ({ id: row.id, createdAt: row.lastAt.toISOString(), row })),
    limit,
  );
  return { items: items.map(({ row }) => toFinding(row)), nextCursor };
}

/**
 * The members behind a finding who still exist, the earliest first.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, finding.not_found
 */
export async function listFindingMembers(context: RequestContext, findingId: string) {
  await requireAdmin(context);
  const finding = (await store.findFinding(context.db, findingId)) ?? fail("finding.not_found");
  const accounts = await store.listFindingAccounts(context.db, finding);
  return { items: accounts.map((account) => ({ ...account, createdAt: account.createdAt.toISOString() })) };
}

/**
 * Marks a finding as looked at. Idempotent. Writes `abuse_findings` and the audit log.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, finding.not_found
 */
export async function resolveFinding(context: RequestContext, findingId: string): Promise<AbuseFinding> {
  const { userId } = await requireAdmin(context);
  return transact(context.db, async (tx) => {
    if (await store.resolveFinding(tx, findingId, userId, context.clock.now())) {
      const target = { type: "finding", id: findingId } as const;
      await recordAudit(tx, { ...auditOrigin(context), action: "finding.resolved", target });
    }
    return toFinding((await store.findFinding(tx, findingId)) ?? fail("finding.not_found"));
  });
}
