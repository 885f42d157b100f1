import { z } from "zod";
import { AdminPageQuery, adminErrors, Reason, sensitiveErrors } from "./admin.ts";
import { visible } from "./blank-text.ts";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Picture, UploadKind } from "./media.ts";
import { Author, Done, Id, IsoTime, page } from "./page.ts";

const Count = z.number().int();
const TargetType = z.enum(["outfit", "comment", "profile", "message", "article", "event"]);
export const CaseOutcome = z.enum(["dismissed", "hidden", "deleted", "warned", "suspended"]);
export type CaseOutcome = z.infer<typeof CaseOutcome>;

/** The outcomes that are possible for each kind of target. */
export const outcomesFor: Record<z.infer<typeof TargetType>, readonly CaseOutcome[]> = {
  outfit: ["dismissed", "hidden", "deleted", "warned", "suspended"],
  comment: ["dismissed", "hidden", "deleted", "warned", "suspended"],
  message: ["dismissed", "deleted", "warned", "suspended"],
  profile: ["dismissed", "hidden", "warned", "suspended"],
  article: ["dismissed", "hidden", "warned", "suspended"],
  event: ["dismissed", "hidden", "warned", "suspended"],
};

/** A row of the moderation queue. */
export const ModerationCase = z.object({
  id: Id,
  targetType: TargetType,
  targetId: Id,
  member: Author.describe("Whose it is"),
  excerpt: z.string().describe("The title or the first words; empty once it is gone"),
  picture: Picture.nullable(),
  reportsCount: Count,
  reasons: z.array(z.object({ reason: z.string(), count: Count })).describe("The most frequent first"),
  screeningPercent: Count.nullable(),
  isImageMatch: z.boolean().describe("Resembles a picture that was removed before"),
  foundPicture: z
    .enum(["in_use", "proposed", "former", "gone"])
    .nullable()
    .describe(
      "What became of the picture that the image screening found, which is `picture`; null if it found none, or its target is gone",
    ),
  lockedBy: Author.nullable(),
  lockedUntil: IsoTime.nullable(),
  status: z.enum(["open", ...CaseOutcome.options]),
  decision: z
    .enum(["in_force", "taken_back", "erased"])
    .nullable()
    .describe("What became of the decision; null while the case is open, and where nothing was done"),
  createdAt: IsoTime,
  decidedAt: IsoTime.nullable(),
});
export type ModerationCase = z.infer<typeof ModerationCase>;

/** A picture that a decision about a case is about. */
export const FoundPicture = z.object({
  id: Id,
  kind: UploadKind,
  picture: Picture,
  screeningPercent: Count.nullable(),
  isImageMatch: z.boolean().describe("Resembles a picture that was removed before"),
  state: z.enum(["in_use", "withheld", "proposed", "former"]).describe("`withheld`: off the profile, in this case"),
});
export type FoundPicture = z.infer<typeof FoundPicture>;

export const ModerationCaseDetail = ModerationCase.extend({
  content: z.string().nullable().describe("The whole text; null once it is gone"),
  context: z.string().nullable().describe("What it belongs to, such as the outfit of a comment"),
  outfitId: Id.nullable().describe("The outfit, or that of the comment"),
  eventId: Id.nullable().describe("The event, or that of the comment"),
  articleId: Id.nullable(),
  isHidden: z.boolean(),
  isHeld: z
    .boolean()
    .describe("Withheld by the image screening: a decision that does not hide or delete shows it again"),
  reports: z
    .array(
      z.object({
        id: Id,
        reporter: Author,
        reason: z.string(),
        details: z.string().nullable(),
        upheld: Count,
        dismissed: Count,
        createdAt: IsoTime,
      }),
    )
    .describe("Empty where it is the caller's own"),
  foundPictures: z
    .array(FoundPicture)
    .describe(
      "Every picture that the image screening found in it and no moderator has decided about, and those of a profile that it withholds; `picture` first",
    ),
  history: z.array(z.object({ id: Id, kind: z.string(), excerpt: z.string(), reason: z.string(), createdAt: IsoTime })),
  memberSince: IsoTime,
  memberReportsCount: Count,
});
export type ModerationCaseDetail = z.infer<typeof ModerationCaseDetail>;

