import sharp from "sharp";
import { STYLE_NAMES } from "#server/demo/art/look.ts";
import { LOOKS, lookAt } from "#server/demo/art/looks.ts";
import type { Part } from "#server/demo/art/page.ts";
import { rasterise } from "#server/demo/art/raster.ts";
import { outfitPicture } from "#server/demo/art/scene.ts";
import { type PixelClass, pixelClasses } from "#server/vision/parsing-head.ts";
import { type LabelledPicture, unlabelled } from "./labelled-pictures.ts";

/** The first figures that the demo draws, each look first with one person, then with others in other settings. */
export async function* drawLabelledPictures(count: number): AsyncGenerator<LabelledPicture> {
  let drawn = 0;
  for (let take = 0; drawn < count; take += 1) {
    for (const style of STYLE_NAMES) {
      for (let index = 0; index < LOOKS[style].length && drawn < count; index += 1) {
        const n = take * LOOKS[style].length + index;
        // Laid out, a look has nobody in it.
        if (lookAt(style, n).look.flat) continue;
        drawn += 1;
        yield drawLabelledPicture(style, n);
      }
    }
  }
}

async function drawLabelledPicture(style: (typeof STYLE_NAMES)[number], n: number): Promise<LabelledPicture> {
  const drawn = outfitPicture(style, n, undefined, { marksParts: true });
  return {
    name: `${style}-${n}`,
    group: `${style}-${n % LOOKS[style].length}`,
    photo: await rasterise(drawn.svg, drawn),
    labels: await drawLabels(drawn.svg),
  };
}

/** Red, green and blue of a class or of `unlabelled`, on a curve: no mixture of two, as smoothed edges make, is a third. */
const codeOf = (index: number) => [index * 16, index ** 2, Math.floor(index ** 3 / 14)] as const;
const indexOfUnlabelled = pixelClasses.length;
const colourOf = (index: number) => `rgb(${codeOf(index).join(",")})`;

async function drawLabels(svg: string): Promise<Buffer> {
  const { data, info } = await sharp(Buffer.from(toLabelSvg(svg)))
    .flatten({ background: colourOf(0) })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const labels = Buffer.alloc(info.width * info.height, unlabelled);
  for (const pixel of labels.keys()) {
    const index = (data[pixel * 3] ?? 0) / 16;
    const [, green, blue] = codeOf(index);
    const isExact = index < indexOfUnlabelled && data[pixel * 3 + 1] === green && data[pixel * 3 + 2] === blue;
    if (isExact) labels[pixel] = index;
  }
  return sharp(labels, { raw: { width: info.width, height: info.height, channels: 1 } })
    .toColourspace("b-w")
    .png({ compressionLevel: 1 })
    .toBuffer();
}

const isClass = (part: Part): part is Part & PixelClass => (pixelClasses as readonly string[]).includes(part);
const indexOfPart = (part: Part) => (isClass(part) ? pixelClasses.indexOf(part) : indexOfUnlabelled);
const shapes = new Set(["path", "rect", "circle", "ellipse"]);

/**
 * The drawing with each part of the figure in one flat colour: light, folds and patterns lie within the outline of what they
 * are drawn on, so they take its colour.
 */
function toLabelSvg(svg: string): string {
  const open: number[] = [0];
  return svg.replaceAll(
    /<(\/?)([a-zA-Z]+)((?:"[^"]*"|[^">])*?)(\/?)>/g,
    (tag: string, closing: string, name: string, attributes: string, selfClosing: string) => {
      if (name === "svg") return closing ? tag : tag.replace(">", ' shape-rendering="crispEdges">');
      if (name === "g") {
        if (closing) {
          open.pop();
          return tag;
        }
        const part = /data-part="([a-z]+)"/.exec(attributes)?.[1] as Part | undefined;
        open.push(part === undefined ? (open.at(-1) ?? 0) : indexOfPart(part));
        return `<g${withoutOpacity(attributes)}>`;
      }
      if (closing || !shapes.has(name)) return tag;
      return `<${name}${inColour(attributes, colourOf(open.at(-1) ?? 0))}${selfClosing}>`;
    },
  );
}

const withoutOpacity = (attributes: string) => attributes.replace(/ (?:fill-)?opacity="[^"]*"/g, "");

function inColour(attributes: string, colour: string): string {
  const plain = withoutOpacity(attributes)
    .replace(/ fill="(?!none)[^"]*"/, ` fill="${colour}"`)
    .replace(/ stroke="(?!none)[^"]*"/, ` stroke="${colour}"`);
  return / fill="/.test(plain) ? plain : `${plain} fill="${colour}"`;
}
