import type { ReviewedEvent } from "#contract/admin-events.ts";
import type { EventStatus } from "#contract/events.ts";
import type { Author, Page, PageQuery } from "#contract/page.ts";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { requireAdmin } from "#server/admin/require-admin.service.ts";
import { readCursor, toPageBy } from "#server/db/cursor.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import type { Viewer } from "#server/http/viewer.ts";
import { setFeatured } from "#server/landing/landing-features.service.ts";
import { fail } from "#server/lib/app-error.ts";
import { rotateImages } from "#server/media/image-rotations.service.ts";
import { type NewNotification, notify } from "#server/notifications/notifications.service.ts";
import { listConfirmations, queueChangeNews } from "./attendance.store.ts";
import { findReviewed, listForReview, updateHidden } from "./event-reviews.store.ts";
import { findEventFor } from "./event-detail.service.ts";
import { applyProposal, dropProposal } from "./event-proposals.service.ts";
import { findProposal, type Proposal, returnProposal } from "./event-proposals.store.ts";
import { isOver, type LockedEvent, lockEvent, type StatusChange, updateStatus } from "./events.store.ts";

/**
 * One page of events for review, the latest changed first.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function listReviews(
  context: RequestContext,
  { status, search, ...page }: PageQuery & { status?: EventStatus | undefined; search?: string | undefined },
): Promise<Page<ReviewedEvent>> {
  const { userId } = await requireAdmin(context);
  return listForReview(context.db, userId, { status, search }, page);
}

/**
 * An event for review; a draft is private.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, event.not_found
 */
export async function getReview(context: RequestContext, eventId: string): Promise<ReviewedEvent> {
  const { userId } = await requireAdmin(context);
  const event = await findReviewed(context.db, userId, eventId);
  return event && event.status !== "draft" ? event : fail("event.not_found");
}

/**
 * Publishes a submission, or what its member proposes for a published event, as the admin looked at it, and notifies them.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, event.not_found, event.wrong_status (over before it
 *   was published, or not to be published), event.conflict
 */
export function publishEvent(
  context: RequestContext,
  eventId: string,
  { updatedAt }: { updatedAt: string },
): Promise<ReviewedEvent> {
  return review(context, { eventId, updatedAt }, (event, { userId }, proposal) => {
    if (proposal && event.status === "published" && !event.cancelledAt) {
      return {
        action: "event.published",
        change: { reviewNote: null },
        proposal: "applied",
        raisesSequence: false,
        news: { type: "suggestion_accepted", message: `Your changes to “${proposal.title}” are published` },
      };
    }
    const now = context.clock.now();
    checkPublishable(event, now);
    return {
      action: "event.published",
      change: { status: "published", publishedAt: event.publishedAt ?? now, reviewNote: null },
      raisesSequence: false,
      news:
        event.organiserId === userId
          ? null
          : { type: "suggestion_accepted", message: `Your event “${event.title}” is published` },
    };
  });
}

/** @throws event.wrong_status */
function checkPublishable(event: LockedEvent, now: Date): void {
  const { status, cancelledAt, reviewedAt, publishedAt } = event;
  if (!["submitted", "changes_requested", "withdrawn"].includes(status) || cancelledAt) fail("event.wrong_status");
  const isWithdrawn = status === "withdrawn";
  // What its member took back is published only when they submit it again.
  if (isWithdrawn && reviewedAt === null) fail("event.wrong_status");
  // What was published before and taken down can be shown again.
  if (isOver(event, now) && !(isWithdrawn && publishedAt !== null)) fail("event.wrong_status");
}

/**
 * Sends a submission, or what its member proposes for a published event, back to them with a note.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, event.not_found, event.wrong_status, event.conflict
 */
export function requestEventChanges(
  context: RequestContext,
  eventId: string,
  { updatedAt, note }: { updatedAt: string; note: string },
): Promise<ReviewedEvent> {
  return review(context, { eventId, updatedAt }, (event, _admin, proposal) => {
    const isProposed = event.status === "published" && proposal?.isWaiting === true;
    if (event.status !== "submitted" && !isProposed) fail("event.wrong_status");
    return {
      action: "event.changes_requested",
      change: { ...(isProposed ? {} : { status: "changes_requested" }), reviewNote: note },
      ...(isProposed ? { proposal: "returned" } : {}),
      raisesSequence: false,
      news: { type: "event_update", message: `Please change your event “${event.title}”: ${note}` },
    };
  });
}

/**
 * Takes an event off the site, whether it was published or not. One that is not over is cancelled, and everyone who replied
 * is notified.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, event.not_found, event.wrong_status (a draft, or
 *   withdrawn before)
 */
export function withdrawEvent(context: RequestContext, eventId: string, note: string): Promise<ReviewedEvent> {
  return review(context, { eventId }, (event) => {
    if (event.status === "draft" || event.status === "withdrawn") fail("event.wrong_status");
    const now = context.clock.now();
    const isCancelled = event.status === "published" && !event.cancelledAt && !isOver(event, now);
    return {
      action: "event.withdrawn",
      change: {
        status: "withdrawn",
        reviewNote: note,
        ...(isCancelled ? { cancelledAt: now } : {}),
      },
      proposal: "dropped",
      raisesSequence: isCancelled,
      news: { type: "event_update", message: `Your event “${event.title}” was taken down: ${note}` },
    };
  });
}

