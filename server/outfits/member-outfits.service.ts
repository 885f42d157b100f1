import type { PageQuery } from "#contract/page.ts";
import { readCursor } from "#server/db/cursor.ts";
import type { Call } from "#server/http/call.ts";
import type { PreparedReply } from "#server/http/serve.ts";
import { fail } from "#server/lib/app-error.ts";
import { toReply } from "./feed.service.ts";
import { findMember, readMemberOutfits } from "./member-outfits.store.ts";
import { onlookerOf } from "./outfits.service.ts";

/**
 * A page of a member's outfits, newest first: the hidden ones for themself and admins, none of a private member for those
 * who do not follow.
 *
 * @throws profile.not_found also across a block
 */
export async function readOutfitsOf(call: Call, username: string, page: PageQuery): Promise<PreparedReply> {
  const onlooker = onlookerOf(call);
  const memberId = (await findMember(call.db, onlooker, username)) ?? fail("profile.not_found");
  const rows = await readMemberOutfits(call.pool, onlooker, memberId, readCursor(page.cursor));
  return toReply(rows, page.limit);
}
