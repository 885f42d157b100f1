import { buffer } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import type { Event } from "#contract/events.ts";
import type { CheckedEvent, CheckedNewEvent } from "#contract/event-form.ts";
import { limits } from "#contract/limits.ts";
import type { Done } from "#contract/page.ts";
import { type Db, type Tx, transact } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import type { Viewer } from "#server/http/viewer.ts";
import { AppError, fail } from "#server/lib/app-error.ts";
import { isIdUsed } from "#server/db/used-ids.ts";
import { newId } from "#server/lib/ids.ts";
import { attachImage, findImageKey, releaseImages, storePicture } from "#server/media/media.service.ts";
import { lockMembers } from "#server/members/members.service.ts";
import { notify, withdrawNotificationsAbout } from "#server/notifications/notifications.service.ts";
import { learnTerms } from "#server/outfits/outfits.service.ts";
import { queueChangeNews, resetReminders } from "./attendance.store.ts";
import { auditEventChange } from "./event-audit.service.ts";
import { checkEvent } from "./event-form.ts";
import { findEventFor, getEvent } from "./event-detail.service.ts";
import { dropProposal, findProposedCover, propose } from "./event-proposals.service.ts";
import { findProposal } from "./event-proposals.store.ts";
import {
  countUnpublished,
  deleteEvent,
  type EventContent,
  findEventByImage,
  findOrganiserId,
  findStyleId,
  insertEvent,
  isOver,
  type LockedEvent,
  lockEvent,
  type StatusChange,
  updateEvent,
  updateStatus,
} from "./events.store.ts";
import { advanceWaitingList, isReminderPast } from "./waiting-list.service.ts";

export { changeCommentsCount as changeEventCommentsCount } from "./events.store.ts";
export {
  countEventComments,
  findEventFor,
  findEventForVisitors,
  findPublicEvent,
  findCachedLeadEvent,
  getLeadEvent,
  listPermittedEventViewers,
} from "./event-detail.service.ts";
export { listEventsForVisitors, searchEvents } from "./event-lists.service.ts";
export { renderEventOutfits } from "./event-outfits.service.ts";
export { endAttendanceBetween } from "./attendance.service.ts";
export { listEventAddresses } from "./event-rows.store.ts";
export { insertEvent } from "./events.store.ts";

/**
 * Saves a draft or submits an event with its cover, atomically. Business members and admins publish at once. A second attempt
 * with the same id edits the event that the first one created, unless that was changed since; without an id, one with the same
 * cover returns it.
 *
 * @throws auth.required, event.too_many_drafts, event.wrong_status, event.not_owner (this id is another's), event.not_found
 *   (deleted in the meantime), event.conflict, image.not_yours; request.invalid names the fields; as `editEvent`
 */
export async function createEvent(context: RequestContext, { id, ...form }: CheckedNewEvent): Promise<Event> {
  const viewer = requireMember(context);
  const eventId = id ?? newId();
  const now = context.clock.now();
  let isRepeat: boolean;
  try {
    isRepeat = await transact(context.db, async (tx) => {
      // Serializes a member's attempts, so that the limit holds and a repeated one sees the first.
      await lockMembers(tx, [viewer.userId]);
      if (await isMadeAlready(tx, viewer.userId, id)) return true;
      const change = planStage({ status: "draft", wasPublished: false, isOwn: true, viewer, form, now });
      const content = await toContent(tx, form, { now, needsAll: change.status !== "draft", held: undefined });
      if (change.status !== "published") await rejectTooMany(tx, viewer.userId);
      const { imageId = null } = form;
      if (imageId !== null) await attachImage(tx, { userId: viewer.userId, imageId, kind: "outfit" });
      await insertEvent(tx, { id: eventId, userId: viewer.userId, imageId, content, change, now });
      await learnWords(tx, content);
      return false;
    });
  } catch (error) {
    const isRefused = error instanceof AppError && error.code === "image.not_yours";
    const first =
      isRefused && form.imageId ? await findEventByImage(context.db, viewer.userId, form.imageId) : undefined;
    if (!first || first.title !== form.title) throw error;
    return getEvent(context, first.id);
  }
  return isRepeat ? replaceEvent(context, viewer, { eventId, form, isRepeat }) : getEvent(context, eventId);
}

/**
 * Whether the member has made an event with this id, which their browser chose.
 *
 * @throws event.not_owner if the id is another's
 */
async function isMadeAlready(db: Db, userId: string, id: string | undefined): Promise<boolean> {
  // In this order: an attempt that commits in between is found.
  if (id === undefined || !(await isIdUsed(db, id))) return false;
  return (await findOrganiserId(db, id)) === userId || fail("event.not_owner");
}

