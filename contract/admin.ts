import { z } from "zod";
import { visible } from "./blank-text.ts";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Author, Done, Id, IsoTime, pageLimit } from "./page.ts";

/** What every endpoint of the admin area may fail with. */
export const adminErrors = ["auth.required", "auth.forbidden", "auth.second_factor_required"] as const;
/** The same for actions that need a recent sign-in. */
export const sensitiveErrors = [...adminErrors, "auth.recent_sign_in_required"] as const;

/** Why an admin does something; kept in the audit log, and shown to the member where the page says so. */
export const Reason = z
  .string()
  .trim()
  .regex(visible, "Please give a reason")
  .max(limits.auditReasonCharsMax, "Reason must be at most 2000 characters");

/** A page of a list in the admin area. */
export const AdminPageQuery = z.strictObject({
  cursor: z.string().max(200).optional(),
  limit: pageLimit(limits.adminPageItemsMax, limits.adminContentItems),
});

const Count = z.number().int();

/** One of the six totals with its course over 30 days. */
export const SiteTotal = z.object({
  metric: z.enum(["members", "outfits", "comments", "likes", "points", "rewards"]),
  total: Count,
  pending: Count.describe("Waiting for approval; rewards only, otherwise 0"),
  series: z.array(z.object({ day: z.iso.date(), total: Count, added: Count })).describe("30 days, the oldest first"),
  changePercent: z
    .number()
    .nullable()
    .describe("Net growth of the last 30 days against the 30 days before; null where there was none before"),
});
export type SiteTotal = z.infer<typeof SiteTotal>;

const FailedJob = z.object({
  id: z.string(),
  task: z.string(),
  attempts: Count,
  error: z.string(),
  failedAt: IsoTime,
});

export const Dashboard = z.object({
  pending: z.object({
    cases: Count,
    appeals: Count,
    articles: Count,
    events: Count.describe("New ones, and proposals for published ones"),
    redemptions: Count,
  }),
  totals: z.array(SiteTotal),
  activity: z.object({
    daily: Count,
    weekly: Count,
    monthly: Count,
    series: z.array(z.object({ day: z.iso.date(), daily: Count })).describe("30 days, the oldest first"),
    computedAt: IsoTime.nullable().describe("Null until the first computation, within minutes of the first start"),
  }),
  retention: z
    .array(z.object({ week: z.iso.date(), members: Count, returned: z.array(Count) }))
    .describe("By week of joining, the newest first; `returned[n]` came back n + 1 weeks later"),
  moderation: z.object({
    hoursToFirstResponse: z.number().nullable().describe("Median of the last 30 days"),
    hoursToDecision: z.number().nullable().describe("Median of the last 30 days"),
  }),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const SystemHealth = z.object({
  queues: z.array(z.object({ task: z.string(), waiting: Count, oldestSeconds: Count })),
  failedJobs: z.array(FailedJob),
  storage: z.object({ images: Count, bytes: Count, isReachable: z.boolean() }),
  mail: z.object({ isConfigured: z.boolean(), failedLastDay: Count }),
  unscreenedPictures: Count.describe(
    "The image screening failed three times, or has not been able to read their file for an hour",
  ),
  unanalysedOutfits: Count.describe(
    "The analysis of their cover failed three times, which a newer version tries again, or has not been able to read its file for an hour",
  ),
});
export type SystemHealth = z.infer<typeof SystemHealth>;

/** What the command palette finds. */
export const AdminSearch = z.object({
  members: z.array(Author.extend({ email: z.string().nullable() })),
  outfits: z.array(z.object({ id: Id, title: z.string(), username: z.string(), isActive: z.boolean() })),
  cases: z.array(z.object({ id: Id, targetType: z.string(), username: z.string(), reportsCount: Count })),
});
export type AdminSearch = z.infer<typeof AdminSearch>;

export const adminEndpoints = {
  access: endpoint("GET", "/api/admin/access", {
    summary: "Says whether the caller may enter the admin area, and until when sensitive actions need no new sign-in",
    reply: z.object({ confirmedUntil: IsoTime }),
    errors: adminErrors,
  }),
  dashboard: endpoint("GET", "/api/admin/dashboard", {
    summary: "Gets totals, what waits for a decision, activity and retention",
    reply: Dashboard,
    errors: adminErrors,
  }),
  health: endpoint("GET", "/api/admin/health", {
    summary: "Gets queues, failed jobs, storage and mail",
    reply: SystemHealth,
    errors: adminErrors,
  }),
  retryJob: endpoint("POST", "/api/admin/jobs/:jobId/retry", {
    summary: "Runs a failed job again at once",
    params: z.strictObject({ jobId: z.string().regex(/^\d{1,18}$/) }),
    reply: Done,
    errors: [...adminErrors, "job.not_found"],
  }),
  search: endpoint("GET", "/api/admin/search", {
    summary: "Finds members, outfits and open cases for the command palette",
    query: z.strictObject({ search: z.string().trim().min(1).max(limits.searchCharsMax) }),
    reply: AdminSearch,
    errors: adminErrors,
  }),
};
