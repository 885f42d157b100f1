import type { ReactNode } from "react";
import type { Comment } from "#contract/comments.ts";
import type { OutfitCard } from "#contract/outfits.ts";
import { useMe } from "#web/api/me.ts";
import { useSession } from "#web/api/session.ts";
import { formatCount } from "#web/lib/format-count.ts";
import { CommentForm } from "./comment-form.tsx";
import { CommentList } from "./comment-list.tsx";
import { useLiveComments } from "./comments.queries.ts";

interface CommentsSectionProps {
  outfit: OutfitCard;
  /** What a member can do with somebody else's comment. */
  menuOf?: (comment: Comment) => ReactNode;
}

export function CommentsSection({ outfit, menuOf }: CommentsSectionProps) {
  const session = useSession();
  const isAdmin = useMe()?.role === "admin";
  const userId = session.status === "signed-in" ? session.userId : undefined;
  const seesHidden = isAdmin || outfit.author.id === userId;
  useLiveComments(outfit.id, userId, seesHidden);
  return (
    <section aria-labelledby="comments" className="mt-12">
      <h2 id="comments" className="font-display mb-4 flex items-baseline gap-3 text-title">
        Comments{" "}
        <span className="font-text text-fine tracking-normal text-muted">{formatCount(outfit.commentsCount)}</span>
      </h2>
      <CommentForm outfitId={outfit.id} />
      <div className="mt-3">
        <CommentList
          outfitId={outfit.id}
          mayDelete={(comment) => isAdmin || comment.author.id === userId}
          mayHide={seesHidden}
          menuOf={(comment) => (userId === undefined || comment.author.id === userId ? null : menuOf?.(comment))}
        />
      </div>
    </section>
  );
}
