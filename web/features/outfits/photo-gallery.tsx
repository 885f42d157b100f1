import clsx from "clsx";
import { Tag } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, type ReactNode, type SyntheticEvent, useState } from "react";
import type { PlacedItem, OutfitPhoto } from "#contract/outfits.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { ItemSpots } from "./item-spots.tsx";
import { onPhotoClass } from "./outfit-page-frame.tsx";
import { PhotoSteps, photoStepOf } from "./photo-steps.tsx";
import { usePhotoStrip } from "./use-photo-strip.ts";
import { useShopRows } from "./use-shop-rows.ts";

// As styles, not classes: few outfits need them, and every page loads the classes.
const stripStyle: CSSProperties = {
  overflowX: "auto",
  overscrollBehaviorX: "contain",
  scrollSnapType: "x mandatory",
  scrollbarWidth: "none",
};
const slideStyle: CSSProperties = { scrollSnapAlign: "start", scrollSnapStop: "always" };

interface PhotoGalleryProps {
  photos: readonly OutfitPhoto[];
  /** Those with a spot are shown on request. */
  items: readonly PlacedItem[];
  /** The `sizes` attribute of the cover, whose box the others share. */
  sizes: string;
  /** Which photo is shown, here and zoomed. */
  shown: number;
  onShow: (place: number) => void;
}

/**
 * The further photos of an outfit, over its cover, which the empty first slide leaves visible. Swiped natively, or
 * moved with arrow keys and buttons. On request, its items are marked on the photos.
 */
export function PhotoGallery({ photos, items, sizes, shown, onShow }: PhotoGalleryProps) {
  const [areSpotsShown, setAreSpotsShown] = useState(false);
  /** The item whose mark is open: it was pressed, or its row in 'Shop this look' was. */
  const [openId, setOpenId] = useState<string | null>(null);
  const isSeveral = photos.length > 1;
  const { strip, show, moves } = usePhotoStrip(photos.length, shown, onShow);
  useShopRows(strip, (itemId, isPressed) => {
    const spot = items.find(({ id }) => id === itemId)?.spot;
    const place = photos.findIndex(({ imageId }) => imageId === spot?.imageId);
    if (itemId !== null && place < 0) return;
    setOpenId(itemId);
    if (itemId !== null) show(place);
    if (isPressed) strip.current?.scrollIntoView?.({ block: "center" });
  });
  const [cover] = photos;
  const frameRatio = cover ? cover.picture.width / cover.picture.height : 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = photoStepOf(event);
    if (!step || !isSeveral) return;
    event.preventDefault();
    event.stopPropagation();
    show(shown + step);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move it, also from its buttons
    <section aria-label="Photos" className="absolute inset-0" onKeyDown={onKeyDown}>
      {/* First, so that the Tab key leads from the button to the marks. */}
      <div className="absolute right-3 bottom-9 z-1 flex items-center gap-2 md:bottom-3">
        {isSeveral && <Counter shown={shown} count={photos.length} />}
        {items.some(({ spot }) => spot) && (
          <SpotsButton areShown={areSpotsShown} onToggle={() => setAreSpotsShown(!areSpotsShown)} />
        )}
      </div>
      <div
        ref={strip}
        // What scrolls must be reachable by keyboard.
        {...(isSeveral && { role: "group", "aria-label": `Photo ${shown + 1} of ${photos.length}`, tabIndex: 0 })}
        {...moves}
        className="flex size-full"
        style={stripStyle}
      >
        {photos.map((photo, index) => (
          <Slide key={photo.imageId} photo={photo} isCover={index === 0} frameRatio={frameRatio} sizes={sizes}>
            <ItemSpots
              items={items.filter(
                ({ id, spot }) => spot?.imageId === photo.imageId && (areSpotsShown || id === openId),
              )}
              openId={openId}
              onOpen={setOpenId}
            />
          </Slide>
        ))}
      </div>
      {isSeveral && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- only keeps presses from the photograph
        <div onPointerDown={keep} onClick={keep} onDoubleClick={keep}>
          <PhotoSteps shown={shown} last={photos.length - 1} onStep={(by) => show(shown + by)} />
        </div>
      )}
    </section>
  );
}

interface SlideProps {
  photo: OutfitPhoto;
  isCover: boolean;
  /** width / height of all slides. */
  frameRatio: number;
  sizes: string;
  children: ReactNode;
}

/** A photo as large as its slide allows; marks are placed on the photo, not on the slide. */
function Slide({ photo: { picture, altText }, isCover, frameRatio, sizes, children }: SlideProps) {
  const ratio = picture.width / picture.height;
  const box = ratio >= frameRatio ? { width: "100%" } : { height: "100%" };
  return (
    <div className={clsx("grid size-full shrink-0 place-items-center", !isCover && "bg-paper")} style={slideStyle}>
      <div className="relative" style={{ aspectRatio: ratio, ...box }}>
        {!isCover && <Picture picture={picture} alt={altText} sizes={sizes} />}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- only keeps presses from the photograph */}
        <div onPointerDown={keep} onClick={keep} onDoubleClick={keep}>
          {children}
        </div>
      </div>
    </div>
  );
}

function Counter({ shown, count }: { shown: number; count: number }) {
  return (
    <p
      aria-hidden="true"
      className="pointer-events-none rounded-full bg-black/60 px-3 py-1 text-fine text-white tabular-nums"
    >
      {shown + 1}/{count}
    </p>
  );
}

function SpotsButton({ areShown, onToggle }: { areShown: boolean; onToggle: () => void }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- only keeps presses from the photograph
    <div onPointerDown={keep} onClick={keep} onDoubleClick={keep}>
      <IconButton
        label="Show items on the photo"
        aria-pressed={areShown}
        onClick={onToggle}
        className={areShown ? "bg-ink! text-paper!" : onPhotoClass}
      >
        <Tag aria-hidden="true" size={20} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}

/** Presses here are no taps on the photograph. */
const keep = (event: SyntheticEvent) => event.stopPropagation();
