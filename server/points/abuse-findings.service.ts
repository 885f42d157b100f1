import { dayMs } from "#contract/durations.ts";
import { limits } from "#contract/limits.ts";
import type { Page } from "#contract/page.ts";
import { toPage, readCursor } from "#server/db/cursor.ts";
import type { AppContext } from "#server/http/context.ts";
import {
  type AbuseFinding,
  deleteFindingsBefore,
  listFindings,
  upsertManyNewAccounts,
} from "./abuse-findings.store.ts";

export { type AbuseFinding, findFinding, listFindingAccounts, resolveFinding } from "./abuse-findings.store.ts";

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
  await deleteFindingsBefore(app.db, new Date(now.getTime() - findingDays * dayMs));
  return upsertManyNewAccounts(app.db, yesterday, limits.newAccountsPerAddressMax);
}

/** A page of findings, latest first. The caller must have checked that the viewer is an admin. */
export async function listAbuseFindings(
  app: Pick<AppContext, "db">,
  { cursor, limit, isOpenOnly }: { cursor?: string | undefined; limit: number; isOpenOnly: boolean },
): Promise<Page<AbuseFinding>> {
  const rows = await listFindings(app.db, { after: readCursor(cursor), limit, isOpenOnly });
  const page = toPage(
    rows.map((finding) => ({ id: finding.id, createdAt: finding.lastAt.toISOString(), finding })),
    limit,
  );
  return { items: page.items.map(({ finding }) => finding), nextCursor: page.nextCursor };
}
