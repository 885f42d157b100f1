import sharp from "sharp";

/** A PNG of large grey cells that differ for each seed, as different pictures do; the same seed gives the same one. */
export async function patternedPicture(seed: number, width = 300, height = 400): Promise<Buffer> {
  let state = seed * 2_654_435_761;
  const next = () => (state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0);
  const cells = Buffer.from(Array.from({ length: 12 * 16 }, () => next() >>> 24));
  return sharp(cells, { raw: { width: 12, height: 16, channels: 1 } })
    .resize(width, height, { kernel: "cubic", fit: "fill" })
    .toColourspace("srgb")
    .png()
    .toBuffer();
}
