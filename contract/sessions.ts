import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Done, Id, IsoTime } from "./page.ts";

/** One place where the member is signed in, as they may recognise it. */
export const MemberSession = z.object({
  id: Id,
  isCurrent: z.boolean().describe("The session that asks"),
  userAgent: z.string().describe("As the browser named itself when it last refreshed; may be empty"),
  ip: z.string().describe("Network address of that refresh; may be empty"),
  createdAt: IsoTime,
  lastUsedAt: IsoTime.describe("Of the last refresh, so up to an hour old for a session in use"),
});
export type MemberSession = z.infer<typeof MemberSession>;

export const sessionEndpoints = {
  list: endpoint("GET", "/api/me/sessions", {
    summary: "Where the caller is signed in, the asking session first, then last used first",
    reply: z.object({ items: z.array(MemberSession) }),
    errors: ["auth.required"],
  }),
  endOthers: endpoint("DELETE", "/api/me/sessions", {
    summary: "Signs the caller out everywhere but here",
    reply: Done,
    errors: ["auth.required"],
  }),
  endOfMember: endpoint("DELETE", "/api/admin/members/:memberId/sessions", {
    summary: "Signs a member out everywhere; admins only",
    params: z.strictObject({ memberId: Id }),
    reply: Done,
    errors: ["auth.required", "auth.forbidden", "profile.not_found"],
  }),
  end: endpoint("DELETE", "/api/me/sessions/:sessionId", {
    summary: "Signs one of the caller's sessions out; one that is gone already stays gone",
    params: z.strictObject({ sessionId: Id }),
    reply: Done,
    errors: ["auth.required"],
  }),
};
