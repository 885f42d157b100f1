import { readMentionNames } from "#contract/mentions.ts";
import { listPermittedEventViewers } from "#server/events/events.service.ts";
import type { RequestContext } from "#server/http/context.ts";
import { listPermittedViewers } from "#server/outfits/outfits.service.ts";
import type { CommentSubject } from "./comment-subject.ts";
import { listNamedMembers, type Mentioned } from "./comment-mentions.store.ts";

/** Whom a text mentions, and which of them may open what it is about and so are notified. */
export interface Mentions {
  members: Mentioned[];
  notifiedIds: string[];
}

/**
 * The members whom a text names as `@name`.
 *
 * @see docs/product.md#comments
 */
export async function findMentions(
  context: RequestContext,
  subject: CommentSubject,
  { authorId, content }: { authorId: string; content: string },
): Promise<Mentions> {
  const names = readMentionNames(content);
  if (names.length === 0) return { members: [], notifiedIds: [] };
  const members = await listNamedMembers(context.db, authorId, names);
  if (members.length === 0) return { members, notifiedIds: [] };
  const userIds = members.map(({ userId }) => userId);
  const notifiedIds =
    "outfitId" in subject
      ? await listPermittedViewers(context.pool, userIds, subject)
      : await listPermittedEventViewers(context, userIds, subject);
  return { members, notifiedIds };
}
