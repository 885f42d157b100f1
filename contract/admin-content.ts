import { z } from "zod";
import { AdminPageQuery, adminErrors, Reason } from "./admin.ts";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Picture } from "./media.ts";
import { Author, Done, Id, IsoTime, page } from "./page.ts";

const Count = z.number().int();

export const AdminOutfit = z.object({
  id: Id,
  title: z.string(),
  picture: Picture,
  altText: z.string(),
  author: Author,
  styleName: z.string(),
  isActive: z.boolean(),
  isCoverPick: z.boolean().describe("Chosen to lead the covers, docs/product.md#covers"),
  likesCount: Count,
  commentsCount: Count,
  createdAt: IsoTime,
});
export type AdminOutfit = z.infer<typeof AdminOutfit>;

export const AdminComment = z.object({
  id: Id,
  content: z.string(),
  author: Author,
  outfitId: Id.nullable().describe("The outfit under which it is; null where it is under an event"),
  eventId: Id.nullable(),
  subjectTitle: z.string().describe("Of the outfit or event"),
  isHidden: z.boolean(),
  createdAt: IsoTime,
});
export type AdminComment = z.infer<typeof AdminComment>;

const ids = z.array(Id).min(1, "Select something first").max(limits.adminBulkItemsMax, "Select at most 100");
const Search = z.string().trim().max(limits.searchCharsMax).optional();

export const adminContentEndpoints = {
  outfits: endpoint("GET", "/api/admin/outfits", {
    summary: "Lists everybody's outfits, newest first",
    query: AdminPageQuery.extend({
      search: Search,
      state: z.enum(["active", "hidden", "cover"]).optional().describe("`cover`: chosen to lead the covers"),
      memberId: Id.optional(),
    }),
    reply: page(AdminOutfit),
    errors: adminErrors,
  }),
  comments: endpoint("GET", "/api/admin/comments", {
    summary: "Lists everybody's comments, newest first",
    query: AdminPageQuery.extend({
      search: Search,
      state: z.enum(["shown", "hidden"]).optional(),
      memberId: Id.optional(),
    }),
    reply: page(AdminComment),
    errors: adminErrors,
  }),
  setOutfits: endpoint("POST", "/api/admin/outfits/state", {
    summary:
      "Hides outfits with a reason that their owners read, or shows them again; skips those in that state already",
    body: z
      .strictObject({ ids, state: z.enum(["active", "hidden"]), reason: Reason.nullable().default(null) })
      .refine(({ state, reason }) => state === "active" || reason !== null, {
        path: ["reason"],
        message: "Please give a reason",
      }),
    reply: z.object({ changed: z.array(Id) }),
    errors: [...adminErrors, "content.own_hidden", "decision.own"],
  }),
  setCoverPick: endpoint("PUT", "/api/admin/outfits/:outfitId/cover-pick", {
    summary: "Lets an outfit lead the covers, or no longer. Idempotent",
    params: z.strictObject({ outfitId: Id }),
    body: z.strictObject({ isPicked: z.boolean() }),
    reply: Done,
    errors: [...adminErrors, "outfit.not_found"],
  }),
  deleteComments: endpoint("POST", "/api/admin/comments/delete", {
    summary: "Hides comments with a reason and deletes them after 20 days; those that are gone already are skipped",
    body: z.strictObject({ ids, reason: Reason }),
    reply: z.object({ deleted: z.array(Id) }),
    errors: adminErrors,
  }),
};
