import type { CSSProperties } from "react";
import { limits } from "#contract/limits.ts";
import type { BannerAdjustments } from "#contract/profiles.ts";

export const untouchedBanner: BannerAdjustments = { zoom: 1, offsetX: 0, offsetY: 0 };

/** Where a new picture is first cropped: people's heads are in its upper part. */
export const upperPart: BannerAdjustments = { ...untouchedBanner, offsetY: -80 };

/** The position of the picture between its edges, 0 to 1. */
const toShare = (offset: number) => 0.5 + offset / 200;

/**
 * The banner positioned as its owner adjusted it. The offsets are shares of the overflow, so that a frame of any ratio
 * never shows an empty edge.
 */
export function bannerStyle({ zoom, offsetX, offsetY }: BannerAdjustments): CSSProperties {
  const point = `${toShare(offsetX) * 100}% ${toShare(offsetY) * 100}%`;
  return { objectFit: "cover", objectPosition: point, transformOrigin: point, transform: `scale(${zoom})` };
}

interface Box {
  width: number;
  height: number;
}

/** The cropper's place (pixels from the middle) for stored adjustments. */
export function toCropPoint({ zoom, offsetX, offsetY }: BannerAdjustments, media: Box, frame: Box) {
  return {
    x: overflow(media.width, frame.width, zoom) * (0.5 - toShare(offsetX)),
    y: overflow(media.height, frame.height, zoom) * (0.5 - toShare(offsetY)),
  };
}

const overflow = (media: number, frame: number, zoom: number) => Math.max(0, media * zoom - frame);

/** What is stored for the part of the picture that the cropper shows, given in percent of the picture. */
export function toAdjustments(zoom: number, area: Box & { x: number; y: number }): BannerAdjustments {
  return {
    zoom: clamp(Math.round(zoom * 100) / 100, limits.bannerZoomMin, limits.bannerZoomMax),
    offsetX: toOffset(area.x, area.width),
    offsetY: toOffset(area.y, area.height),
  };
}

function toOffset(start: number, size: number): number {
  const room = 100 - size;
  // Where nothing overflows, there is nothing to move.
  if (room < 0.01) return 0;
  return clamp(Math.round((start / room - 0.5) * 20_000) / 100, -100, 100);
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));
