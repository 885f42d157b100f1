import { mkdir, readFile, writeFile } from "node:fs/promises";
import type { HeadFile, TensorName } from "#server/vision/parsing-head.ts";

export type HeadNumbers = Partial<Record<TensorName, ArrayLike<number>>>;

/**
 * Writes a head as `loadHead` reads it: `numbers` replaces tensors of the head in the folder `from`, whose shapes, other tensors
 * and linear classifiers are kept. Both folders end with a slash.
 *
 * @throws if a tensor has another length, or holds what half precision cannot
 */
export async function writeHead(to: URL, from: URL, numbers: HeadNumbers): Promise<void> {
  const file = JSON.parse(await readFile(new URL("head.json", from), "utf8")) as HeadFile;
  const bytes = await readFile(new URL("head.bin", from));
  for (const { name, shape, offset } of file.tensors) {
    const own = numbers[name];
    if (!own) continue;
    if (own.length !== shape.reduce((product, size) => product * size, 1))
      throw new Error(`${name} has ${own.length} numbers, not those of ${shape.join(" x ")}`);
    for (let index = 0; index < own.length; index += 1)
      bytes.writeUInt16LE(toHalf(own[index] ?? 0), (offset + index) * 2);
  }
  await mkdir(to, { recursive: true });
  await writeFile(new URL("head.bin", to), bytes);
  await writeFile(new URL("head.json", to), `${JSON.stringify(file)}\n`);
}

/** The nearest half-precision number (IEEE 754 binary16). */
export function toHalf(value: number): number {
  const sign = value < 0 ? 0x8000 : 0;
  const size = Math.abs(value);
  if (!(size <= 65_504)) throw new Error(`${value} is no half-precision number`);
  if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  // A fraction rounded up to 1024 carries over into the exponent, as it should.
  return sign | (((exponent + 15) << 10) + Math.round((size / 2 ** exponent - 1) * 1024));
}
