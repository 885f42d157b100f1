import type { Db } from "#server/db/db.ts";
import { findMember, type Member } from "./members.store.ts";

export {
  authorColumns,
  type AuthorRow,
  findMember,
  isOpenTo,
  isThereFor,
  lockMembers,
  type Member,
  toAuthor,
} from "./members.store.ts";

/** The member with this username, when they are there for the caller: not banned, and no block between the two. */
export function findVisibleMember(
  call: { db: Db; userId: string | null },
  username: string,
): Promise<Member | undefined> {
  return findMember(call.db, call.userId, { username });
}
