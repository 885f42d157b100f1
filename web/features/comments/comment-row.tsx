import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { Eye, EyeOff, Trash2 } from "lucide-react";
import { type ReactNode, useContext } from "react";
import { fullNameOf, nameOf } from "#contract/member-names.ts";
import { isDraft, type WrittenComment } from "#web/data/comments-cache.ts";
import { formatCount } from "#web/lib/format-count.ts";
import { profilePath } from "#web/lib/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Heart } from "#web/ui/heart.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { MemberName } from "#web/ui/member-name.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { CommentText } from "./comment-text.tsx";
import { LinkedContext } from "./linked-context.ts";

export interface CommentRowProps {
  comment: WrittenComment;
  onLike: () => void;
  /** Undefined if nobody can. */
  onReply: (() => void) | undefined;
  /** Undefined if the viewer may not. */
  onDelete?: (() => void) | undefined;
  onHide?: ((isHidden: boolean) => void) | undefined;
  /** The menu about its author. */
  menu?: ReactNode;
}

/** Brings the comment that the address names into view. */
function enter(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: "center" });
  row?.focus({ preventScroll: true });
}

const actionClass = "-my-2 inline-flex min-h-11 items-center gap-1 rounded-input font-medium hover:text-ink";

/** A comment or a reply, without the list item around it. */
export function CommentRow({ comment, onLike, onReply, onDelete, onHide, menu }: CommentRowProps) {
  const { author, isHidden, parentId } = comment;
  const isOnItsWay = isDraft(comment);
  const isLinked = useContext(LinkedContext)?.id === comment.id;
  return (
    <div
      {...(isLinked && linkTarget(comment))}
      className={clsx(
        "group flex animate-[appear_0.2s_var(--ease-out)] gap-3",
        isLinked && "-mx-3 rounded-photo bg-ink/6 p-3",
      )}
    >
      <Avatar username={author.username} avatarUrl={author.avatarUrl} size={parentId === null ? 36 : 28} />
      <div className={clsx("min-w-0 grow", (isHidden || isOnItsWay) && "text-muted")}>
        <Byline comment={comment} />
        <p dir="auto" className="break-words whitespace-pre-line">
          <CommentText comment={comment} />
        </p>
        {!isOnItsWay && (
          <div className="-mt-1 -mr-2 flex flex-wrap text-muted">
            {!isHidden && <Actions comment={comment} onLike={onLike} onReply={onReply} />}
            <div className="ml-auto flex flex-wrap">
              {onHide && <HideButton isHidden={isHidden} onHide={onHide} />}
              {onDelete && <DeleteButton onDelete={onDelete} />}
              {menu}
            </div>
          </div>
        )}
      </div>
    </div>
  );
}

/** What the row of the comment in the address needs to take the focus, with words for it. */
const linkTarget = ({ author, content }: WrittenComment) => ({
  ref: enter,
  tabIndex: -1,
  role: "group",
  "aria-label": `${nameOf(author)}: ${content}`,
});

function Byline({ comment }: { comment: WrittenComment }) {
  const { author, createdAt, isHidden } = comment;
  return (
    <p className="flex items-baseline gap-2 text-fine">
      <Link to={profilePath(author.username)} className="-my-2 truncate py-2 font-semibold hover:underline">
        <MemberName member={author} />
      </Link>
      {isDraft(comment) ? (
        <span className="shrink-0 text-muted">Posting…</span>
      ) : (
        <RelativeTime at={createdAt} className="shrink-0 text-muted" />
      )}
      {isHidden && <span className="small-caps shrink-0 text-muted">Hidden</span>}
    </p>
  );
}

function DeleteButton({ onDelete }: { onDelete: () => void }) {
  return (
    <IconButton label="Delete comment" onClick={onDelete} className="hover:text-danger">
      <Trash2 aria-hidden="true" size={16} strokeWidth={1.5} />
    </IconButton>
  );
}

function Actions({ comment, onLike, onReply }: Pick<CommentRowProps, "comment" | "onLike" | "onReply">) {
  const { author, isLiked, likesCount } = comment;
  const likes = likesCount > 0 ? formatCount(likesCount) : "";
  return (
    <p className="flex gap-2 text-fine text-muted">
      <button
        type="button"
        aria-label={`Like comment by ${fullNameOf(author)}${likes && `, ${likes}`}`}
        aria-pressed={isLiked}
        onClick={onLike}
        className={clsx(actionClass, "min-w-11 tabular-nums")}
      >
        <Heart isFull={isLiked} size={16} className={clsx(isLiked && "text-accent")} />
        {likes}
      </button>
      {onReply && (
        <button type="button" aria-label={`Reply to ${fullNameOf(author)}`} onClick={onReply} className={actionClass}>
          Reply
        </button>
      )}
    </p>
  );
}

function HideButton({ isHidden, onHide }: { isHidden: boolean; onHide: (isHidden: boolean) => void }) {
  const Icon = isHidden ? Eye : EyeOff;
  return (
    <IconButton label={isHidden ? "Show comment" : "Hide comment"} onClick={() => onHide(!isHidden)}>
      <Icon aria-hidden="true" size={16} strokeWidth={1.5} />
    </IconButton>
  );
}
