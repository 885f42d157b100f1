import { z } from "zod";
import { isBlankText, visible } from "./blank-text.ts";
import { eventStyles, limits } from "./limits.ts";

/** A time by the event's own clock. */
const LocalTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, "Choose a date and a time");
export const optionalText = (charsMax: number, name: string) =>
  z.string().trim().max(charsMax, `${name} must be less than ${charsMax} characters`).nullable().default(null);

/**
 * An event as its form sends it. `draft` keeps what is there so far and asks for a title only; `submit` needs all but the
 * optional parts, and publishes at once for business members and admins.
 */
export const EventForm = z
  .strictObject({
    intent: z.enum(["draft", "submit"]),
    title: z
      .string()
      .trim()
      .regex(visible, "Title is required")
      .max(limits.eventTitleCharsMax, `Title must be less than ${limits.eventTitleCharsMax} characters`),
    description: optionalText(limits.eventDescriptionCharsMax, "Description"),
    style: z.enum(eventStyles, "Style is required").nullable().default(null),
    imageId: z
      .uuid("Must be a valid image URL")
      .nullable()
      .optional()
      .describe("A new cover; null takes the cover away; left out, it stays"),
    coverAlt: optionalText(limits.altTextCharsMax, "Alt text"),
    location: optionalText(limits.eventLocationCharsMax, "Location"),
    address: optionalText(limits.eventAddressCharsMax, "Address"),
    startsAt: LocalTime.nullable().default(null),
    endsAt: LocalTime.nullable().default(null),
    timeZone: z.string().trim().max(64, "Choose a time zone").nullable().default(null),
    capacity: z
      .number("Places must be a whole number")
      .int("Places must be a whole number")
      .min(1, "There must be at least 1 place")
      .max(limits.eventCapacityMax, "Places must be at most 100,000")
      .nullable()
      .default(null),
  })
  .superRefine((form, context) => {
    const issues = [
      ...(form.startsAt && form.endsAt && form.endsAt <= form.startsAt
        ? [{ path: "endsAt", message: "The end must be after the start" }]
        : []),
      ...(form.intent === "submit" ? findMissing(form, form.imageId !== null) : []),
    ];
    for (const { path, message } of issues) context.addIssue({ code: "custom", path: [path], message });
  });
export type EventForm = z.input<typeof EventForm>;
/** A new event; with an `id` of the client's, sending it again changes the event that the first call made, unless that was changed since. */
export const NewEventForm = EventForm.safeExtend({ id: z.uuid().optional() });
export type CheckedNewEvent = z.output<typeof NewEventForm>;
export type CheckedEvent = z.output<typeof EventForm>;

/** The state that an edit began with. */
export const EventEditHeaders = z.object({
  "if-match": z
    .string()
    .regex(/^"[^"]*"$/, "Must be in double quotes")
    .optional()
    .describe("The event's `updatedAt` in double quotes: an edit of any but the latest is refused. Left out, none is"),
});

const neededToSubmit = {
  style: "Style is required",
  location: "Location is required",
  startsAt: "Choose when it starts",
  endsAt: "Choose when it ends",
  timeZone: "Choose a time zone",
} as const;

/** What an event still lacks before others may see it. */
export function findMissing(
  form: Partial<Record<keyof typeof neededToSubmit, string | null>>,
  hasCover: boolean,
): { path: string; message: string }[] {
  const missing = Object.entries(neededToSubmit)
    .filter(([path]) => isBlankText(form[path as keyof typeof neededToSubmit] ?? ""))
    .map(([path, message]) => ({ path, message }));
  return hasCover ? missing : [...missing, { path: "imageId", message: "Please upload a cover" }];
}