type WaitingProposal = Proposal & { isWaiting: boolean };

interface Decision {
  action: "event.published" | "event.changes_requested" | "event.withdrawn";
  change: StatusChange;
  /** What becomes of what the member proposes for a published event. */
  proposal?: "applied" | "returned" | "dropped";
  /** Whether to notify those who replied. */
  raisesSequence: boolean;
  news: Pick<NewNotification, "type" | "message"> | null;
}

/**
 * Runs a reviewer's decision with the event's row locked, records it and tells its organiser, all or nothing. With `updatedAt`,
 * it holds only for the event as it was then.
 */
async function review(
  context: RequestContext,
  { eventId, updatedAt }: { eventId: string; updatedAt?: string },
  decide: (event: LockedEvent, admin: Viewer, proposal: WaitingProposal | undefined) => Decision,
): Promise<ReviewedEvent> {
  const admin = await requireAdmin(context);
  await transact(context.db, async (tx) => {
    const event = (await lockEvent(tx, eventId)) ?? fail("event.not_found");
    const now = context.clock.now();
    const proposal = await findProposal(tx, eventId);
    const { action, change, raisesSequence, news, ...decided } = decide(event, admin, proposal);
    if (updatedAt !== undefined && Date.parse(updatedAt) !== event.updatedAt.getTime()) fail("event.conflict");
    await settle(tx, { event, proposal, end: decided.proposal, now });
    const decision = { ...change, reviewedBy: admin.userId, reviewedAt: now };
    await updateStatus(tx, eventId, { change: decision, raisesSequence, now });
    if (raisesSequence) await queueChangeNews(tx, eventId);
    if (action === "event.withdrawn") await rotateCover(tx, event);
    await recordAudit(tx, {
      ...auditOrigin(context),
      action,
      target: { type: "event", id: eventId, memberId: event.organiserId },
      before: { status: event.status },
      after: { status: change.status ?? event.status },
      reason: change.reviewNote ?? null,
    });
    if (news === null) return;
    await notify(tx, context, { ...news, userId: event.organiserId, actorId: null, referenceId: eventId });
  });
  return (await findReviewed(context.db, admin.userId, eventId)) ?? fail("event.not_found");
}

/** Does with a proposal what was decided. */
async function settle(
  tx: Tx,
  given: { event: LockedEvent; proposal: WaitingProposal | undefined; end: Decision["proposal"]; now: Date },
): Promise<void> {
  const { event, proposal, end, now } = given;
  if (end === "applied" && proposal) await applyProposal(tx, event, proposal, now);
  if (end === "returned") await returnProposal(tx, event.id);
  if (end === "dropped") await dropProposal(tx, event.id);
}

/**
 * Features an upcoming event on the landing page in place of the one before, or no longer. Idempotent.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, event.not_found, event.wrong_status (not published,
 *   cancelled or over)
 */
export async function featureEvent(
  context: RequestContext,
  eventId: string,
  isFeatured: boolean,
): Promise<ReviewedEvent> {
  const { userId } = await requireAdmin(context);
  await transact(context.db, async (tx) => {
    const event = (await lockEvent(tx, eventId)) ?? fail("event.not_found");
    const isAhead = event.endsAt !== null && event.endsAt > context.clock.now();
    const canBe = event.status === "published" && event.cancelledAt === null && isAhead;
    if (isFeatured && !canBe) fail("event.wrong_status");
    await setFeatured(tx, context, { kind: "event", id: eventId, memberId: event.organiserId }, isFeatured);
  });
  return (await findReviewed(context.db, userId, eventId)) ?? fail("event.not_found");
}

/**
 * Hides an event from everybody but its organiser and admins whatever its stage, or shows it again, in the caller's
 * transaction; the cover of a hidden one gets a new address. False where nothing changed. Writes `events`.
 */
export async function setEventHidden(tx: Tx, eventId: string, isHidden: boolean): Promise<boolean> {
  const changed = await updateHidden(tx, eventId, isHidden);
  if (changed && isHidden) await rotateCover(tx, changed);
  return changed !== undefined;
}

const rotateCover = async (tx: Tx, { imageId }: { imageId: string | null }): Promise<void> =>
  rotateImages(tx, { ids: imageId === null ? [] : [imageId] });

interface Confirmation {
  id: string;
  member: Author;
  confirmedBy: Author | null;
  checkedInAt: string;
  points: number;
}

/**
 * Who confirmed whose attendance, the latest first.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, event.not_found
 */
export async function listEventConfirmations(
  context: RequestContext,
  eventId: string,
  { cursor, limit }: PageQuery,
): Promise<Page<Confirmation>> {
  await requireAdmin(context);
  if (!(await findEventFor(context, context.db, eventId))) fail("event.not_found");
  const rows = await listConfirmations(context.db, eventId, readCursor(cursor), limit);
  const confirmations = rows.map((row) => ({ ...row, checkedInAt: row.checkedInAt.toISOString() }));
  return toPageBy(confirmations, limit, ({ checkedInAt }) => checkedInAt);
}