/** @throws event.too_many_drafts. The member must be locked. */
async function rejectTooMany(tx: Tx, userId: string): Promise<void> {
  if ((await countUnpublished(tx, userId)) >= limits.eventDraftsMax) fail("event.too_many_drafts");
}

/**
 * The status of a saved event: a draft may stay one or be submitted; a public event keeps its status. What was taken off the
 * site is reviewed, no matter who submits it.
 */
function planStage(given: {
  status: LockedEvent["status"];
  wasPublished: boolean;
  isOwn: boolean;
  viewer: Viewer;
  form: CheckedEvent;
  now: Date;
}): StatusChange & { status: LockedEvent["status"] } {
  const { status, wasPublished, isOwn, viewer, form, now } = given;
  const isWithAuthor = status === "draft" || status === "withdrawn" || status === "changes_requested";
  if (!isOwn || status === "published") return { status };
  if (form.intent === "draft") return { status: status === "withdrawn" ? "draft" : status };
  if (viewer.role !== "user" && !wasPublished)
    return { status: "published", publishedAt: now, ...(isWithAuthor ? { submittedAt: now } : {}) };
  return { status: "submitted", ...(isWithAuthor ? { submittedAt: now } : {}) };
}

/**
 * Replaces an event, its cover where another one is named. New words and a new cover of a published event wait for an admin
 * unless its organiser publishes at once. A new time or place of a published event that is not over raises its sequence
 * and notifies everyone who replied; added seats go to the waiting list.
 *
 * @param tag Of the state that was changed. An edit of any but the latest is refused, so that two people never overwrite each
 *   other unseen; the same edit a second time changes nothing.
 * @throws auth.required, event.not_found, event.not_owner, event.wrong_status (it is cancelled), event.conflict,
 *   image.not_yours; request.invalid names the fields
 */
export async function editEvent(
  context: RequestContext,
  eventId: string,
  form: CheckedEvent,
  tag?: string,
): Promise<Event> {
  return replaceEvent(context, requireMember(context), { eventId, form, tag });
}

async function replaceEvent(
  context: RequestContext,
  viewer: Viewer,
  { eventId, form, tag, isRepeat }: { eventId: string; form: CheckedEvent; tag?: string | undefined; isRepeat?: true },
): Promise<Event> {
  await changeEvent(context, eventId, "event.changed", async (tx, held) => {
    if (held.cancelledAt) fail("event.wrong_status");
    const now = context.clock.now();
    const isOwn = held.organiserId === viewer.userId;
    const stage = planStage({ status: held.status, wasPublished: held.publishedAt !== null, isOwn, viewer, form, now });
    const edit = { held, viewer, form, stage, now };
    // A try to make it once more changes what the first one made.
    if (await isMadeBefore(tx, edit, isRepeat ? toTag(held.createdAt) : tag)) return null;
    const { content, imageId, change } = await takeContent(tx, edit);
    const isPast = isOver(held, now) && isOver(content, now);
    const isNews = held.status === "published" && !isPast && isElsewhere(held, content);
    await updateEvent(tx, eventId, { content, imageId, change, raisesSequence: isNews, now });
    if (held.imageId !== null && imageId !== held.imageId) await releaseImages(tx, [held.imageId]);
    await learnWords(tx, content);
    if (isNews) {
      await queueChangeNews(tx, eventId);
      if (content.startsAt && !isReminderPast(content.startsAt, now)) await resetReminders(tx, eventId);
    }
    await advanceWaitingList(tx, context, eventId);
    return `Your event “${held.title}” was changed by an admin`;
  });
  return getEvent(context, eventId);
}

const toTag = (changedAt: Date): string => `"${changedAt.toISOString()}"`;

interface Edit {
  held: LockedEvent;
  viewer: Viewer;
  form: CheckedEvent;
  stage: StatusChange;
  now: Date;
}

/** Whether an admin has to look at the words and the cover of an edit. */
const isProposing = ({ held, viewer }: Edit): boolean =>
  held.organiserId === viewer.userId && viewer.role === "user" && held.status === "published";

/**
 * Whether an edit of another state than the latest finds the event, with what is proposed for it, as it would leave it: the
 * answer to an earlier try was lost on its way.
 *
 * @throws event.conflict if it does not
 */
async function isMadeBefore(tx: Tx, edit: Edit, tag: string | undefined): Promise<boolean> {
  if (tag === undefined || tag === toTag(edit.held.updatedAt)) return false;
  return (await changesNothing(tx, edit)) || fail("event.conflict");
}

