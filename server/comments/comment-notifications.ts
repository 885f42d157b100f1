import type { NewNotification } from "#server/notifications/notifications.service.ts";
import type { WrittenComment } from "./comment-rows.store.ts";

/** Who and what a new comment concerns. */
export interface Concerned {
  subjectId: string;
  title: string;
  /** Who posted the outfit or organises the event. */
  ownerId: string;
  /** The comment that it replies to. */
  parent: WrittenComment | null;
  mentionedIds: string[];
}

/**
 * The notifications of a new comment. Each member gets one: as the author of what it replies to, as the owner, or because
 * it mentions them. A reply and a mention refer to a comment.
 */
export function notificationsOf(
  { id, author }: WrittenComment,
  { subjectId, title, ownerId, parent, mentionedIds }: Concerned,
): NewNotification[] {
  const actorId = author.id;
  const notifications: NewNotification[] = [];
  const add = (userId: string, given: Pick<NewNotification, "type" | "referenceId" | "message">) => {
    if (!notifications.some((known) => known.userId === userId)) notifications.push({ userId, actorId, ...given });
  };
  if (parent) {
    const message = `replied to your comment on “${title}”`;
    add(parent.author.id, { type: "comment", referenceId: parent.id, message });
  }
  add(ownerId, { type: "comment", referenceId: subjectId, message: `commented on “${title}”` });
  for (const userId of mentionedIds) {
    add(userId, { type: "mention", referenceId: id, message: `mentioned you in a comment on “${title}”` });
  }
  return notifications;
}
