import { limits } from "#contract/limits.ts";
import type { WrittenComment } from "#web/data/comments-cache.ts";
import { ReasonDialog } from "#web/ui/reason-dialog.tsx";

/** What an admin is about to do to another member's comment. */
export interface Decision {
  kind: "hide" | "delete";
  comment: WrittenComment;
}

interface DecisionDialogProps {
  decision: Decision;
  onClose: () => void;
  onDecide: (reason: string) => void;
}

const words = {
  hide: { title: "Hide this comment?", label: "Hide", what: "Readers no longer see it." },
  delete: {
    title: "Delete this comment?",
    label: "Delete",
    what: `Hidden now and deleted for good in ${limits.appealDays} days.`,
  },
};

/** Asks for the reason that the author reads. */
export function DecisionDialog({ decision: { kind, comment }, onClose, onDecide }: DecisionDialogProps) {
  const { title, label, what } = words[kind];
  return (
    <ReasonDialog
      isOpen
      onClose={onClose}
      title={title}
      hint={`${what} The author reads the reason and can appeal.`}
      confirmLabel={label}
      isDangerous={kind === "delete"}
      onConfirm={onDecide}
    >
      <blockquote className="line-clamp-3 border-l-2 border-line pl-3 break-words">{comment.content}</blockquote>
    </ReasonDialog>
  );
}
