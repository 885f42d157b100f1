import { useLayoutEffect, useRef } from "react";
import type { Outfit, OutfitCard } from "#contract/outfits.ts";
import { useLike } from "#web/data/reactions.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { markOpenedPhoto, openedPhotoStyle } from "#web/lib/photo-transition.ts";
import { useHydrated } from "#web/lib/hydration/use-hydrated.ts";
import { Picture } from "#web/ui/picture.tsx";
import { HeartBurst, useDoubleTap } from "./double-tap.tsx";
import { photoSizes } from "./photo-sizes.ts";
import { CodeBoundary } from "#web/ui/code-boundary.tsx";

// Most outfits have one photo without marks.
const PhotoGallery = lazyPart(() => import("./photo-gallery.tsx"), "PhotoGallery");

interface OutfitPhotoProps {
  card: OutfitCard;
  /** With all photos and items, once they are known. */
  outfit: Outfit | undefined;
  /** Which of its photos is shown, the cover first. */
  shown: number;
  onShow: (place: number) => void;
}

/** Edge to edge on phones; from 768 px as high as the window lets it be. Two taps like. */
export function OutfitPhoto({ card, outfit, shown, onShow }: OutfitPhotoProps) {
  const like = useLike();
  // The server renders the cover alone: it does not wait for the gallery.
  const isHydrated = useHydrated();
  const frame = useRef<HTMLDivElement>(null);
  // The next list with this outfit is the target of the photo transition.
  useLayoutEffect(() => markOpenedPhoto(card.id, frame.current?.querySelector("img") ?? null), [card.id]);
  const { burst, endBurst, ...taps } = useDoubleTap(
    () => undefined,
    () => like(card, true),
  );
  const sizes = photoSizes(card.picture);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the like button does the same by keyboard
    <div
      ref={frame}
      onPointerDown={taps.onPointerDown}
      onClick={taps.onClick}
      onDoubleClick={() => like(card, true)}
      className="relative touch-manipulation overflow-hidden select-none md:rounded-photo"
    >
      <Picture
        picture={card.picture}
        alt={card.altText}
        sizes={sizes}
        isUrgent
        style={openedPhotoStyle(card.picture.url)}
      />
      {isHydrated && outfit && hasGallery(outfit) && (
        <CodeBoundary>
          <PhotoGallery photos={outfit.photos} items={outfit.items} sizes={sizes} shown={shown} onShow={onShow} />
        </CodeBoundary>
      )}
      <HeartBurst burst={burst} onEnd={endBurst} />
    </div>
  );
}

const hasGallery = ({ photos, items }: Outfit) => photos.length > 1 || items.some(({ spot }) => spot);
