import { useState } from "react";
import type { Upload } from "#contract/media.ts";
import { usePictureUpload } from "#web/data/picture-upload.ts";
import { cutPicture, type PictureArea } from "#web/lib/cut-picture.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import type { PickedPicture } from "#web/lib/use-picked-picture.ts";
import { Button } from "#web/ui/button.tsx";
import { CodeBoundary } from "#web/ui/code-boundary.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { upperPart } from "./banner-frame.ts";

const PictureCropper = lazyPart(() => import("./picture-cropper.tsx"), "PictureCropper");

interface AvatarDialogProps {
  /** Null while the dialog is closed. */
  picked: PickedPicture | null;
  onClose: () => void;
  /** Makes the stored picture the member's own; the dialog closes when it has. */
  onUploaded: (upload: Upload) => Promise<unknown>;
}

/** Places and cuts the new profile picture, then uploads it or not. */
export function AvatarDialog({ picked, onClose, onUploaded }: AvatarDialogProps) {
  return (
    <Dialog isOpen={picked !== null} onClose={onClose} title="Your new profile picture" size="small">
      {picked && <AvatarPreview picked={picked} onClose={onClose} onUploaded={onUploaded} />}
    </Dialog>
  );
}

function AvatarPreview({ picked, onClose, onUploaded }: AvatarDialogProps & { picked: PickedPicture }) {
  const [isSaving, setIsSaving] = useState(false);
  /** Undefined until the picture is shown; then the server cuts its middle. */
  const [area, setArea] = useState<PictureArea>();
  const upload = usePictureUpload("avatar", (stored) => {
    setIsSaving(true);
    onUploaded(stored).then(onClose, () => setIsSaving(false));
  });
  const { state } = upload;
  const start = async () => upload.start(area ? await cutPicture(picked.file, area) : picked.file);
  const isBusy = upload.isBusy || isSaving;
  return (
    <div className="flex flex-col items-center gap-5 pt-4">
      <CodeBoundary fallback={<Skeleton className="aspect-square w-full rounded-photo!" />}>
        <div className="flex w-full flex-col gap-2">
          <PictureCropper
            url={picked.url}
            label="Profile picture"
            aspect={1}
            isRound
            initial={upperPart}
            onChange={({ pixels }) => setArea(pixels)}
          />
        </div>
      </CodeBoundary>
      <div className="flex w-full flex-wrap justify-end gap-3">
        <output className="mr-auto self-center text-fine text-muted tabular-nums">
          {state.status === "sending" && `Uploading, ${Math.round(state.share * 100)} %`}
          {state.status === "failed" && <span className="text-danger">{state.message}</span>}
        </output>
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button isBusy={isBusy} onClick={() => void start()}>
          {state.status === "failed" ? "Try again" : "Upload"}
        </Button>
      </div>
    </div>
  );
}
