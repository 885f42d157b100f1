import { useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useSession } from "#web/api/session.ts";
import { readReplyIntent, useLiveComments } from "#web/data/comments.ts";
import { type CommentSubject, countRemoved, isUnder, type WrittenComment } from "#web/data/comments-cache.ts";
import { useMe } from "#web/data/me.ts";
import { formatCount } from "#web/lib/format-count.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { useRemovedIds } from "#web/lib/removed-ids.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { useHydrated } from "#web/lib/hydration/use-hydrated.ts";
import { CommentForm } from "./comment-form.tsx";
import { CommentList } from "./comment-list.tsx";
import { type Linked, LinkedContext } from "./linked-context.ts";
import { CodeBoundary } from "#web/ui/code-boundary.tsx";

const LinkedComment = lazyPart(() => import("./linked-comment.tsx"), "LinkedComment");

interface CommentsSectionProps {
  subject: CommentSubject;
  /** Who posted the outfit or organises the event. */
  ownerId: string;
  commentsCount: number;
  /** The menu on another member's comment. */
  menuOf?: (comment: WrittenComment) => ReactNode;
}

export function CommentsSection({ subject, ownerId, commentsCount, menuOf }: CommentsSectionProps) {
  const session = useSession();
  const isAdmin = useMe()?.role === "admin";
  const userId = session.status === "signed-in" ? session.userId : undefined;
  const seesHidden = isAdmin || ownerId === userId;
  useLiveComments(subject, userId, seesHidden);
  // The rendered page is the same for all addresses of an outfit.
  const isHydrated = useHydrated();
  const linkedId = useSearch({ strict: false, select: ({ comment }) => comment });
  const [linked, setLinked] = useState<Linked>();
  // Whom the member was about to answer may be older than what is loaded at first.
  const [keptReply] = useState(() => readReplyIntent(userId));
  const removedCount = countRemoved(useQueryClient(), subject, useRemovedIds());
  const restored = useRestoredFocus<HTMLElement>();
  return (
    <section {...restored} aria-labelledby="comments" className="mt-12 outline-none">
      <h2 id="comments" className="font-display mb-4 flex items-baseline gap-3 text-title">
        Comments{" "}
        <span className="font-text text-fine tracking-normal text-muted">
          {formatCount(Math.max(0, commentsCount - removedCount))}
        </span>
      </h2>
      <CommentForm key={userId ?? "visitor"} subject={subject} userId={userId} parent={null} />
      <div className="mt-3">
        {isHydrated && linkedId !== undefined && (
          <CodeBoundary>
            <LinkedComment subject={subject} id={linkedId} onFound={setLinked} />
          </CodeBoundary>
        )}
        {keptReply && isUnder(keptReply.answered, subject) && (
          <CodeBoundary>
            <LinkedComment subject={subject} id={keptReply.id} />
          </CodeBoundary>
        )}
        <LinkedContext value={linked}>
          <CommentList
            subject={subject}
            userId={userId}
            mayDelete={(comment) => isAdmin || comment.author.id === userId}
            mayHide={seesHidden}
            hidesAsModerator={isAdmin && ownerId !== userId}
            menuOf={(comment) => (userId === undefined || comment.author.id === userId ? null : menuOf?.(comment))}
          />
        </LinkedContext>
      </div>
    </section>
  );
}
