/**
 * How wide a card's picture is shown; in step with the columns of use-column-count.ts and the gutters of `page-width`. On phones 13 px
 * less than it is: 320 pixels are then enough for one of 390 px with 2 pixels each, and 640 have twice the bytes. Also in
 * web/boot/first-requests.js.
 */
export const cardPictureSizes =
  "(width >= 93.75rem) 260px, (width >= 68.75rem) calc((100vw - 140px) / 4), (width >= 48rem) calc((100vw - 88px) / 3), calc((100vw - 70px) / 2)";
