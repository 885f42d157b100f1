import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, IsoTime } from "./page.ts";

/** A copy of the caller's data. */
const DataExport = z.object({
  id: Id,
  status: z.enum(["waiting", "ready", "failed"]),
  bytes: z.number().int().nullable(),
  endsAt: IsoTime.nullable().describe("Until when it can be downloaded"),
  downloadUrl: z.string().nullable().describe("Signed; works without signing in until `endsAt`"),
  createdAt: IsoTime,
});

export const AccountData = z.object({
  export: DataExport.nullable().describe("The newest"),
});
export type AccountData = z.infer<typeof AccountData>;

export const accountEndpoints = {
  data: endpoint("GET", "/api/me/data", {
    summary: "Gets the caller's newest copy of their data",
    reply: AccountData,
    errors: ["auth.required"],
  }),
  export: endpoint("POST", "/api/me/data/exports", {
    summary: "Requests a copy of all the caller's data; an email says when it is ready",
    reply: AccountData,
    errors: ["auth.required", "export.waiting", "rate.limited"],
  }),
  remove: endpoint("POST", "/api/me/deletion", {
    summary: "Deletes the account in 30 days; signs the caller out everywhere, and signing in before then restores it",
    body: z.strictObject({ username: z.string().max(100).describe("As a confirmation") }),
    reply: z.object({ deleteAt: IsoTime.describe("When the account will be erased") }),
    limit: "deletions",
    errors: ["auth.required", "auth.recent_sign_in_required", "member.last_admin"],
  }),
};
