/** SQL about articles, for statements written by hand. */
import { hasNoBlock, isMemberNotBanned } from "#server/members/member-sql.ts";

/** SQL that is true where the author of article `a` is not banned. */
export const isAuthorNotBanned = isMemberNotBanned("a.author_id");

/**
 * SQL that is true where the viewer may read article `a`; both arguments are placeholders such as `$1`. A private profile
 * hides no article: its author gave it to the public. What moderators hid only its author and admins read.
 */
export const isReadable = (userId: string, isAdmin: string): string => `(
  a.is_public and (a.author_id = ${userId}::uuid or ${isAdmin}::boolean or (
    not a.is_hidden and ${isAuthorNotBanned}
    and ${hasNoBlock(`${userId}::uuid`, "a.author_id")}
  ))
)`;
