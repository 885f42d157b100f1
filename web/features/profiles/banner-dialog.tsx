import { useState } from "react";
import type { BannerAdjustments } from "#contract/profiles.ts";
import { useChangeBanner } from "#web/data/account.ts";
import { usePictureUpload } from "#web/data/picture-upload.ts";
import type { PickedPicture } from "#web/lib/use-picked-picture.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { toAdjustments, untouchedBanner, upperPart } from "./banner-frame.ts";
import { PictureCropper } from "./picture-cropper.tsx";

interface BannerDialogProps {
  /** A new picture, or else the present one is adjusted. */
  picked: PickedPicture | null;
  present: { url: string; adjustments: BannerAdjustments | null } | null;
  onClose: () => void;
}

/** Adjusts first, uploads then, changes the profile last: a stop at any point leaves the profile as it was. */
export function BannerDialog({ picked, present, onClose }: BannerDialogProps) {
  const url = picked?.url ?? present?.url ?? "";
  const [adjustments, setAdjustments] = useState(picked ? upperPart : (present?.adjustments ?? untouchedBanner));
  const change = useChangeBanner();
  const upload = usePictureUpload("banner", ({ id }) =>
    change.mutate({ bannerImageId: id, bannerAdjustments: adjustments }, { onSuccess: onClose }),
  );
  const { state } = upload;
  const save = () => {
    if (!picked) change.mutate({ bannerAdjustments: adjustments }, { onSuccess: onClose });
    else if (state.status === "failed") upload.retry();
    else upload.start(picked.file);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Adjust your banner"
      footer={
        <>
          <output className="mr-auto self-center text-fine text-muted tabular-nums">
            {state.status === "sending" && `Uploading, ${Math.round(state.share * 100)} %`}
            {state.status === "failed" && <span className="text-danger">{state.message}</span>}
          </output>
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={save} isBusy={upload.isBusy || change.isPending}>
            {state.status === "failed" ? "Try again" : "Save"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5 p-0.5 pt-2">
        <PictureCropper
          url={url}
          label="Banner"
          aspect={3}
          initial={adjustments}
          onChange={({ zoom, share }) => setAdjustments(toAdjustments(zoom, share))}
        />
        <p className="text-fine text-muted">Drag the picture to place it. Phones show the middle.</p>
      </div>
    </Dialog>
  );
}
