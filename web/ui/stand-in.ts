import type { CSSProperties } from "react";
import { whenIdle } from "#web/lib/when-idle.ts";

type ToUrl = (thumbhash: Uint8Array) => string;
let toUrl: ToUrl | undefined;
let loading: Promise<void> | undefined;

/** What stands in a picture's box at once: its average colour, which the first three bytes hold. */
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
 * Puts the blurred picture under one that has not come yet. What draws it is no part of the first load: the first
 * pictures have it as soon as it is there, all later ones at once.
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
    // One by one: drawing a screenful of them at once would hold up the first taps.
    () => whenIdle(() => blurUnder(image, thumbhash)),
    // The colour has to do; the next picture asks again.
    () => (loading = undefined),
  );
}

/** None for what is no thumbhash. */
function toBytes(thumbhash: string): Uint8Array {
  try {
    return Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
