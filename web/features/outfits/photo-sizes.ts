/**
 * How wide the photo of an outfit's own page is shown. On phones a little less than it is: 640 pixels are then enough for one of
 * 412 px with 1.75 pixels each, and the full rendition has three times the bytes. Also in web/boot/first-requests.js.
 */
export const photoSizes = ({ width, height }: { width: number; height: number }): string =>
  `(width >= 48rem) min(55vw, ${Math.round((width / height) * 85)}vh), 88vw`;
