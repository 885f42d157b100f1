import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Author, Done, Id, IsoTime, page, PageQuery } from "./page.ts";

/** A member whom the caller has blocked or muted, and since when. */
export const SilencedMember = z.object({ id: Id.describe("The member's"), member: Author, createdAt: IsoTime });
export type SilencedMember = z.infer<typeof SilencedMember>;

const ReportReason = z.enum(["spam", "harassment", "nudity", "hate", "violence", "stolen", "other"]);
type ReportReason = z.infer<typeof ReportReason>;

export const NewReport = z.strictObject({
  targetType: z.enum(["outfit", "comment", "profile", "message"]),
  targetId: Id,
  reason: ReportReason,
  details: z
    .string()
    .trim()
    .max(limits.reportDetailsCharsMax, "Details must be less than 1000 characters")
    .nullable()
    .default(null),
});
export type NewReport = z.input<typeof NewReport>;

const ofMember = z.strictObject({ memberId: Id });

export const safetyEndpoints = {
  block: endpoint("PUT", "/api/blocks/:memberId", {
    summary: "Hides the caller and a member from each other everywhere, and ends their follows",
    params: ofMember,
    reply: Done,
    errors: ["auth.required", "profile.not_found", "member.is_self", "rate.limited"],
  }),
  unblock: endpoint("DELETE", "/api/blocks/:memberId", {
    summary: "Ends a block; follows do not come back",
    params: ofMember,
    reply: Done,
    errors: ["auth.required"],
  }),
  blocks: endpoint("GET", "/api/blocks", {
    summary: "Whom the caller has blocked, newest first",
    query: PageQuery,
    reply: page(SilencedMember),
    errors: ["auth.required"],
  }),
  mute: endpoint("PUT", "/api/mutes/:memberId", {
    summary: "Leaves a member out of the caller's feeds and notices; the member does not notice",
    params: ofMember,
    reply: Done,
    errors: ["auth.required", "profile.not_found", "member.is_self", "rate.limited"],
  }),
  unmute: endpoint("DELETE", "/api/mutes/:memberId", {
    summary: "Ends a mute",
    params: ofMember,
    reply: Done,
    errors: ["auth.required"],
  }),
  mutes: endpoint("GET", "/api/mutes", {
    summary: "Whom the caller has muted, newest first",
    query: PageQuery,
    reply: page(SilencedMember),
    errors: ["auth.required"],
  }),
  report: endpoint("POST", "/api/reports", {
    summary: "Reports an outfit, a comment, a profile or a message of the caller's to the moderators; twice is once",
    body: NewReport,
    reply: Done,
    errors: ["auth.required", "report.target_not_found", "rate.limited"],
  }),
};
