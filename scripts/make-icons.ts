// Makes the icons of the installed app from web/public/favicon.svg: `npx tsx scripts/make-icons.ts`. Their files are committed.
import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { root } from "./run.mjs";

const folder = path.join(root, "web/public");
const mark = await readFile(path.join(folder, "favicon.svg"), "utf8");
/** Systems cut these to a shape of their own: the colour fills the square, and the mark stays in the safe zone. */
const full = (scale: number) => {
  const inset = (64 - 64 * scale) / 2;
  const parts = mark.replace(/^<svg[^>]*><rect[^>]*\/>/, "").replace(/<\/svg>\s*$/, "");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#161412"/><g transform="translate(${inset} ${inset}) scale(${scale})">${parts}</g></svg>`;
};
const icons = [
  { file: "icon-192.png", svg: mark, size: 192 },
  { file: "icon-512.png", svg: mark, size: 512 },
  { file: "icon-maskable-512.png", svg: full(0.8), size: 512 },
  { file: "apple-touch-icon.png", svg: full(0.9), size: 180 },
];
for (const { file, svg, size } of icons) {
  const picture = sharp(Buffer.from(svg), { density: (72 * size) / 64 }).resize(size, size);
  await picture.png({ palette: true, effort: 10 }).toFile(path.join(folder, file));
}
