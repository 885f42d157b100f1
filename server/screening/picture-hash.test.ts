import { expect, test } from "vitest";
import sharp from "sharp";
import { patternedPicture } from "#server/testing/pictures.ts";
import { hashPicture, type PictureHash, similarBitsMax } from "./picture-hash.ts";

const hashOf = async (file: Buffer): Promise<PictureHash> => {
  const hash = await hashPicture(file);
  if (!hash) throw new Error("The picture is too plain");
  return hash;
};
const distance = (one: string, other: string) =>
  Array.from({ length: one.length }, (_, index) => one[index] !== other[index]).filter(Boolean).length;

test("a copy that is scaled, compressed, brightened or slightly cropped has nearly the same hash", async () => {
  for (const seed of [1, 2, 3]) {
    const file = await patternedPicture(seed, 900, 1_200);
    const { bits } = await hashOf(file);
    const copies = {
      scaled: sharp(file).resize(200),
      compressed: sharp(file).jpeg({ quality: 20 }),
      brighter: sharp(file).linear(0.8, 40),
      grey: sharp(file).greyscale(),
      cropped: sharp(file).extract({ left: 9, top: 9, width: 882, height: 1_182 }),
    };
    const distances: Record<string, number> = {};
    for (const [name, copy] of Object.entries(copies)) {
      distances[name] = distance(bits, (await hashOf(await copy.toBuffer())).bits);
    }
    const tooFar = Object.entries(distances).filter(([, bitsApart]) => bitsApart > similarBitsMax);
    expect(tooFar).toEqual([]);
  }
});

test("a mirrored copy is found by the mirrored hash", async () => {
  const file = await patternedPicture(4);
  const mirrored = await hashOf(await sharp(file).flop().toBuffer());
  expect(distance((await hashOf(file)).bits, mirrored.mirroredBits)).toBeLessThanOrEqual(2);
  expect(distance((await hashOf(file)).bits, mirrored.bits)).toBeGreaterThan(similarBitsMax);
});

test("different pictures differ in far more bits, and plain ones have no hash", async () => {
  const hashes = await Promise.all(
    Array.from({ length: 40 }, async (_, seed) => (await hashOf(await patternedPicture(seed + 10))).bits),
  );
  for (const [index, one] of hashes.entries())
    for (const other of hashes.slice(index + 1)) expect(distance(one, other)).toBeGreaterThan(2 * similarBitsMax);
  const plain = sharp({ create: { width: 300, height: 400, channels: 3, background: "#f4f4f4" } });
  expect(await hashPicture(await plain.jpeg().toBuffer())).toBeNull();
});

test("a file that is no picture is an error", async () => {
  await expect(hashPicture(Buffer.from("no picture"))).rejects.toThrow("unsupported image format");
});
