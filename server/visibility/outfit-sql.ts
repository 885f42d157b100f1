/** SQL about outfits, for statements written by hand. */
import { hasNoBlock, isNotBanned } from "#server/members/member-sql.ts";

/**
 * SQL that is true if the viewer may open outfit `o`; both arguments are SQL, a placeholder such as `$1` or a column. The
 * rule is stated only here: hidden outfits are visible to the owner and admins, a private member's also to followers, none
 * across a block.
 *
 * @see docs/product.md#visibility and docs/security.md#who-may-do-what
 */
export const isOutfitVisible = (userId: string, isAdmin: string): string => `(
  o.user_id = ${userId}::uuid
  or ${isAdmin}::boolean
  or (
    o.is_active
    and (o.is_author_listed or exists (
      select from follows f join profiles fp on fp.id = f.following_id join auth.users fu on fu.id = fp.id
      where f.follower_id = ${userId}::uuid and f.following_id = o.user_id
        and fp.is_private and ${isNotBanned("fu")}
    ))
    and ${hasNoBlock(`${userId}::uuid`, "o.user_id")}
  )
)`;
