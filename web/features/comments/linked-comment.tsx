import { useEffect } from "react";
import type { CommentSubject } from "#web/data/comments-cache.ts";
import { useLinkedComment } from "#web/data/linked-comment.ts";
import type { Linked } from "./linked-context.ts";

interface LinkedCommentProps {
  subject: CommentSubject;
  id: string;
  onFound?: (linked: Linked) => void;
}

/** Brings the comment that the address names, or a kept intent, into the list below, or says that there is none. */
export function LinkedComment({ subject, id, onFound }: LinkedCommentProps) {
  const { threadId, isMissing } = useLinkedComment(subject, id);
  useEffect(() => {
    if (threadId !== undefined) onFound?.({ id, threadId });
  }, [id, threadId, onFound]);
  return isMissing && <output className="block py-3 text-muted">This comment isn't available any more.</output>;
}
