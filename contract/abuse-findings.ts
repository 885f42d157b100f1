import { z } from "zod";
import { AdminPageQuery, adminErrors } from "./admin.ts";
import { endpoint } from "./endpoint.ts";
import { Id, IsoTime, page } from "./page.ts";

/** Something unusual that an admin should look at. Nobody is punished by it. */
export const AbuseFinding = z.object({
  id: Id,
  kind: z.enum(["many_new_accounts"]),
  address: z.string().describe("An IPv4 address or an IPv6 /64 network"),
  day: z.iso.date().describe("UTC"),
  accountsCount: z.number().int(),
  firstAt: IsoTime,
  lastAt: IsoTime,
  resolvedAt: IsoTime.nullable(),
});
export type AbuseFinding = z.infer<typeof AbuseFinding>;

const params = z.strictObject({ findingId: Id });

/** For admins only. */
export const abuseFindingEndpoints = {
  list: endpoint("GET", "/api/admin/findings", {
    summary: "Lists findings of unusual activity, latest first",
    query: AdminPageQuery.extend({ status: z.enum(["open", "all"]).default("open") }),
    reply: page(AbuseFinding),
    errors: adminErrors,
  }),
  accounts: endpoint("GET", "/api/admin/findings/:findingId/accounts", {
    summary: "Lists the members behind a finding, earliest first, with what they have earned",
    params,
    reply: z.object({
      items: z.array(
        z.object({ userId: Id, username: z.string(), createdAt: IsoTime, earnedPoints: z.number().int() }),
      ),
    }),
    errors: [...adminErrors, "finding.not_found"],
  }),
  resolve: endpoint("POST", "/api/admin/findings/:findingId/resolution", {
    summary: "Marks a finding as looked at. Idempotent",
    params,
    reply: AbuseFinding,
    errors: [...adminErrors, "finding.not_found"],
  }),
};
