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

const dayMs = 86_400_000;
/** Addresses are personal data; a finding is kept as long as it can be of use. */
const findingDays = 90;

/**
 * Looks through the accounts of yesterday and today for addresses from which many were made, and removes old findings.
 * Nobody is punished: a school or an office looks the same. Writes `abuse_findings`.
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

/** A page of findings for admins, the latest first; the caller has checked that an admin asks. */
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
