import { z } from "zod";
import { AdminPageQuery, adminErrors, Reason, sensitiveErrors } from "./admin.ts";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { AccountAction, SuspensionDays } from "./moderation.ts";
import { Author, Done, Id, IsoTime, page } from "./page.ts";

export const Role = z.enum(["user", "business", "admin"]);
export type Role = z.infer<typeof Role>;
const MemberStatus = z
  .enum(["active", "suspended", "banned", "deleting"])
  .describe("Banned: in another way than by a suspension");

const Count = z.number().int();

/** A member as a row of the list. */
export const AdminMember = Author.extend({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  role: Role,
  status: MemberStatus,
  bannedUntil: IsoTime.nullable().describe("Of a suspension, too; null: not banned, or for good"),
  outfitCount: Count,
  followersCount: Count,
  points: Count,
  reportsCount: Count.describe("Reports against the member, ever"),
  createdAt: IsoTime,
  lastSignInAt: IsoTime.nullable(),
});
export type AdminMember = z.infer<typeof AdminMember>;

export const AdminMemberDetail = AdminMember.extend({
  bio: z.string().nullable(),
  location: z.string().nullable(),
  isPrivate: z.boolean(),
  isEmailConfirmed: z.boolean(),
  commentsCount: Count,
  factorsCount: Count.describe("Verified second factors"),
  deleteAt: IsoTime.nullable().describe("When the account will be erased, where its owner asked for it"),
  reporterRecord: z.object({ upheld: Count, dismissed: Count }),
  sessions: z.array(
    z.object({ id: Id, userAgent: z.string(), ip: z.string(), createdAt: IsoTime, lastUsedAt: IsoTime }),
  ),
  actions: z.array(
    z.object({
      id: Id,
      kind: AccountAction.shape.kind,
      reason: z.string(),
      excerpt: z.string(),
      endsAt: IsoTime.nullable(),
      revokedAt: IsoTime.nullable(),
      createdAt: IsoTime,
    }),
  ),
});
export type AdminMemberDetail = z.infer<typeof AdminMemberDetail>;

export const LedgerEntry = z.object({
  id: Id,
  action: z.string(),
  points: Count,
  reason: z.string().nullable().describe("Of a correction by an admin"),
  createdAt: IsoTime,
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** A report by or against a member. */
export const MemberReport = z.object({
  id: Id,
  caseId: Id.nullable(),
  targetType: z.enum(["outfit", "comment", "profile", "message", "article", "event"]),
  reason: z.string(),
  details: z.string().nullable(),
  status: z.enum(["open", "resolved", "dismissed"]),
  other: Author.nullable().describe("Who reported, or whom it is against; null for reports against the caller"),
  createdAt: IsoTime,
});
export type MemberReport = z.infer<typeof MemberReport>;

const MemberSort = z.enum(["newest", "oldest", "username", "reports"]);

export const MemberFilter = z.object({
  search: z.string().trim().max(limits.emailCharsMax).optional(),
  role: Role.optional(),
  status: MemberStatus.optional(),
  joinedFrom: z.iso.date().optional(),
  joinedUntil: z.iso.date().optional(),
  reported: z.enum(["yes"]).optional().describe("Only members with reports against them"),
  sort: MemberSort.optional(),
});
export type MemberFilter = z.infer<typeof MemberFilter>;

const params = z.strictObject({ memberId: Id });
const ofMember = [...adminErrors, "profile.not_found"] as const;
const changesMember = [...sensitiveErrors, "profile.not_found"] as const;

export const adminMemberEndpoints = {
  list: endpoint("GET", "/api/admin/members", {
    summary: "Lists members by username, email, phone or id, with filters and sorting",
    query: AdminPageQuery.extend({ ...MemberFilter.shape, sort: MemberSort.default("newest") }),
    reply: page(AdminMember),
    errors: adminErrors,
  }),
  get: endpoint("GET", "/api/admin/members/:memberId", {
    summary: "Gets all that admins need to know of one member",
    params,
    reply: AdminMemberDetail,
    errors: ofMember,
  }),
  ledger: endpoint("GET", "/api/admin/members/:memberId/ledger", {
    summary: "Lists a member's points, newest first",
    params,
    query: AdminPageQuery,
    reply: page(LedgerEntry),
    errors: ofMember,
  }),
  reports: endpoint("GET", "/api/admin/members/:memberId/reports", {
    summary: "Lists reports by or against a member, newest first",
    params,
    query: AdminPageQuery.extend({ side: z.enum(["by", "against"]) }),
    reply: page(MemberReport),
    errors: ofMember,
  }),
  setRole: endpoint("PUT", "/api/admin/members/:memberId/role", {
    summary: "Gives a member exactly one role",
    params,
    body: z.strictObject({ role: Role, reason: Reason.nullable().default(null) }),
    reply: AdminMember,
    errors: [...changesMember, "member.last_admin", "member.is_banned"],
  }),
  suspend: endpoint("PUT", "/api/admin/members/:memberId/suspension", {
    summary: "Suspends a member for a number of days or permanently; takes effect at once, on open connections too",
    params,
    body: z.strictObject({
      days: SuspensionDays,
      reason: Reason.describe("The member reads it"),
    }),
    reply: AdminMember,
    errors: [...changesMember, "member.is_self", "member.is_admin"],
  }),
  reinstate: endpoint("DELETE", "/api/admin/members/:memberId/suspension", {
    summary: "Ends a suspension",
    params,
    body: z.strictObject({ reason: Reason }),
    reply: AdminMember,
    errors: changesMember,
  }),
  endSessions: endpoint("DELETE", "/api/admin/members/:memberId/sessions", {
    summary: "Ends all sessions of a member",
    params,
    body: z.strictObject({ reason: Reason }),
    reply: Done,
    errors: changesMember,
  }),
  resetFactors: endpoint("DELETE", "/api/admin/members/:memberId/factors", {
    summary: "Removes all second factors of a member who lost theirs; the member is told by mail",
    params,
    body: z.strictObject({ reason: Reason }),
    reply: Done,
    errors: changesMember,
  }),
  correctPoints: endpoint("POST", "/api/admin/members/:memberId/points", {
    summary:
      "Adds a reasoned correction to a member's ledger; the caller makes its id, so that a retry changes nothing",
    params,
    body: z.strictObject({
      id: Id,
      points: z
        .int("Enter a whole number")
        .min(-1_000_000, "At most 1,000,000 points less")
        .max(1_000_000, "At most 1,000,000 points more")
        .refine((points) => points !== 0, "Give a number other than 0"),
      reason: Reason,
    }),
    reply: AdminMember,
    errors: [...changesMember, "member.too_few_points", "decision.own"],
  }),
  remove: endpoint("DELETE", "/api/admin/members/:memberId", {
    summary: "Deletes an account and all that belongs to it, at once",
    params,
    body: z.strictObject({ username: z.string().max(100).describe("As a confirmation"), reason: Reason }),
    reply: Done,
    errors: [...changesMember, "member.is_self", "member.is_admin"],
  }),
};
