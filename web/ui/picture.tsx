import clsx from "clsx";
import { type CSSProperties, useCallback } from "react";
import type { Picture as StoredPicture } from "#contract/media.ts";
import { pictureSrcSet } from "#contract/picture-urls.ts";
import { blurUnder, colorOf } from "./placeholder.ts";

interface PictureProps {
  picture: StoredPicture;
  alt: string;
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string;
  /** Above the fold: loaded eagerly, with high priority. */
  isUrgent?: boolean;
  className?: string;
  /** May have a picture of its own to show before the bytes arrive. */
  style?: CSSProperties;
}

/** A stored picture: its box and blurred placeholder are there before the bytes arrive, so nothing shifts. */
export function Picture({ picture, alt, sizes, isUrgent = false, className, style }: PictureProps) {
  const { thumbhash } = picture;
  const isBlurred = !style?.backgroundImage;
  const blur = useCallback(
    (image: HTMLImageElement | null) => void (image && isBlurred && blurUnder(image, thumbhash)),
    [thumbhash, isBlurred],
  );
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={pictureSrcSet(picture, "avif")} sizes={sizes} />
      <img
        ref={blur}
        src={picture.url}
        srcSet={pictureSrcSet(picture, "webp")}
        sizes={sizes}
        width={picture.width}
        height={picture.height}
        alt={alt}
        loading={isUrgent ? "eager" : "lazy"}
        fetchPriority={isUrgent ? "high" : "auto"}
        // An urgent one that has arrived appears with the text, not a frame later.
        decoding={isUrgent ? "sync" : "async"}
        draggable={false}
        className={clsx("block h-auto w-full bg-ink/8 bg-cover bg-center", className)}
        style={{ aspectRatio: `${picture.width} / ${picture.height}`, ...colorOf(thumbhash), ...style }}
      />
    </picture>
  );
}