export const ModerationTemplate = z.object({
  id: Id,
  outcome: CaseOutcome,
  name: z.string(),
  message: z.string(),
});
export type ModerationTemplate = z.infer<typeof ModerationTemplate>;

const Message = z
  .string()
  .trim()
  .regex(visible, "Write a message first")
  .max(limits.moderationMessageCharsMax, "Message must be at most 2000 characters");

const TemplateTexts = z.strictObject({
  name: z.string().trim().regex(visible, "Name is required").max(limits.templateNameCharsMax),
  message: Message,
});
const ofTemplate = {
  params: z.strictObject({ templateId: Id }),
  reply: ModerationTemplate,
  errors: [...adminErrors, "template.not_found"],
} as const;

export const SuspensionDays = z
  .number("Enter a whole number")
  .int("Enter a whole number")
  .min(1, "At least one day")
  .max(limits.suspensionDaysMax, "At most 365 days")
  .nullable()
  .describe("Null: for good");

export const Appeal = z.object({
  id: Id,
  member: Author,
  message: z.string(),
  status: z.enum(["open", "upheld", "granted"]),
  answer: z.string().nullable(),
  kind: z.enum(["hidden", "deleted", "warned", "suspended"]),
  excerpt: z.string(),
  reason: z.string(),
  decidedBy: Author.nullable().describe("Who made the decision that the appeal is about"),
  isOwnDecision: z
    .boolean()
    .describe("The caller made that decision or appeals against it, and there is another admin who can decide"),
  createdAt: IsoTime,
  actionAt: IsoTime,
});
export type Appeal = z.infer<typeof Appeal>;

/** Something that was done to the caller or to something of theirs. */
export const AccountAction = z.object({
  id: Id,
  kind: z
    .enum(["hidden", "deleted", "warned", "suspended", "held"])
    .describe("'held': taken out of the lists by the image screening until a moderator has looked at it"),
  targetType: TargetType,
  targetId: Id,
  excerpt: z.string(),
  reason: z.string(),
  endsAt: IsoTime.nullable(),
  purgeAt: IsoTime.nullable().describe("When removed content is deleted for good"),
  revokedAt: IsoTime.nullable(),
  createdAt: IsoTime,
  appealUntil: IsoTime.nullable().describe("Null: no appeal is possible (any more)"),
  appeal: z
    .object({
      status: z.enum(["open", "upheld", "granted"]),
      message: z.string(),
      answer: z.string().nullable(),
      createdAt: IsoTime,
    })
    .nullable(),
});
export type AccountAction = z.infer<typeof AccountAction>;

export const AccountStatus = z.object({
  username: z.string(),
  isSuspended: z.boolean(),
  suspendedUntil: IsoTime.nullable().describe("Null while suspended: for good"),
  actions: z.array(AccountAction).describe("Newest first"),
});
export type AccountStatus = z.infer<typeof AccountStatus>;

const params = z.strictObject({ caseId: Id });
/** The state that a decision is about. */
const DecisionHeaders = z.object({
  "if-match": z
    .string()
    .regex(/^"[^"]*"$/, "Must be in double quotes")
    .optional()
    .describe(
      "The ids of the `foundPictures` that the moderator saw, with spaces between them, in double quotes: while there is another one, the decision is refused. Left out, none is",
    ),
});
const ofCase = [...adminErrors, "case.not_found"] as const;

