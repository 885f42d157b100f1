import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

interface ConflictDialogProps {
  isOpen: boolean;
  isBusy: boolean;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  onLater: () => void;
}

/** Two editors changed the same article: nothing is lost with either choice. */
export function ConflictDialog({ isOpen, isBusy, onTakeTheirs, onKeepMine, onLater }: ConflictDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onLater}
      title="This article was changed somewhere else"
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
        Another tab, or an editor, has saved it since you opened it here. Nothing from this tab has been sent since. If
        you keep what is here, the other version stays in the history; if you load the newer one, what is here and was
        not saved is dropped.
      </p>
    </Dialog>
  );
}
