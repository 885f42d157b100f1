import sharp from "sharp";

const rows = 16;
/** One more than bits in a row: each bit compares a cell with the next one. */
const columns = 17;
/** Differences of brightness below this are noise of the compression, as on a plain background. */
const noiseLevels = 3;
/** A picture with fewer edges than this resembles every other plain picture. */
const edgesMin = 40;

/** Two pictures whose hashes differ in at most so many of 256 bits are taken for the same one. */
export const similarBitsMax = 24;

export interface PictureHash {
  /** 256 times "0" or "1". */
  bits: string;
  /** Of the picture as in a mirror. */
  mirroredBits: string;
}

/**
 * The difference hash of a picture: for 16 x 16 cells, whether the next cell to the right is brighter. It hardly changes when
 * the picture is scaled, compressed again or made brighter.
 *
 * @returns Null for a picture that is too plain to be recognised.
 * @throws Error if the picture cannot be decoded
 * @see docs/decisions/0025-picture-hashes.md
 */
export async function hashPicture(file: Uint8Array): Promise<PictureHash | null> {
  const cells = await sharp(file).greyscale().resize(columns, rows, { fit: "fill" }).raw().toBuffer();
  const bits = compare((row, column) => cells[row * columns + column] ?? 0);
  const mirroredBits = compare((row, column) => cells[row * columns + columns - 1 - column] ?? 0);
  const edges = countOnes(bits) + countOnes(mirroredBits);
  return edges < edgesMin ? null : { bits, mirroredBits };
}

function compare(brightnessAt: (row: number, column: number) => number): string {
  let bits = "";
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column + 1 < columns; column += 1) {
      bits += brightnessAt(row, column + 1) - brightnessAt(row, column) >= noiseLevels ? "1" : "0";
    }
  }
  return bits;
}

const countOnes = (bits: string) => bits.replaceAll("0", "").length;
