import sharp from "sharp";

/** The size that link previews ask for, in pixels. */
export const cardSize = { width: 1_200, height: 630 } as const;

const photoMargin = 36;
const photoRadius = 22;
const paper = { r: 250, g: 248, b: 244 };

/**
 * A link preview: one photo uncropped, or the upper parts of several side by side, on the first one's colours, with the
 * site's name. The name is drawn as shapes, because a server may have no fonts.
 *
 * @param photos Stored renditions, WebP or JPEG; at least one, at most three are shown.
 * @returns JPEG, 1200 x 630.
 */
export async function renderCard(photos: readonly Buffer[]): Promise<Buffer> {
  const [first, ...others] = photos;
  if (!first) throw new Error("A card shows at least one photo");
  const fronts = others.length === 0 ? [await placeWhole(first)] : await Promise.all(placeColumns(photos.slice(0, 3)));
  const backdrop = await sharp(first)
    .resize({ ...cardSize, fit: "cover" })
    .blur(60)
    .composite([{ input: { create: { ...cardSize, channels: 4, background: { ...paper, alpha: 0.55 } } } }])
    .toBuffer();
  return sharp(backdrop)
    .composite([...fronts, { input: wordmark(), left: others.length === 0 ? 90 : 52, top: 240 }])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}

interface Placed {
  input: Buffer;
  left: number;
  top: number;
}

async function placeWhole(photo: Buffer): Promise<Placed> {
  const front = await sharp(photo)
    .resize({ height: cardSize.height - 2 * photoMargin, width: 620, fit: "inside", withoutEnlargement: false })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = front.info;
  return {
    input: await round(front.data, width, height),
    left: cardSize.width - width - photoMargin * 3,
    top: Math.round((cardSize.height - height) / 2),
  };
}

/** Columns to the right of the name, each a little lower than the previous one. */
function placeColumns(photos: readonly Buffer[]): Promise<Placed>[] {
  const [areaLeft, gap] = [500, 18];
  const width = Math.floor((cardSize.width - photoMargin - areaLeft - gap * 2) / 3);
  const height = Math.round(width * 1.6);
  const start = cardSize.width - photoMargin - photos.length * (width + gap) + gap;
  return photos.map(async (photo, index) => {
    const cut = await sharp(photo).resize({ width, height, fit: "cover", position: "top" }).toBuffer();
    const lower = Math.round((index - (photos.length - 1) / 2) * 64);
    return {
      input: await round(cut, width, height),
      left: start + index * (width + gap),
      top: Math.round((cardSize.height - height) / 2) + lower,
    };
  });
}

const round = (photo: Buffer, width: number, height: number): Promise<Buffer> =>
  sharp(photo)
    .composite([{ input: roundedMask(width, height), blend: "dest-in" }])
    .png()
    .toBuffer();

const roundedMask = (width: number, height: number) =>
  Buffer.from(`<svg width="${width}" height="${height}"><rect width="100%" height="100%" rx="${photoRadius}"/></svg>`);

/** "Fash" in high contrast: thick stems, hair lines, a red stop. */
const wordmark = () =>
  Buffer.from(`<svg width="420" height="160" viewBox="0 0 420 160" fill="#161412">
    <path d="M6 14h92v34h-4c-3-20-10-29-30-29H44v54h14c13 0 17-7 19-22h4v48h-4c-2-15-6-22-19-22H44v56c0 10 4 13 16 14v3H6v-3c10-1 14-4 14-14V31C20 21 16 18 6 17z"/>
    <path d="M108 128c0-20 20-28 44-34V82c0-16-6-23-17-23-9 0-14 4-14 9 0 6 5 6 5 13 0 5-4 8-8 8-6 0-9-4-9-10 0-13 13-23 32-23 22 0 33 10 33 29v48c0 8 2 11 6 11 3 0 5-1 7-4l3 2c-4 8-9 11-18 11-11 0-18-6-20-16-6 11-14 16-24 16-13 0-20-8-20-25zm44-7V98c-14 4-22 12-22 26 0 11 4 16 10 16 5 0 9-6 12-19z"/>
    <path d="M202 152v-34h4c5 20 14 30 29 30 11 0 18-6 18-15 0-10-8-13-22-18-17-6-27-13-27-29 0-18 13-30 31-30 8 0 14 2 19 6l5-6h3v30h-4c-4-17-12-26-23-26-9 0-15 5-15 13s6 11 20 16c18 6 29 13 29 31 0 19-14 32-34 32-9 0-16-3-22-8l-7 8z"/>
    <path d="M282 152v-3c9-1 12-4 12-13V28c0-9-3-12-12-13v-3l34-4v66c7-12 17-18 28-18 18 0 27 11 27 33v47c0 9 3 12 12 13v3h-46v-3c9-1 12-4 12-13V90c0-15-4-22-13-22-9 0-16 9-20 24v44c0 9 3 12 12 13v3z"/>
    <circle cx="402" cy="142" r="12" fill="#D9381E"/>
  </svg>`);
