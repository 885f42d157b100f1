import clsx from "clsx";
import { ChevronLeft, ChevronRight, Tag } from "lucide-react";
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import type { PlacedItem, OutfitPhoto } from "#contract/outfits.ts";
import { announce } from "#web/lib/announce.ts";
import { usePrefersReducedMotion } from "#web/lib/use-prefers-reduced-motion.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { ItemSpots, itemOfRow } from "./item-spots.tsx";
import { onPhotoClass } from "./outfit-page-frame.tsx";

const steps: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

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
}

/**
 * The further photos of an outfit, over its cover, which the empty first slide leaves visible. Swiped natively, or
 * moved with arrow keys and buttons. On request, its items are marked on the photos.
 */
export function PhotoGallery({ photos, items, sizes }: PhotoGalleryProps) {
  const [areSpotsShown, setAreSpotsShown] = useState(false);
  /** The item whose mark is open: it was pressed, or its row in 'Shop this look' was. */
  const [openId, setOpenId] = useState<string | null>(null);
  const { strip, shown, show, settleSoon } = useStrip(photos.length);
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
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    show(shown + step);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move it, also from its buttons
    <section aria-label="Photos" className="absolute inset-0" onKeyDown={onKeyDown}>
      {/* First, so that the Tab key leads from the button to the marks. */}
      <div className="absolute right-3 bottom-9 z-1 flex items-center gap-2 md:bottom-3">
        {photos.length > 1 && <Counter shown={shown} count={photos.length} />}
        {items.some(({ spot }) => spot) && (
          <SpotsButton areShown={areSpotsShown} onToggle={() => setAreSpotsShown(!areSpotsShown)} />
        )}
      </div>
      <div
        ref={strip}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset does not scroll everywhere
        role="group"
        aria-label={`Photo ${shown + 1} of ${photos.length}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={settleSoon}
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
      {photos.length > 1 && <Steps shown={shown} last={photos.length - 1} onStep={(by) => show(shown + by)} />}
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

/** Reports the item whose row in 'Shop this look' has the focus or is pressed; null once the focus is neither there nor at a mark. */
function useShopRows(
  marks: RefObject<HTMLElement | null>,
  onRow: (itemId: string | null, isPressed: boolean) => void,
): void {
  const report = useEffectEvent(onRow);
  useEffect(() => {
    const point = ({ target }: Event) => {
      const id = itemOfRow(target);
      if (id !== null) report(id, false);
    };
    const leave = ({ target, relatedTarget: next }: FocusEvent) => {
      if (itemOfRow(target) === null || !(next instanceof Element)) return;
      if (itemOfRow(next) === null && !marks.current?.contains(next)) report(null, false);
    };
    const press = ({ target }: Event) => {
      const isButton = target instanceof Element && target.closest("button") !== null;
      const id = itemOfRow(target);
      if (id !== null) report(id, isButton);
    };
    document.addEventListener("focusin", point);
    document.addEventListener("focusout", leave);
    document.addEventListener("click", press);
    return () => {
      document.removeEventListener("focusin", point);
      document.removeEventListener("focusout", leave);
      document.removeEventListener("click", press);
    };
  }, [marks]);
}

/** Not every browser says when a scroll has ended. */
const scrollPauseMs = 100;

/** Which slide is shown, as scrolled by hand or by `show`. */
function useStrip(count: number) {
  const strip = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const isStill = usePrefersReducedMotion();
  const show = (place: number) => {
    const next = Math.min(count - 1, Math.max(0, place));
    if (next === shown) return;
    setShown(next);
    announce(`Photo ${next + 1} of ${count}`);
    const box = strip.current;
    box?.scrollTo?.({ left: next * box.clientWidth, behavior: isStill ? "instant" : "smooth" });
  };
  const settle = () => {
    const { scrollLeft = 0, clientWidth = 0 } = strip.current ?? {};
    if (clientWidth > 0) setShown(Math.round(scrollLeft / clientWidth));
  };
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(settling.current), []);
  const settleSoon = () => {
    clearTimeout(settling.current);
    settling.current = setTimeout(settle, scrollPauseMs);
  };
  return { strip, shown, show, settleSoon };
}

/** Presses here are no taps on the photograph. */
const keep = (event: SyntheticEvent) => event.stopPropagation();

/** aria-disabled at the ends, since `disabled` would lose the focus. */
const arrowClass =
  "absolute! top-1/2 -translate-y-1/2 bg-paper/85! backdrop-blur-md aria-disabled:cursor-not-allowed aria-disabled:opacity-40";

function Steps({ shown, last, onStep }: { shown: number; last: number; onStep: (by: 1 | -1) => void }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- only keeps presses from the photograph
    <div onPointerDown={keep} onClick={keep} onDoubleClick={keep}>
      <IconButton
        label="Previous photo"
        aria-disabled={shown === 0 || undefined}
        onClick={() => onStep(-1)}
        className={`${arrowClass} left-3`}
      >
        <ChevronLeft aria-hidden="true" size={22} strokeWidth={1.75} />
      </IconButton>
      <IconButton
        label="Next photo"
        aria-disabled={shown === last || undefined}
        onClick={() => onStep(1)}
        className={`${arrowClass} right-3`}
      >
        <ChevronRight aria-hidden="true" size={22} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}
