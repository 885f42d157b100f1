import type { Db } from "#server/db/db.ts";
import type { Viewer } from "#server/http/viewer.ts";
import { findMember, type Member } from "./members.store.ts";

export {
  findNames,
  findUsername,
  author,
  findMember,
  canViewProfile,
  isVisibleMember,
  lockMembers,
  ofViewer,
} from "./members.store.ts";

/** The member with this username, if visible to the caller: not banned, and no block in either direction. */
export function findVisibleMember(
  context: { db: Db; userId: string | null },
  username: string,
): Promise<Member | undefined> {
  return findMember(context.db, context.userId, { username });
}

/** As `findVisibleMember`, but admins also find banned members. */
export function findListedMember(
  context: { db: Db; viewer: Viewer | null },
  username: string,
): Promise<Member | undefined> {
  const { viewer } = context;
  return findMember(context.db, viewer?.userId ?? null, { username }, { includesBanned: viewer?.role === "admin" });
}
