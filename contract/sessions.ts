import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Done, Id, IsoTime } from "./page.ts";

/** A session of the member, with what helps them recognise it. */
export const MemberSession = z.object({
  id: Id,
  isCurrent: z.boolean().describe("The session of this request"),
  userAgent: z.string().describe("User agent of the last refresh; may be empty"),
  ip: z.string().describe("IP address of the last refresh; may be empty"),
  createdAt: IsoTime,
  lastUsedAt: IsoTime.describe("Time of the last refresh, so up to an hour old for a session in use"),
});
export type MemberSession = z.infer<typeof MemberSession>;

export const sessionEndpoints = {
  list: endpoint("GET", "/api/me/sessions", {
    summary: "Lists the caller's sessions, the current one first, then last used first",
    reply: z.object({ items: z.array(MemberSession) }),
    errors: ["auth.required"],
  }),
  endOthers: endpoint("DELETE", "/api/me/sessions", {
    summary: "Ends all of the caller's other sessions",
    reply: Done,
    errors: ["auth.required"],
  }),
  end: endpoint("DELETE", "/api/me/sessions/:sessionId", {
    summary: "Ends one of the caller's sessions. Idempotent",
    params: z.strictObject({ sessionId: Id }),
    reply: Done,
    errors: ["auth.required"],
  }),
};
