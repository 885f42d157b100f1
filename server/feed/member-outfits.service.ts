import type { MemberPageQuery } from "#contract/page.ts";
import { readCursor } from "#server/db/cursor.ts";
import type { RequestContext } from "#server/http/context.ts";
import { SerializedReply } from "#server/http/serve.ts";
import { requireProfileReader } from "#server/http/require-member.ts";
import { fail } from "#server/lib/app-error.ts";
import { findListedMember } from "#server/members/members.service.ts";
import { listMemberOutfits } from "./member-outfits.store.ts";
import { toListViewer } from "#server/outfits/outfits.service.ts";

/**
 * A page of a member's outfits, newest first: hidden ones for the member and admins only, none of a private member for
 * non-followers.
 *
 * @throws auth.required, profile.not_found, also across a block
 */
export async function getOutfitsOf(
  context: RequestContext,
  username: string,
  { view, cursor, limit }: MemberPageQuery,
): Promise<SerializedReply> {
  requireProfileReader(context);
  const { id: memberId } = (await findListedMember(context, username)) ?? fail("profile.not_found");
  const viewer = toListViewer(context, { memberId, view });
  const page = await listMemberOutfits(context.pool, viewer, { memberId, after: readCursor(cursor), limit });
  return new SerializedReply(page, { "cache-control": "private, no-cache" });
}
