import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

/** Who else may have saved it, and what becomes of their version. */
const words = {
  article: { who: "an editor", kept: "the other version stays in the history" },
  event: { who: "somebody else", kept: "it takes the place of the other version" },
} as const;

interface ConflictDialogProps {
  what: keyof typeof words;
  isOpen: boolean;
  isBusy: boolean;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  onLater: () => void;
}

/** Two editors changed the same thing: whoever was slower chooses. */
export function ConflictDialog({ what, isOpen, isBusy, onTakeTheirs, onKeepMine, onLater }: ConflictDialogProps) {
  const { who, kept } = words[what];
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onLater}
      title={`This ${what} was changed somewhere else`}
      size="small"
      footer={
        <>
          <Button look="outline" isBusy={isBusy} onClick={onTakeTheirs}>
            Load the newer version
          </Button>
          <Button isBusy={isBusy} onClick={onKeepMine}>
            Keep what is here
          </Button>
        </>
      }
    >
      <p className="text-muted">
        Another tab, or {who}, has saved it since you opened it here. Nothing from this tab has been saved since. If you
        keep what is here, {kept}; if you load the newer one, what is here and was not saved is dropped.
      </p>
    </Dialog>
  );
}
