import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Author, Done, Id, IsoTime, page, PageQuery } from "./page.ts";

/** A member whom the caller has blocked or muted, and since when. */
export const BlockedOrMutedMember = z.object({ id: Id.describe("The member's"), member: Author, createdAt: IsoTime });
export type BlockedOrMutedMember = z.infer<typeof BlockedOrMutedMember>;

const ofMember = z.strictObject({ memberId: Id });

export const blockEndpoints = {
  block: endpoint("PUT", "/api/blocks/:memberId", {
    summary: "Hides the caller and a member from each other everywhere, and ends their follows",
    params: ofMember,
    reply: Done,
    limit: "blocks",
    errors: ["auth.required", "profile.not_found", "member.is_self"],
  }),
  unblock: endpoint("DELETE", "/api/blocks/:memberId", {
    summary: "Ends a block; follows do not come back",
    params: ofMember,
    reply: Done,
    errors: ["auth.required"],
  }),
  blocks: endpoint("GET", "/api/blocks", {
    summary: "Lists whom the caller has blocked, newest first",
    query: PageQuery,
    reply: page(BlockedOrMutedMember),
    errors: ["auth.required"],
  }),
  mute: endpoint("PUT", "/api/mutes/:memberId", {
    summary: "Leaves a member out of the caller's feeds and notifications; the member is not notified",
    params: ofMember,
    reply: Done,
    limit: "blocks",
    errors: ["auth.required", "profile.not_found", "member.is_self"],
  }),
  unmute: endpoint("DELETE", "/api/mutes/:memberId", {
    summary: "Ends a mute",
    params: ofMember,
    reply: Done,
    errors: ["auth.required"],
  }),
  mutes: endpoint("GET", "/api/mutes", {
    summary: "Lists whom the caller has muted, newest first",
    query: PageQuery,
    reply: page(BlockedOrMutedMember),
    errors: ["auth.required"],
  }),
};
