import { useState } from "react";
import type { Upload } from "#contract/media.ts";
import { usePictureUpload } from "#web/data/picture-upload.ts";
import type { PickedPicture } from "#web/lib/use-picked-picture.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

interface AvatarDialogProps {
  /** Null while the dialog is closed. */
  picked: PickedPicture | null;
  onClose: () => void;
  /** Makes the stored picture the member's own; the dialog closes when it has. */
  onUploaded: (upload: Upload) => Promise<unknown>;
}

/** Shows the new profile picture as it will be cut, then uploads it or not. */
export function AvatarDialog({ picked, onClose, onUploaded }: AvatarDialogProps) {
  return (
    <Dialog isOpen={picked !== null} onClose={onClose} title="Your new profile picture" size="small">
      {picked && <AvatarPreview picked={picked} onClose={onClose} onUploaded={onUploaded} />}
    </Dialog>
  );
}

function AvatarPreview({ picked, onClose, onUploaded }: AvatarDialogProps & { picked: PickedPicture }) {
  const [isSaving, setIsSaving] = useState(false);
  const upload = usePictureUpload("avatar", (stored) => {
    setIsSaving(true);
    onUploaded(stored).then(onClose, () => setIsSaving(false));
  });
  const { state } = upload;
  const isBusy = state.status === "sending" || isSaving;
  return (
    <div className="flex flex-col items-center gap-5 pt-4">
      <img src={picked.url} alt="How it will look" className="size-48 rounded-full bg-ink/6 object-cover" />
      <output className="min-h-5 text-fine text-muted tabular-nums">
        {state.status === "sending" && `Uploading, ${Math.round(state.share * 100)} %`}
        {state.status === "failed" && <span className="text-danger">{state.message}</span>}
      </output>
      <div className="flex gap-3">
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button isBusy={isBusy} onClick={state.status === "failed" ? upload.retry : () => upload.start(picked.file)}>
          {state.status === "failed" ? "Try again" : "Upload"}
        </Button>
      </div>
    </div>
  );
}
