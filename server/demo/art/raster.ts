import sharp from "sharp";
import { seededRandom } from "./seeded-random.ts";

const TILE = 256;
let grainTile: Buffer | undefined;

/** Fine paper grain as a repeating RGBA tile: flat vector areas look printed instead of plastic. */
function grain(): Buffer {
  if (grainTile) return grainTile;
  const random = seededRandom("grain");
  const tile = Buffer.alloc(TILE * TILE * 4);
  for (let pixel = 0; pixel < TILE * TILE; pixel += 1) {
    const level = (random.next() + random.next() + random.next()) / 3 - 0.5;
    const value = level > 0 ? 255 : 24;
    tile.fill(value, pixel * 4, pixel * 4 + 3);
    tile[pixel * 4 + 3] = Math.round(Math.abs(level) * 44);
  }
  grainTile = tile;
  return tile;
}

/** The picture as a JPEG of exactly width x height pixels, opaque, sRGB, ready for the upload pipeline. */
export async function rasterise(svg: string, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const texture = {
    input: grain(),
    raw: { width: TILE, height: TILE, channels: 4 as const },
    tile: true,
    blend: "over" as const,
  };
  return sharp(Buffer.from(svg))
    .resize(width, height, { fit: "cover" })
    .flatten({ background: "#faf8f4" })
    .composite(width >= TILE && height >= TILE ? [texture] : [])
    .jpeg({ quality: 86, mozjpeg: true })
    .toBuffer();
}
