import clsx from "clsx";
import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import type { OutfitCard, OutfitPhoto } from "#contract/outfits.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

interface PhotoZoomProps {
  outfit: OutfitCard;
  /** All photos, the cover first; none while they are not known. */
  photos: readonly OutfitPhoto[];
  isOpen: boolean;
  onClose: () => void;
}

/** The photograph alone: whole at first, twice as large where it is pressed; then it scrolls in every direction. */
export function PhotoZoom({ outfit, photos, isOpen, onClose }: PhotoZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    if (!isOpen || !shown) return;
    shown.showModal();
    return () => shown.close();
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
        <>
          <ZoomedPhotos photos={photos.length > 0 ? photos : [outfit]} />
          <IconButton label="Close" onClick={onClose} className="absolute! top-3 right-3 bg-paper/85!">
            <X aria-hidden="true" size={20} strokeWidth={1.5} />
          </IconButton>
        </>
      )}
    </dialog>
  );
}

type Photo = Pick<OutfitCard, "picture" | "altText">;

/** One at a time, with the way to the others. */
function ZoomedPhotos({ photos }: { photos: readonly Photo[] }) {
  const [index, setIndex] = useState(0);
  const photo = photos[index];
  return (
    <>
      {photo && <ZoomedPhoto key={index} photo={photo} />}
      {index > 0 && (
        <IconButton label="Previous photo" onClick={() => setIndex(index - 1)} className={`${stepClass} left-3`}>
          <ChevronLeft aria-hidden="true" size={22} strokeWidth={1.75} />
        </IconButton>
      )}
      {index < photos.length - 1 && (
        <IconButton label="Next photo" onClick={() => setIndex(index + 1)} className={`${stepClass} right-3`}>
          <ChevronRight aria-hidden="true" size={22} strokeWidth={1.75} />
        </IconButton>
      )}
    </>
  );
}

const stepClass = "absolute! top-1/2 -translate-y-1/2 bg-paper/85!";
const zoom = 2;

function ZoomedPhoto({ photo: { picture, altText } }: { photo: Photo }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isLarge, setLarge] = useState(false);
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
    setLarge(!isLarge);
  };
  const size = isLarge ? { width: `${zoom * 100}vw`, height: `${zoom * 100}dvh` } : { width: "100%", height: "100%" };
  return (
    <div ref={frame} className="size-full overflow-auto overscroll-contain">
      <button
        type="button"
        aria-pressed={isLarge}
        aria-label={isLarge ? "Show the whole photo" : "Enlarge the photo"}
        onClick={toggle}
        style={size}
        className={clsx("block", isLarge ? "cursor-zoom-out" : "cursor-zoom-in")}
      >
        <img
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