async function changesNothing(tx: Tx, edit: Edit): Promise<boolean> {
  const { held, viewer, form, stage, now } = edit;
  const proposal = held.organiserId === viewer.userId ? await findProposal(tx, held.id) : undefined;
  if (proposal && !(proposal.isWaiting && isProposing(edit))) return false;
  const found = { ...held, ...proposal, imageId: proposal?.imageId ?? held.imageId };
  const { imageId = found.imageId } = form;
  // What may be written was checked by the try before: what is refused made none.
  const content = await toContent(tx, form, { now, needsAll: false, held: undefined }).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (content === null) return false;
  const left = { ...content, imageId, status: stage.status };
  return (Object.keys(left) as (keyof typeof left)[]).every((name) => isDeepStrictEqual(left[name], found[name]));
}

/**
 * What an edit writes on the event's row: all of it, or, where an admin has to look at words and cover, the rest. Attaches a
 * new cover; the caller releases the former one.
 */
async function takeContent(
  tx: Tx,
  edit: Edit,
): Promise<{ content: EventContent; imageId: string | null; change: StatusChange }> {
  const { held, viewer, form, stage, now } = edit;
  const isOwn = held.organiserId === viewer.userId;
  const proposedId = isOwn ? await findProposedCover(tx, held.id) : null;
  const { imageId = proposedId ?? held.imageId } = form;
  const content = await toContent(tx, { ...form, imageId }, { now, needsAll: stage.status !== "draft", held });
  if (isProposing(edit)) {
    const rest = await propose(tx, held, { content, imageId, now });
    return { content: rest, imageId: held.imageId, change: { ...stage, reviewNote: null } };
  }
  const isNewCover = imageId !== null && imageId !== held.imageId && imageId !== proposedId;
  if (isNewCover) {
    await attachImage(tx, { userId: viewer.userId, ownerId: held.organiserId, imageId, kind: "outfit" });
  }
  if (isOwn) await dropProposal(tx, held.id, imageId);
  return { content, imageId, change: stage };
}

/** Whether the time or place of an event changed. */
function isElsewhere(held: EventPlace, content: EventPlace): boolean {
  return (
    held.startsAt?.getTime() !== content.startsAt?.getTime() ||
    held.endsAt?.getTime() !== content.endsAt?.getTime() ||
    held.timeZone !== content.timeZone ||
    held.location !== content.location ||
    held.address !== content.address
  );
}

type EventPlace = Pick<LockedEvent, "startsAt" | "endsAt" | "timeZone" | "location" | "address">;

async function toContent(
  tx: Tx,
  form: CheckedEvent,
  options: { now: Date; needsAll: boolean; held: LockedEvent | undefined },
) {
  const content = checkEvent(form, options);
  const styleId = form.style === null ? null : await findStyleId(tx, form.style);
  return { ...content, styleId: styleId ?? null };
}

/** Makes the words of an event known to searches, so that they can be what a mistyped one meant. */
function learnWords(tx: Tx, { title, location }: { title: string; location: string | null }): Promise<void> {
  return learnTerms(tx, { title: `${title} ${location ?? ""}`, tags: [], brands: [] });
}

/**
 * Deletes an own event that was never published, with its cover.
 *
 * @throws auth.required, event.not_found, event.not_owner, event.wrong_status (it was published)
 */
export async function removeEvent(context: RequestContext, eventId: string): Promise<Done> {
  requireMember(context);
  await changeEvent(context, eventId, "event.deleted", async (tx, held) => {
    if (held.publishedAt) fail("event.wrong_status");
    await withdrawNotificationsAbout(tx, context, eventId);
    await deleteEvent(tx, eventId);
    if (held.imageId !== null) await releaseImages(tx, [held.imageId]);
    return `Your event “${held.title}” was deleted by an admin`;
  });
  return { ok: true };
}

/**
 * A draft of the caller's with an own event's texts and a copy of its cover, without its dates. A second attempt with the same
 * id returns what the first one made.
 *
 * @throws auth.required, event.not_found, event.not_owner, event.too_many_drafts, image.busy, image.quota
 */
