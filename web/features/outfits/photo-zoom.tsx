import clsx from "clsx";
import { X } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { OutfitCard, OutfitPhoto } from "#contract/outfits.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { PhotoSteps, photoStepOf } from "./photo-steps.tsx";

interface PhotoZoomProps {
  outfit: OutfitCard;
  /** All photos, the cover first; none while they are not known. */
  photos: readonly OutfitPhoto[];
  /** Which of them is shown, here and in the gallery. */
  shown: number;
  onShow: (place: number) => void;
  isOpen: boolean;
  onClose: () => void;
}

/** The photograph alone: whole at first, twice as large where it is pressed; then it scrolls in every direction. */
export function PhotoZoom({ outfit, photos, shown, onShow, isOpen, onClose }: PhotoZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opened = dialog.current;
    if (!isOpen || !opened) return;
    opened.showModal();
    return () => opened.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      aria-label={`Photo of ${outfit.title}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="m-0 h-dvh max-h-none w-full max-w-none overflow-hidden border-0 bg-black p-0"
    >
      {isOpen && (
        <ZoomedPhotos photos={photos.length > 0 ? photos : [outfit]} shown={shown} onShow={onShow}>
          <IconButton label="Close" onClick={onClose} className="focus-on-photo absolute! top-3 right-3 bg-paper/85!">
            <X aria-hidden="true" size={20} strokeWidth={1.5} />
          </IconButton>
        </ZoomedPhotos>
      )}
    </dialog>
  );
}

type Photo = Pick<OutfitCard, "picture" | "altText">;

interface ZoomedPhotosProps extends Pick<PhotoZoomProps, "shown" | "onShow"> {
  photos: readonly Photo[];
  /** After the photo. */
  children: ReactNode;
}

/** One at a time, with the way to the others. */
function ZoomedPhotos({ photos, shown, onShow, children }: ZoomedPhotosProps) {
  const [isLarge, setLarge] = useState(false);
  const last = photos.length - 1;
  const place = Math.min(shown, last);
  const photo = photos[place];
  const step = (by: 1 | -1) => {
    if (!photos[place + by]) return;
    setLarge(false);
    onShow(place + by);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = photoStepOf(event);
    // They scroll a photo that is larger than the window.
    if (!by || (isLarge && event.target instanceof Element && event.target.closest("[data-zoom]"))) return;
    event.preventDefault();
    step(by);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys lead on, also from its buttons
    <div className="contents" onKeyDown={onKeyDown}>
      {photo && <ZoomedPhoto photo={photo} isLarge={isLarge} onToggle={() => setLarge(!isLarge)} />}
      {last > 0 && (
        <>
          <output className="sr-only">{`Photo ${place + 1} of ${photos.length}`}</output>
          <PhotoSteps shown={place} last={last} onStep={step} />
        </>
      )}
      {children}
    </div>
  );
}

const zoom = 2;

interface ZoomedPhotoProps {
  photo: Photo;
  isLarge: boolean;
  onToggle: () => void;
}

/** The button stays when another photo takes its place: it may have the focus. */
function ZoomedPhoto({ photo: { picture, altText }, isLarge, onToggle }: ZoomedPhotoProps) {
  const frame = useRef<HTMLDivElement>(null);
  const point = useRef({ x: 0.5, y: 0.5 });
  // The place that was pressed stays in the middle.
  useEffect(() => {
    const box = frame.current;
    if (!box) return;
    box.scrollTo({
      left: point.current.x * box.scrollWidth - box.clientWidth / 2,
      top: point.current.y * box.scrollHeight - box.clientHeight / 2,
    });
  }, [isLarge]);
  const toggle = (event: MouseEvent<HTMLButtonElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const isByKeyboard = event.detail === 0;
    if (!isByKeyboard)
      point.current = { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
    onToggle();
  };
  const size = isLarge ? { width: `${zoom * 100}vw`, height: `${zoom * 100}dvh` } : { width: "100%", height: "100%" };
  return (
    <div ref={frame} className="size-full overflow-auto overscroll-contain">
      <button
        type="button"
        data-zoom
        aria-label={isLarge ? "Show the whole photo" : "Enlarge the photo"}
        onClick={toggle}
        style={size}
        className={clsx("focus-on-photo relative block", isLarge ? "cursor-zoom-out" : "cursor-zoom-in")}
      >
        <img
          key={picture.url}
          src={picture.url}
          width={picture.width}
          height={picture.height}
          alt={altText}
          draggable={false}
          className="size-full object-contain"
        />
      </button>
    </div>
  );
}
