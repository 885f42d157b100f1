import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Done, Id } from "./page.ts";

const ReportReason = z.enum(["spam", "harassment", "nudity", "hate", "violence", "stolen", "other"]);
type ReportReason = z.infer<typeof ReportReason>;

export const NewReport = z.strictObject({
  targetType: z.enum(["outfit", "comment", "profile", "message", "article", "event"]),
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

export const reportEndpoints = {
  report: endpoint("POST", "/api/reports", {
    summary: "Reports an outfit, comment, profile, article, event or received message. Idempotent",
    body: NewReport,
    reply: Done,
    limit: "reports",
    errors: ["auth.required", "report.target_not_found"],
  }),
};
