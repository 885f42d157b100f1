import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { Eye, EyeOff, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { Comment } from "#contract/comments.ts";
import { isDraft } from "#web/data/comments-cache.ts";
import { profilePath } from "#web/lib/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { MemberName } from "#web/ui/member-name.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";

interface CommentRowProps {
  comment: Comment;
  /** Undefined if the viewer may not. */
  onDelete?: (() => void) | undefined;
  onHide?: ((isHidden: boolean) => void) | undefined;
  /** The menu about its author. */
  menu?: ReactNode;
}

export function CommentRow({ comment, onDelete, onHide, menu }: CommentRowProps) {
  const { author, isHidden } = comment;
  const isOnItsWay = isDraft(comment);
  return (
    <li className="group flex animate-[appear_0.2s_var(--ease-out)] gap-3 py-3">
      <Avatar username={author.username} avatarUrl={author.avatarUrl} size={36} />
      <div className={clsx("min-w-0 grow", (isHidden || isOnItsWay) && "opacity-60")}>
        <p className="flex items-baseline gap-2 text-fine">
          <Link to={profilePath(author.username)} className="truncate font-semibold hover:underline">
            <MemberName member={author} />
          </Link>
          {isOnItsWay ? (
            <span className="shrink-0 text-muted">Posting…</span>
          ) : (
            <RelativeTime at={comment.createdAt} className="shrink-0 text-muted" />
          )}
          {isHidden && <span className="small-caps shrink-0 text-muted">Hidden</span>}
        </p>
        <p className="break-words whitespace-pre-line">{comment.content}</p>
      </div>
      {!isOnItsWay && (
        <div className="-mt-1 -mr-2 flex shrink-0 text-muted">
          {onHide && (
            <IconButton label={isHidden ? "Show comment" : "Hide comment"} onClick={() => onHide(!isHidden)}>
              {isHidden ? (
                <Eye aria-hidden="true" size={16} strokeWidth={1.5} />
              ) : (
                <EyeOff aria-hidden="true" size={16} strokeWidth={1.5} />
              )}
            </IconButton>
          )}
          {onDelete && (
            <IconButton label="Delete comment" onClick={onDelete} className="hover:text-danger">
              <Trash2 aria-hidden="true" size={16} strokeWidth={1.5} />
            </IconButton>
          )}
          {menu}
        </div>
      )}
    </li>
  );
}
