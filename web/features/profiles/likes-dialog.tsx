import { countOf } from "#web/lib/format-count.ts";
import { Dialog } from "#web/ui/dialog.tsx";

interface LikesDialogProps {
  name: string;
  likes: number;
  posts: number;
  isOpen: boolean;
  onClose: () => void;
}

/** What the figure counts. */
export function LikesDialog({ name, likes, posts, isOpen, onClose }: LikesDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={countOf(likes, "like")} size="small">
      <p className="text-muted">
        <bdi>{name}</bdi> has received {countOf(likes, "like")} on {countOf(posts, "outfit")}.
      </p>
    </Dialog>
  );
}
