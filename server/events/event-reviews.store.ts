import type { ReviewedEvent } from "#contract/admin-events.ts";
import type { EventStatus } from "#contract/events.ts";
import type { Page } from "#contract/page.ts";
import { readCursor, toPageBy } from "#server/db/cursor.ts";
import { type Db, runSql, type Tx } from "#server/db/db.ts";
import { toSearchPatterns } from "#server/lib/search-text.ts";
import { authorJsonById } from "#server/members/member-sql.ts";
import { proposalColumn, type ProposalRow, toProposal } from "./event-proposals.store.ts";
import { type CardRow, cardColumns, cardJoins, toEventCard } from "./event-rows.store.ts";

interface ReviewRow extends CardRow {
  submitted_at: Date | null;
  published_at: Date | null;
  updated_at: Date;
  review_note: string | null;
  reviewed_at: Date | null;
  reviewer: ReviewedEvent["reviewedBy"];
  proposal: ProposalRow | null;
  is_hidden: boolean;
  is_featured: boolean;
}

const reviewColumns = `${cardColumns("$1")}, e.submitted_at, e.published_at, e.updated_at, e.review_note, e.reviewed_at, e.is_hidden,
  ${proposalColumn},
  exists (select from landing_features f where f.kind = 'event' and f.target_id = e.id) as is_featured,
  ${authorJsonById("e.reviewed_by")} as reviewer`;

const toReviewed = (row: ReviewRow): ReviewedEvent => ({
  ...toEventCard(row),
  submittedAt: row.submitted_at?.toISOString() ?? null,
  publishedAt: row.published_at?.toISOString() ?? null,
  updatedAt: row.updated_at.toISOString(),
  reviewNote: row.review_note,
  reviewedBy: row.reviewer,
  reviewedAt: row.reviewed_at?.toISOString() ?? null,
  proposal: toProposal(row.proposal),
  isHidden: row.is_hidden,
  isFeatured: row.is_featured,
});

/** SQL condition: event `e` has the status, or is published with a proposal of that status. */
function hasStatus(status: EventStatus, placed: string): string {
  if (status !== "submitted" && status !== "changes_requested") return `e.status = ${placed}`;
  const isWaiting = status === "submitted" ? "x.is_waiting" : "not x.is_waiting";
  // As an array, since the planner reads all events for an OR of the two.
  return `e.id = any (array(select id from events where status = ${placed}
    union all select x.event_id from event_proposals x where ${isWaiting}))`;
}

/** One page of events for reviewers, the latest changed first. Without a status: all except drafts, which are private. */
export async function listForReview(
  db: Db,
  viewerId: string,
  filter: { status?: EventStatus | undefined; search?: string | undefined },
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<ReviewedEvent>> {
  const after = readCursor(cursor);
  const values: unknown[] = [viewerId];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    filter.status ? hasStatus(filter.status, place(filter.status)) : "e.status <> 'draft'",
    ...toSearchPatterns(filter.search ?? "").map((pattern) => `e.search_text like ${place(pattern)}`),
    ...(after ? [`(e.updated_at, e.id) < (${place(after.createdAt)}::timestamptz, ${place(after.id)}::uuid)`] : []),
  ];
  const rows = await runSql<ReviewRow>(
    db,
    `select ${reviewColumns}
     from (select * from events e where ${conditions.join(" and ")}
           order by e.updated_at desc, e.id desc limit ${limit + 1}) e
     ${cardJoins} order by e.updated_at desc, e.id desc`,
    values,
  );
  return toPageBy(rows.map(toReviewed), limit, ({ updatedAt }) => updatedAt);
}

/** Hides an event in any status, or shows it again; undefined if nothing changed. Writes `events`. */
export async function updateHidden(
  tx: Tx,
  eventId: string,
  isHidden: boolean,
): Promise<{ imageId: string | null } | undefined> {
  return tx
    .updateTable("events")
    .set({ is_hidden: isHidden })
    .where("id", "=", eventId)
    .where("is_hidden", "<>", isHidden)
    .returning("image_id as imageId")
    .executeTakeFirst();
}

/** One event as reviewers see it; undefined if it does not exist. */
export async function findReviewed(db: Db, viewerId: string, eventId: string): Promise<ReviewedEvent | undefined> {
  const [row] = await runSql<ReviewRow>(db, `select ${reviewColumns} from events e ${cardJoins} where e.id = $2`, [
    viewerId,
    eventId,
  ]);
  return row && toReviewed(row);
}
