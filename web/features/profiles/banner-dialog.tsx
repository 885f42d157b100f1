import { useCallback, useRef, useState } from "react";
import Cropper, { type Area, type MediaSize, type Point } from "react-easy-crop";
import { limits } from "#contract/limits.ts";
import type { BannerAdjustments } from "#contract/profiles.ts";
import { useChangeBanner } from "#web/data/account.ts";
import { usePictureUpload } from "#web/data/picture-upload.ts";
import type { PickedPicture } from "#web/lib/use-picked-picture.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { toAdjustments, toCropPoint, untouchedBanner, upperPart } from "./banner-frame.ts";
import { ZoomSlider } from "./zoom-slider.tsx";

interface BannerDialogProps {
  /** A new picture, or else the present one is adjusted. */
  picked: PickedPicture | null;
  present: { url: string; adjustments: BannerAdjustments | null } | null;
  onClose: () => void;
}

const aspect = 3;

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
          <Button onClick={save} isBusy={state.status === "sending" || change.isPending}>
            {state.status === "failed" ? "Try again" : "Save"}
          </Button>
        </>
      }
    >
      <BannerCropper url={url} initial={adjustments} onChange={setAdjustments} />
    </Dialog>
  );
}

interface BannerCropperProps {
  url: string;
  initial: BannerAdjustments;
  onChange: (adjustments: BannerAdjustments) => void;
}

function BannerCropper({ url, initial, onChange }: BannerCropperProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [begun] = useState(initial);
  const [crop, setCrop] = useState<Point>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(begun.zoom);
  const place = useCallback(
    (media: MediaSize) => {
      const box = frame.current?.getBoundingClientRect();
      if (box) setCrop(toCropPoint(begun, media, box));
    },
    [begun],
  );
  const report = useCallback((area: Area) => onChange(toAdjustments(zoom, area)), [onChange, zoom]);
  return (
    <div className="flex flex-col gap-5 p-0.5 pt-2">
      <div ref={frame} className="relative aspect-3/1 overflow-hidden rounded-photo bg-ink/8">
        <Cropper
          image={url}
          aspect={aspect}
          crop={crop}
          zoom={zoom}
          minZoom={limits.bannerZoomMin}
          maxZoom={limits.bannerZoomMax}
          objectFit="cover"
          showGrid={false}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={report}
          onMediaLoaded={place}
          cropperProps={{ "aria-label": "Banner, move with the arrow keys" }}
        />
      </div>
      <ZoomSlider zoom={zoom} onChange={setZoom} />
      <p className="text-fine text-muted">Drag the picture to place it. Phones show the middle.</p>
    </div>
  );
}
