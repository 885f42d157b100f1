import type { Tx } from "#server/db/db.ts";
import { attachImage, releaseImages } from "#server/media/media.service.ts";
import { learnTerms } from "#server/outfits/outfits.service.ts";
import { deleteProposal, findProposal, type Proposal, upsertProposal } from "./event-proposals.store.ts";
import { type EventContent, type LockedEvent, updateEvent } from "./events.store.ts";

/** The cover that is proposed for an event; null where it stays. */
export async function findProposedCover(tx: Tx, eventId: string): Promise<string | null> {
  return (await findProposal(tx, eventId))?.imageId ?? null;
}

/**
 * Keeps new words and a new cover of a published event for an admin to look at; none where they are what the event says
 * already. The event's row is locked. Writes `event_proposals`.
 *
 * @returns What changes at once: all but words and cover.
 */
export async function propose(
  tx: Tx,
  held: LockedEvent,
  { content, imageId, now }: { content: EventContent; imageId: string | null; now: Date },
): Promise<EventContent> {
  const former = await findProposal(tx, held.id);
  const { title, description, coverAlt } = content;
  const cover = imageId === held.imageId ? null : imageId;
  if (cover !== null && cover !== former?.imageId) {
    await attachImage(tx, { userId: held.organiserId, imageId: cover, kind: "outfit" });
  }
  const isNew =
    cover !== null || title !== held.title || description !== held.description || coverAlt !== held.coverAlt;
  if (isNew) await upsertProposal(tx, held.id, { title, description, coverAlt, imageId: cover }, now);
  else await deleteProposal(tx, held.id);
  if (former?.imageId && former.imageId !== cover) await releaseImages(tx, [former.imageId]);
  return { ...content, title: held.title, description: held.description, coverAlt: held.coverAlt };
}

/**
 * Drops what a member proposed for an event, with its cover; false without a proposal. Writes `event_proposals`.
 *
 * @param coverId The event's cover from now on, which stays.
 */
export async function dropProposal(tx: Tx, eventId: string, coverId: string | null = null): Promise<boolean> {
  const former = await findProposal(tx, eventId);
  if (!former) return false;
  await deleteProposal(tx, eventId);
  if (former.imageId !== null && former.imageId !== coverId) await releaseImages(tx, [former.imageId]);
  return true;
}

/** Puts proposed words and cover on the event, whose row is locked. Writes `events` and `event_proposals`. */
export async function applyProposal(tx: Tx, held: LockedEvent, proposal: Proposal, now: Date): Promise<void> {
  const { title, description, coverAlt } = proposal;
  const imageId = proposal.imageId ?? held.imageId;
  const content = { ...held, title, description, coverAlt };
  await deleteProposal(tx, held.id);
  await updateEvent(tx, held.id, { content, imageId, change: {}, raisesSequence: false, now });
  if (held.imageId !== null && held.imageId !== imageId) await releaseImages(tx, [held.imageId]);
  await learnTerms(tx, { title: `${title} ${held.location ?? ""}`, tags: [], brands: [] });
}
