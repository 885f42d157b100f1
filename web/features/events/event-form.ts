import type { Event } from "#contract/events.ts";
import { EventForm as EventFormSchema } from "#contract/event-form.ts";
import { type EventForm } from "#contract/event-form.ts";
import { type EventStyle, eventStyles } from "#contract/limits.ts";
import { Picture } from "#contract/media.ts";
import { z } from "zod";
import { ApiError } from "#web/api/api-error.ts";
import { createFormDrafts } from "#web/lib/form-drafts.ts";
import { errorMessage } from "#web/text/errors.ts";
import { ownTimeZone } from "./event-time.ts";

const Fields = z.object({
  title: z.string(),
  description: z.string(),
  style: z.enum(["", ...eventStyles]),
  /** Without an id it is the cover that the event has already. */
  cover: z.object({ id: z.string().nullable(), picture: Picture }).nullable(),
  coverAlt: z.string(),
  location: z.string(),
  address: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  timeZone: z.string(),
  capacity: z.string(),
});
/** The form's values, as typed. */
export type EventFields = z.infer<typeof Fields>;
type FieldName = keyof EventFields;
export type FieldErrors = Partial<Record<FieldName, string>>;

export const emptyEvent = (): EventFields => ({
  title: "",
  description: "",
  style: "",
  cover: null,
  coverAlt: "",
  location: "",
  address: "",
  startsAt: "",
  endsAt: "",
  timeZone: ownTimeZone(),
  capacity: "",
});

function toWords(event: Event, proposal: Event["proposal"]) {
  const { title, description, writtenCoverAlt } = proposal ?? event;
  const picture = proposal?.cover ?? event.cover;
  return {
    title,
    description: description ?? "",
    cover: picture && { id: null, picture },
    coverAlt: writtenCoverAlt ?? "",
  };
}

/** The event as it is, or for its organiser as they want it to be. */
export function toFields(event: Event, isOwn: boolean): EventFields {
  return {
    ...toWords(event, isOwn ? event.proposal : null),
    style: (event.style?.name as EventStyle | undefined) ?? "",
    location: event.location ?? "",
    address: event.address ?? "",
    startsAt: event.startsLocal ?? "",
    endsAt: event.endsLocal ?? "",
    timeZone: event.timeZone ?? ownTimeZone(),
    capacity: event.capacity === null ? "" : String(event.capacity),
  };
}

const orNull = (text: string): string | null => text.trim() || null;

/** What is sent; a cover that is there already is not named. */
export function toBody(fields: EventFields, intent: EventForm["intent"]): EventForm {
  const { cover } = fields;
  const capacity = fields.capacity.trim();
  return {
    intent,
    title: fields.title,
    description: orNull(fields.description),
    style: fields.style === "" ? null : fields.style,
    ...(cover?.id === null ? {} : { imageId: cover?.id ?? null }),
    coverAlt: orNull(fields.coverAlt),
    location: orNull(fields.location),
    address: orNull(fields.address),
    startsAt: orNull(fields.startsAt),
    endsAt: orNull(fields.endsAt),
    timeZone: orNull(fields.timeZone),
    capacity: capacity === "" ? null : Number(capacity),
  };
}

/** Whether two forms say the same, spaces at an end aside. */
export function areSame(one: EventFields, other: EventFields): boolean {
  const [a, b] = [one, other].map(({ cover, ...words }) => {
    const { data } = EventFormSchema.safeParse(toBody({ ...words, cover: null }, "draft"));
    return JSON.stringify([cover?.picture.url, data]);
  });
  return a === b;
}

/** Whether the form says what one of these does. */
export const isOneOf = (fields: EventFields, others: readonly EventFields[]): boolean =>
  others.some((other) => areSame(other, fields));

/** What is wrong with the form, by the contract's own schema: the first error of each field. */
export function checkFields(fields: EventFields, intent: EventForm["intent"]): FieldErrors {
  return toErrors(EventFormSchema.safeParse(toBody(fields, intent)).error?.issues ?? []);
}

/** The server's field errors; empty for other errors. */
export function readRefusal(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  if (error.code === "image.not_yours") return { cover: errorMessage(error) };
  return toErrors(error.issues.map(({ path, message }) => ({ path: path.split("."), message })));
}

function toErrors(issues: readonly { path: readonly PropertyKey[]; message: string }[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) {
    const name = path[0] === "imageId" ? "cover" : path[0];
    if (typeof name === "string" && name in Fields.shape) errors[name as FieldName] ??= message;
  }
  return errors;
}

export interface DraftKey {
  userId: string;
  eventId: string | null;
  /** When the event was last changed before this edit began. */
  basedOn: string | null;
}

/** The draft of an edit that begins with this event. */
export const keyOf = (userId: string, { id, updatedAt }: Event): DraftKey => ({
  userId,
  eventId: id,
  basedOn: updatedAt,
});

/** What is known of the saves of a draft. */
export interface Saves {
  /** The id that a new event was sent with: sent again after a lost answer, it is the same event. */
  newId: string;
  /** What may have been saved, as no answer of the server says that it was not. */
  sent: EventFields[];
}

const Kept = Fields.extend({ newId: z.string().optional(), sent: z.array(Fields).default([]) });
const drafts = createFormDrafts<z.infer<typeof Kept>, DraftKey>(
  Kept,
  ({ userId, eventId }) => `fash.event-draft.${userId}.${eventId ?? "new"}`,
);

/** The draft's fields, and its saves, if there were any. `initial` is the form without a draft. */
export function readKept(key: DraftKey, initial: EventFields): { fields: EventFields; saves: Saves | null } | null {
  let hasLanded = false;
  const kept = drafts.read(key, ({ sent }) => (hasLanded = isOneOf(initial, sent)));
  if (kept === null) return null;
  const { newId, sent, ...fields } = kept;
  // Once one is known to have landed, nothing is left to be known of them.
  const saves = newId === undefined ? null : { newId, sent: hasLanded ? [] : sent };
  // The event's own cover has another address if the event was hidden meanwhile.
  const cover = fields.cover?.id === null ? initial.cover : fields.cover;
  return { fields: { ...fields, cover }, saves };
}

/**
 * Keeps the form as it is, or null: no longer.
 *
 * @param saves None before the first one, as a duplicated tab has a copy of the draft.
 */
export function keep(key: DraftKey, fields: EventFields | null, saves: Saves | null = null): void {
  if (fields === null) drafts.remove(key);
  else drafts.save(key, { ...fields, newId: saves?.newId, sent: saves?.sent ?? [] });
}
