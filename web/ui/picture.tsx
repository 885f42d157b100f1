import clsx from "clsx";
import { type CSSProperties, useMemo } from "react";
import { thumbHashToAverageRGBA, thumbHashToDataURL } from "thumbhash";
import type { Picture as StoredPicture } from "#contract/media.ts";
import { pictureSrcSet } from "#contract/picture-urls.ts";

interface PictureProps {
  picture: StoredPicture;
  alt: string;
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string;
  /** The first thing people see: fetched at once and before others. */
  isUrgent?: boolean;
  className?: string;
  style?: CSSProperties;
}

/** A stored picture: its box and its blurred stand-in are there before the bytes come, so nothing jumps. */
export function Picture({ picture, alt, sizes, isUrgent = false, className, style }: PictureProps) {
  const standIn = useMemo(() => toStandIn(picture.thumbhash), [picture.thumbhash]);
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={pictureSrcSet(picture, "avif")} sizes={sizes} />
      <img
        src={picture.url}
        srcSet={pictureSrcSet(picture, "webp")}
        sizes={sizes}
        width={picture.width}
        height={picture.height}
        alt={alt}
        loading={isUrgent ? "eager" : "lazy"}
        fetchPriority={isUrgent ? "high" : "auto"}
        decoding="async"
        draggable={false}
        className={clsx("block h-auto w-full bg-ink/8 bg-cover bg-center", className)}
        style={{ aspectRatio: `${picture.width} / ${picture.height}`, ...standIn, ...style }}
      />
    </picture>
  );
}

/** In a page that the server draws a colour has to do: a blurred picture each would make it three times as large. */
function toStandIn(thumbhash: string): CSSProperties {
  try {
    const bytes = Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));
    if (typeof window !== "undefined") return { backgroundImage: `url(${thumbHashToDataURL(bytes)})` };
    const { r, g, b } = thumbHashToAverageRGBA(bytes);
    return { backgroundColor: `rgb(${[r, g, b].map((share) => Math.round(share * 255)).join(" ")})` };
  } catch {
    return {};
  }
}
