import { useCallback, useRef, useState } from "react";
import Cropper, { type Area, type MediaSize, type Point } from "react-easy-crop";
import { limits } from "#contract/limits.ts";
import type { PictureArea } from "#web/lib/cut-picture.ts";
import { toCropPoint, upperPart } from "./banner-frame.ts";
import { ZoomSlider } from "./zoom-slider.tsx";

interface AvatarCropperProps {
  url: string;
  /** The part that is inside the circle's square, in pixels of the picture. */
  onChange: (area: PictureArea) => void;
}

/** The picture behind a round frame: drag, pinch, the arrow keys and the slider choose the part. */
export function AvatarCropper({ url, onChange }: AvatarCropperProps) {
  const [crop, setCrop] = useState<Point>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState<number>(limits.bannerZoomMin);
  const frame = useRef<HTMLDivElement>(null);
  const place = useCallback((media: MediaSize) => {
    const box = frame.current?.getBoundingClientRect();
    if (box) setCrop(toCropPoint(upperPart, media, box));
  }, []);
  return (
    <div className="flex w-full flex-col gap-2">
      <div ref={frame} className="relative aspect-square overflow-hidden rounded-photo bg-ink/8">
        <Cropper
          image={url}
          aspect={1}
          cropShape="round"
          crop={crop}
          zoom={zoom}
          minZoom={limits.bannerZoomMin}
          maxZoom={limits.bannerZoomMax}
          objectFit="cover"
          showGrid={false}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onMediaLoaded={place}
          onCropAreaChange={(_share: Area, pixels: Area) => onChange(pixels)}
          cropperProps={{ "aria-label": "Profile picture, move with the arrow keys" }}
        />
      </div>
      <ZoomSlider zoom={zoom} onChange={setZoom} />
    </div>
  );
}
