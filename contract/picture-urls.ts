/** Widths in pixels of the smaller renditions, ascending. */
export const renditionWidths = [320, 640] as const;
/** The width of an avatar's smaller rendition, for where it stands next to a name. Pictures of earlier versions lack it. */
export const smallAvatarWidth = 128;
/** The full rendition is at most this wide. */
export const fullWidth = 1_080;
export type RenditionFormat = "webp" | "avif";

/**
 * The URL (or storage key) of a rendition, derived from the full one's.
 *
 * `u/1700000000000.webp` at 320 in AVIF is `u/1700000000000_320.avif`; without a width, the full size.
 */
export function renditionUrl(fullUrl: string, format: RenditionFormat, width?: number): string {
  const stem = fullUrl.replace(/\.webp$/, "");
  return `${stem}${width === undefined ? "" : `_${width}`}.${format}`;
}

/** The `srcset` of a picture in one format, without renditions wider than the picture. */
export function pictureSrcSet(picture: { url: string; width: number }, format: RenditionFormat): string {
  const widths: number[] = renditionWidths.filter((width) => width < picture.width);
  const renditions = widths.map((width) => `${renditionUrl(picture.url, format, width)} ${width}w`);
  return [...renditions, `${renditionUrl(picture.url, format)} ${picture.width}w`].join(", ");
}

/** The URL of a stored picture, derived from its storage key. */
export const pictureUrl = (key: string): string => `/media/${key}`;
