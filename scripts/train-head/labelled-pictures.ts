import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { pixelClasses } from "#server/vision/parsing-head.ts";

/** In a label map: nobody says what this pixel is, so it is neither learnt nor judged. */
export const unlabelled = 255;

/** A picture and what each of its pixels is. */
export interface LabelledPicture {
  name: string;
  /** Pictures of one group are never split between training and held out. */
  group: string;
  photo: Buffer;
  /** A PNG of the photo's size: an index into `pixelClasses` for each pixel, or `unlabelled`. */
  labels: Buffer;
}

/**
 * The pictures of a folder: `photos/NAME.jpg` (or .png, .webp), upright, and `labels/NAME.png`, 8-bit grey, of the same size.
 * What comes before the last `--` of NAME is the picture's group, such as a person; without it each picture is its own.
 */
export async function* readLabelledPictures(folder: string): AsyncGenerator<LabelledPicture> {
  const files = (await readdir(path.join(folder, "photos"))).toSorted();
  for (const file of files) {
    const name = path.parse(file).name;
    const end = name.lastIndexOf("--");
    yield {
      name,
      group: end === -1 ? name : name.slice(0, end),
      photo: await readFile(path.join(folder, "photos", file)),
      labels: await readFile(path.join(folder, "labels", `${name}.png`)),
    };
  }
}

/** One byte per pixel. */
export interface LabelMap {
  data: Buffer;
  width: number;
  height: number;
}

/**
 * Decodes a label map at the size of its decoded photo.
 *
 * @throws if it has another shape than the photo, is not 8-bit grey, or holds a class that does not exist
 */
export async function decodeLabels(
  { name, photo, labels }: LabelledPicture,
  { width, height }: { width: number; height: number },
): Promise<LabelMap> {
  const [map, original] = await Promise.all([sharp(labels).metadata(), sharp(photo).metadata()]);
  if (map.channels !== 1 || map.depth !== "uchar") throw new Error(`${name}: the label map is not an 8-bit grey PNG`);
  if (map.width !== original.autoOrient.width || map.height !== original.autoOrient.height)
    throw new Error(`${name}: photo and label map differ in size`);
  const data = await sharp(labels)
    .resize(width, height, { fit: "fill", kernel: "nearest" })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const wrong = data.find((label) => label >= pixelClasses.length && label !== unlabelled);
  if (wrong !== undefined) throw new Error(`${name}: there is no class ${wrong}`);
  return { data, width, height };
}