export async function duplicateEvent(context: RequestContext, eventId: string, id?: string): Promise<Event> {
  const { userId, role } = requireMember(context);
  const visible = (await findEventFor(context, context.db, eventId)) ?? fail("event.not_found");
  if (visible.organiserId !== userId && role !== "admin") fail("event.not_owner");
  const copyId = id ?? newId();
  if (await isMadeAlready(context.db, userId, id)) return getEvent(context, copyId);
  const held = (await transact(context.db, (tx) => lockEvent(tx, eventId))) ?? fail("event.not_found");
  const imageId = held.imageId === null ? null : await copyCover(context, userId, held.imageId);
  const now = context.clock.now();
  await transact(context.db, async (tx) => {
    // Serializes a member's attempts. The cover of one that is repeated meanwhile is deleted like any that nothing uses.
    await lockMembers(tx, [userId]);
    if (await isMadeAlready(tx, userId, id)) return;
    await rejectTooMany(tx, userId);
    if (imageId !== null) await attachImage(tx, { userId, imageId, kind: "outfit" });
    const content = { ...held, startsAt: null, endsAt: null, startsOn: null, endsOn: null };
    await insertEvent(tx, { id: copyId, userId, imageId, content, change: { status: "draft" }, now });
  });
  return getEvent(context, copyId);
}

/** Copies an event's cover, because a stored image belongs to one row only; null if its file is missing. */
async function copyCover(context: RequestContext, userId: string, imageId: string): Promise<string | null> {
  const key = await findImageKey(context.db, imageId);
  const file = key === undefined ? null : await context.storage.read(key);
  if (!file) return null;
  const bytes = await buffer(file.bytes);
  const copy = await storePicture(context, { userId, kind: "outfit", bytes, isCopy: true });
  return copy.id;
}

/**
 * Takes an own submission, or what is proposed for a published event, back before it is published. Where an admin does it to
 * another's, it is their decision, which an admin can change; a member's own stands until they submit the event again.
 *
 * @throws auth.required, event.not_found, event.not_owner, event.wrong_status
 */
export async function withdrawSubmission(context: RequestContext, eventId: string): Promise<Event> {
  const { userId } = requireMember(context);
  await changeEvent(context, eventId, "event.withdrawn", async (tx, held) => {
    const now = context.clock.now();
    const isProposal = held.status === "published" && (await dropProposal(tx, eventId));
    if (isProposal) {
      // A form that still has the proposal was begun with another state.
      await updateStatus(tx, eventId, { change: {}, raisesSequence: false, now });
      return `Your changes to “${held.title}” were withdrawn by an admin`;
    }
    if (held.status !== "submitted" && held.status !== "changes_requested") fail("event.wrong_status");
    const isOwn = held.organiserId === userId;
    const decision = isOwn ? { reviewedBy: null, reviewedAt: null } : { reviewedBy: userId, reviewedAt: now };
    await updateStatus(tx, eventId, { change: { status: "withdrawn", ...decision }, raisesSequence: false, now });
    return `Your event “${held.title}” was withdrawn by an admin`;
  });
  return getEvent(context, eventId);
}

/**
 * Cancels a published event and notifies everyone who replied.
 *
 * @throws auth.required, event.not_found, event.not_owner, event.wrong_status (not published, over or
 *   cancelled before)
 */
export async function cancelEvent(context: RequestContext, eventId: string, reason: string | null): Promise<Event> {
  await changeEvent(context, eventId, "event.changed", async (tx, held) => {
    const now = context.clock.now();
    if (held.status !== "published" || held.cancelledAt || isOver(held, now)) fail("event.wrong_status");
    await dropProposal(tx, eventId);
    const change = { cancelledAt: now, cancelReason: reason };
    await updateStatus(tx, eventId, { change, raisesSequence: true, now });
    await queueChangeNews(tx, eventId);
    return `Your event “${held.title}” was cancelled by an admin${reason ? `: ${reason}` : ""}`;
  });
  return getEvent(context, eventId);
}

/**
 * Runs a change of an event by its organiser or an admin, its row locked, in one transaction. What an admin does to another's
 * event is audited as `action`, and its organiser is notified.
 *
 * @param change Returns what the organiser is told; null if it changed nothing.
 */
async function changeEvent(
  context: RequestContext,
  eventId: string,
  action: "event.changed" | "event.withdrawn" | "event.deleted",
  change: (tx: Tx, held: LockedEvent) => Promise<string | null>,
): Promise<void> {
  const viewer = requireMember(context);
  await transact(context.db, async (tx) => {
    if (!(await findEventFor(context, tx, eventId))) fail("event.not_found");
    const held = (await lockEvent(tx, eventId)) ?? fail("event.not_found");
    const isOwn = held.organiserId === viewer.userId;
    if (!isOwn && viewer.role !== "admin") fail("event.not_owner");
    const message = await change(tx, held);
    if (message === null) return;
    await auditEventChange(tx, context, { action, held });
    if (isOwn) return;
    const referenceId = action === "event.deleted" ? null : eventId;
    const news = { userId: held.organiserId, type: "event_update", actorId: null, referenceId, message } as const;
    await notify(tx, context, news);
  });
}
