import type { EventProposal } from "#contract/events.ts";
import { pictureUrl } from "#contract/picture-urls.ts";
import { type Db, runSql } from "#server/db/db.ts";

/** What a member wants a published event to say. */
export interface Proposal {
  title: string;
  description: string | null;
  coverAlt: string | null;
  /** Null: the cover stays. */
  imageId: string | null;
}

/** The proposal for an event, whose row is locked; undefined without one. */
export async function findProposal(tx: Db, eventId: string): Promise<(Proposal & { isWaiting: boolean }) | undefined> {
  return tx
    .selectFrom("event_proposals")
    .select(["title", "description", "cover_alt as coverAlt", "image_id as imageId", "is_waiting as isWaiting"])
    .where("event_id", "=", eventId)
    .executeTakeFirst();
}

/** Stores the proposal for an event in place of the one before. Writes `event_proposals`. */
export async function upsertProposal(tx: Db, eventId: string, proposal: Proposal, now: Date): Promise<void> {
  const { title, description, coverAlt, imageId } = proposal;
  const columns = { title, description, cover_alt: coverAlt, image_id: imageId, is_waiting: true, submitted_at: now };
  await tx
    .insertInto("event_proposals")
    .values({ event_id: eventId, ...columns })
    .onConflict((conflict) => conflict.column("event_id").doUpdateSet(columns))
    .execute();
}

/** Gives a proposal back to its member. Writes `event_proposals`. */
export async function returnProposal(tx: Db, eventId: string): Promise<void> {
  await tx.updateTable("event_proposals").set({ is_waiting: false }).where("event_id", "=", eventId).execute();
}

/** Deletes the proposal for an event, if there is one. Writes `event_proposals`. */
export async function deleteProposal(tx: Db, eventId: string): Promise<void> {
  await runSql(tx, "delete from event_proposals where event_id = $1", [eventId]);
}

/** A proposal as `proposalColumn` reads it. */
export interface ProposalRow {
  title: string;
  description: string | null;
  coverAlt: string | null;
  isWaiting: boolean;
  cover: { key: string; width: number; height: number; thumbhash: string } | null;
}

/** SQL for the proposal of event `e` as a ProposalRow, or null. */
export const proposalColumn = `(
  select json_build_object('title', x.title, 'description', x.description, 'coverAlt', x.cover_alt, 'isWaiting', x.is_waiting,
    'cover', (select json_build_object('key', i.key, 'width', i.width, 'height', i.height, 'thumbhash', i.thumbhash)
      from images i where i.id = x.image_id))
  from event_proposals x where x.event_id = e.id) as proposal`;

/** The row as the contract's EventProposal. */
export function toProposal(row: ProposalRow | null): EventProposal | null {
  if (row === null) return null;
  const { cover, coverAlt, ...words } = row;
  if (cover === null) return { ...words, writtenCoverAlt: coverAlt, cover };
  const { key, ...size } = cover;
  return { ...words, writtenCoverAlt: coverAlt, cover: { ...size, url: pictureUrl(key) } };
}
