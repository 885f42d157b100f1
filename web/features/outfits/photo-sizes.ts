/** How wide the photo of an outfit's own page is shown. Also in web/boot/first-requests.js. */
export const photoSizes = ({ width, height }: { width: number; height: number }): string =>
  `(width >= 768px) min(55vw, ${Math.round((width / height) * 85)}vh), 100vw`;