export const moderationEndpoints = {
  queue: endpoint("GET", "/api/admin/cases", {
    summary: "Lists open cases, most urgent first; or decided ones, newest first",
    query: AdminPageQuery.extend({
      state: z.enum(["open", "decided"]).default("open"),
      targetType: TargetType.optional(),
    }),
    reply: page(ModerationCase),
    errors: adminErrors,
  }),
  case: endpoint("GET", "/api/admin/cases/:caseId", {
    summary: "Gets one case with its content, context, reports and the owner's history",
    params,
    reply: ModerationCaseDetail,
    errors: ofCase,
  }),
  lock: endpoint("PUT", "/api/admin/cases/:caseId/lock", {
    summary: "Reserves a case for the caller for ten minutes; repeating extends it",
    params,
    reply: z.object({ lockedUntil: IsoTime }),
    errors: [...ofCase, "case.locked", "case.decided", "decision.own"],
  }),
  unlock: endpoint("DELETE", "/api/admin/cases/:caseId/lock", {
    summary: "Releases the caller's case",
    params,
    reply: Done,
    errors: ofCase,
  }),
  decide: endpoint("PUT", "/api/admin/cases/:caseId/decision", {
    summary: "Decides a case: carries the outcome out, tells the owner why, and tells the reporters",
    params,
    headers: DecisionHeaders,
    body: z
      .strictObject({
        outcome: CaseOutcome,
        message: Message.describe("The owner reads it; of a dismissal, the reporters do"),
        suspensionDays: SuspensionDays.default(null),
      })
      .refine(({ outcome, suspensionDays }) => outcome === "suspended" || suspensionDays === null, {
        path: ["suspensionDays"],
        message: "Only a suspension has days",
      }),
    reply: Done,
    errors: [
      ...sensitiveErrors,
      "case.not_found",
      "case.locked",
      "case.decided",
      "case.conflict",
      "decision.own",
      "case.outcome_not_possible",
      "member.is_admin",
      "member.is_self",
    ],
  }),
  restore: endpoint("DELETE", "/api/admin/cases/:caseId/decision", {
    summary: "Takes back the decision to hide or delete: shows the thing again and tells its owner why",
    params,
    body: z.strictObject({ reason: Reason.describe("The owner reads it") }),
    reply: Done,
    errors: [...ofCase, "action.not_found", "content.own_hidden"],
  }),
  templates: endpoint("GET", "/api/admin/templates", {
    summary: "Lists the message templates by outcome",
    reply: z.object({ items: z.array(ModerationTemplate) }),
    errors: adminErrors,
  }),
  changeTemplate: endpoint("PATCH", "/api/admin/templates/:templateId", {
    summary: "Changes the named texts of a message template",
    body: TemplateTexts.partial(),
    ...ofTemplate,
  }),
  appeals: endpoint("GET", "/api/admin/appeals", {
    summary: "Lists open appeals, oldest first",
    query: AdminPageQuery,
    reply: page(Appeal),
    errors: adminErrors,
  }),
  decideAppeal: endpoint("PUT", "/api/admin/appeals/:appealId/decision", {
    summary: "Grants an appeal, which takes the action back, or upholds the action",
    params: z.strictObject({ appealId: Id }),
    body: z.strictObject({ decision: z.enum(["granted", "upheld"]), answer: Message }),
    reply: Done,
    errors: [...sensitiveErrors, "appeal.not_found", "appeal.decided", "appeal.own_decision"],
  }),
  accountStatus: endpoint("GET", "/api/me/account-status", {
    summary: "Gets what was hidden or removed and why, warnings, a suspension and appeals; open to suspended members",
    reply: AccountStatus,
    errors: ["auth.required"],
    isForSuspended: true,
  }),
  appeal: endpoint("POST", "/api/me/appeals", {
    summary: "Appeals against a decision, once, within 20 days; open to suspended members",
    body: z.strictObject({
      actionId: Id,
      message: z
        .string()
        .trim()
        .regex(visible, "Tell us why we should look again")
        .max(limits.appealCharsMax, "Appeal must be at most 2000 characters"),
    }),
    reply: AccountStatus,
    limit: "reports",
    errors: ["auth.required", "action.not_found", "appeal.too_late", "appeal.already_made"],
    isForSuspended: true,
  }),
};
