/**
 * How wide a card's picture is shown; in step with the columns of use-column-count.ts and the gutters of `page-width`. Also in
 * web/boot/first-requests.js.
 */
export const cardPictureSizes =
  "(width >= 1500px) 260px, (width >= 1100px) calc((100vw - 140px) / 4), (width >= 768px) calc((100vw - 88px) / 3), calc((100vw - 44px) / 2)";
