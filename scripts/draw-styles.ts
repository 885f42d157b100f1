import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { stylePicture } from "#server/demo/art/group.ts";
import { STYLE_NAMES } from "#server/demo/art/look.ts";
import { rasterise } from "#server/demo/art/raster.ts";

/** Draws the round pictures of the styles, which are committed: `npx tsx --conditions=source scripts/draw-styles.ts`. */
const folder = fileURLToPath(new URL("../web/public/styles/", import.meta.url));
const sidePixels = 480;
const bytesMax = 25 * 1024;

await mkdir(folder, { recursive: true });
for (const style of STYLE_NAMES) {
  const picture = stylePicture(style);
  const drawn = await rasterise(picture.svg, picture);
  const file = await sharp(drawn).resize(sidePixels, sidePixels).webp({ quality: 74, effort: 6 }).toBuffer();
  if (file.length > bytesMax) throw new Error(`${style} takes ${file.length} bytes, more than ${bytesMax}`);
  const name = `${style.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.webp`;
  await writeFile(`${folder}${name}`, file);
  console.log(`${name} ${(file.length / 1024).toFixed(1)} KB`);
}
