import { z } from "zod";
import { limits } from "./limits.ts";

export const Id = z
  .uuid()
  .describe("UUID, lower case")
  .overwrite((id) => id.toLowerCase());
export const IsoTime = z.iso.datetime().describe("UTC, ISO 8601, to the millisecond");
export const Cursor = z.string().max(200).describe("Opaque; from the previous page");

/** How many items a page may have, and has if the request doesn't say. */
export const pageLimit = (max: number, usual = max) => z.coerce.number().int().min(1).max(max).default(usual);

export const PageQuery = z.strictObject({
  cursor: Cursor.optional(),
  limit: pageLimit(limits.pageItemsMax, limits.pageItems),
});
export type PageQuery = z.output<typeof PageQuery>;

export const MemberView = z.enum(["public"]).optional().describe("The caller's own list as visitors see it");
export const MemberPageQuery = PageQuery.extend({ view: MemberView });
export type MemberPageQuery = z.output<typeof MemberPageQuery>;

/** A page of `item`, with the cursor of the next page or null at the end. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** The author of an object, as shown in lists. */
export const Author = z.object({
  id: Id,
  username: z.string(),
  displayName: z.string().nullable().describe("Shown in place of the username, in any script"),
  avatarUrl: z.string().nullable(),
  isVerified: z.boolean().describe("Has the admin role"),
});
export type Author = z.infer<typeof Author>;

/** The reply of an action without a result. */
export const Done = z.object({ ok: z.literal(true) });
export type Done = z.infer<typeof Done>;
