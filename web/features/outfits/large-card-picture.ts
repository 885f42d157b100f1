/** In a grid of three columns at every width from 768 px on. Also in web/boot/first-requests.js. */
export const largeCardPictureSizes =
  "(width >= 90rem) 440px, (width >= 68.75rem) calc((100vw - 120px) / 3), (width >= 48rem) calc((100vw - 88px) / 3), calc((100vw - 70px) / 2)";
