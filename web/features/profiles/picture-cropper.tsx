import { useRef, useState } from "react";
import Cropper, { type Area, type MediaSize, type Point } from "react-easy-crop";
import { limits } from "#contract/limits.ts";
import type { BannerAdjustments } from "#contract/profiles.ts";
import { toCropPoint } from "./banner-frame.ts";
import { ZoomSlider } from "./zoom-slider.tsx";

/** The part of the picture in the frame. */
interface CroppedPart {
  zoom: number;
  /** In percent of the picture. */
  share: Area;
  /** In pixels of the picture. */
  pixels: Area;
}

interface PictureCropperProps {
  url: string;
  label: string;
  /** Width / height of the frame. */
  aspect: number;
  isRound?: boolean;
  /** The part at first. */
  initial: BannerAdjustments;
  onChange: (part: CroppedPart) => void;
}

/** The picture behind a frame: drag, pinch, the arrow keys and the slider choose the part. */
export function PictureCropper({ url, label, aspect, isRound = false, initial, onChange }: PictureCropperProps) {
  const [begun] = useState(initial);
  const [crop, setCrop] = useState<Point>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(begun.zoom);
  const frame = useRef<HTMLDivElement>(null);
  const place = (media: MediaSize) => {
    const box = frame.current?.getBoundingClientRect();
    if (box) setCrop(toCropPoint(begun, media, box));
  };
  return (
    <>
      <div
        ref={frame}
        className="relative w-full overflow-hidden rounded-photo bg-ink/8"
        style={{ aspectRatio: aspect }}
      >
        <Cropper
          image={url}
          aspect={aspect}
          cropShape={isRound ? "round" : "rect"}
          crop={crop}
          zoom={zoom}
          minZoom={limits.bannerZoomMin}
          maxZoom={limits.bannerZoomMax}
          objectFit="cover"
          showGrid={false}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onMediaLoaded={place}
          onCropAreaChange={(share: Area, pixels: Area) => onChange({ zoom, share, pixels })}
          cropperProps={{ "aria-label": `${label}, move with the arrow keys` }}
        />
      </div>
      <ZoomSlider zoom={zoom} onChange={setZoom} />
    </>
  );
}
