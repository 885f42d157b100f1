import { lazy, Suspense, useLayoutEffect, useRef } from "react";
import type { Outfit, OutfitCard } from "#contract/outfits.ts";
import { useLike } from "#web/data/reactions.ts";
import { markOpenedPhoto, openedPhotoName } from "#web/lib/photo-transition.ts";
import { useHydrated } from "#web/lib/hydration/use-hydrated.ts";
import { Picture } from "#web/ui/picture.tsx";
import { HeartBurst, useDoubleTap } from "./double-tap.tsx";
import { photoSizes } from "./photo-sizes.ts";

// Most outfits have one photo without marks.
const PhotoGallery = lazy(async () => ({ default: (await import("./photo-gallery.tsx")).PhotoGallery }));

interface OutfitPhotoProps {
  outfit: OutfitCard;
  /** With all photos and items, once they are known. */
  whole?: Outfit | undefined;
  /** Which of its photos is shown, the cover first. */
  shown: number;
  onShow: (place: number) => void;
}

/** Edge to edge on phones; from 768 px as high as the window lets it be. Two taps like. */
export function OutfitPhoto({ outfit, whole, shown, onShow }: OutfitPhotoProps) {
  const like = useLike();
  // The server renders the cover alone: it does not wait for the gallery.
  const isHydrated = useHydrated();
  const frame = useRef<HTMLDivElement>(null);
  // The next list with this outfit is the target of the photo transition.
  useLayoutEffect(() => markOpenedPhoto(outfit.id, frame.current?.querySelector("img") ?? null), [outfit.id]);
  const { burst, endBurst, ...taps } = useDoubleTap(
    () => undefined,
    () => like(outfit, true),
  );
  const sizes = photoSizes(outfit.picture);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the like button does the same by keyboard
    <div
      ref={frame}
      onPointerDown={taps.onPointerDown}
      onClick={taps.onClick}
      onDoubleClick={() => like(outfit, true)}
      className="relative touch-manipulation overflow-hidden select-none md:rounded-photo"
    >
      <Picture
        picture={outfit.picture}
        alt={outfit.altText}
        sizes={sizes}
        isUrgent
        style={{ viewTransitionName: openedPhotoName }}
      />
      {isHydrated && whole && hasGallery(whole) && (
        <Suspense>
          <PhotoGallery photos={whole.photos} items={whole.items} sizes={sizes} shown={shown} onShow={onShow} />
        </Suspense>
      )}
      <HeartBurst burst={burst} onEnd={endBurst} />
    </div>
  );
}

const hasGallery = ({ photos, items }: Outfit) => photos.length > 1 || items.some(({ spot }) => spot);
