import type { CSSProperties } from "react";
import { whenIdle } from "#web/lib/when-idle.ts";

type ToUrl = (thumbhash: Uint8Array) => string;
let toUrl: ToUrl | undefined;
let loading: Promise<void> | undefined;

/** The immediate placeholder: the picture's average colour, which the first three bytes hold. */
export function colorOf(thumbhash: string): CSSProperties {
  const [first = 0, second = 0, third = 0] = toBytes(thumbhash);
  const header = first | (second << 8) | (third << 16);
  const light = (header & 63) / 63;
  const yellow = ((header >> 6) & 63) / 31.5 - 1;
  const red = ((header >> 12) & 63) / 31.5 - 1;
  const b = light - (2 / 3) * yellow;
  const r = (3 * light - b + red) / 2;
  return { backgroundColor: `rgb(${[r, r - red, b].map(toByte).join(" ")})` };
}

const toByte = (share: number): number => Math.round(255 * Math.min(1, Math.max(0, share)));

/**
 * Shows the blurred thumbhash under a picture that is still loading. The decoder is not part of the first load: the
 * first pictures get the blur once it has loaded, later ones at once.
 */
export function blurUnder(image: HTMLImageElement, thumbhash: string): void {
  if (image.complete) return;
  if (toUrl) {
    image.style.backgroundImage = `url(${toUrl(toBytes(thumbhash))})`;
    return;
  }
  loading ??= import("thumbhash").then(({ thumbHashToDataURL }) => {
    toUrl = thumbHashToDataURL;
  });
  loading.then(
    // One by one: decoding a whole screen at once would delay the first taps.
    () => whenIdle(() => blurUnder(image, thumbhash)),
    // The colour is enough; the next picture tries again.
    () => (loading = undefined),
  );
}

/** Empty for an invalid thumbhash. */
function toBytes(thumbhash: string): Uint8Array {
  try {
    return Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
