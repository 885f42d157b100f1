import { createRequire } from "node:module";
import * as tf from "@tensorflow/tfjs-core";
import { at } from "./arrays.ts";
import { createMobileNet } from "./mobile-net.ts";
import { decodePicture, squeeze } from "./picture.ts";
import { type ModelFile, packageFile, withoutTensorsLeft } from "./runtime.ts";
import type { ScreenScores } from "./vision.ts";

const require = createRequire(import.meta.url);
const sidePixels = 224;
const folder = "dist/models/mobilenet_v2";
// The classes in the model's order; the others are Drawing, Neutral and Sexy, and the last one flags ordinary clothes.
const hentaiIndex = 1;
const pornIndex = 3;

/** Scores whole pictures with nsfwjs' MobileNetV2, whose weights its package holds as base64 in scripts. */
export async function createScreener(): Promise<(file: Uint8Array) => Promise<ScreenScores>> {
  const { weightsManifest } = require(packageFile("nsfwjs", `${folder}/model.min.js`)) as ModelFile;
  const weights = require(packageFile("nsfwjs", `${folder}/group1-shard1of1.min.js`)) as string;
  const names = weightsManifest.flatMap((group) => group.weights);
  const model = createMobileNet(tf.io.decodeWeights(Uint8Array.from(Buffer.from(weights, "base64")).buffer, names));
  return async (file) => {
    const rgb = await squeeze(await decodePicture(file), sidePixels);
    const scores = withoutTensorsLeft(() => {
      const image = tf.tensor4d(rgb, [1, sidePixels, sidePixels, 3], "int32");
      return model(tf.div(tf.cast(image, "float32"), 255))
        .dataSync()
        .slice();
    });
    return { porn: at(scores, pornIndex), hentai: at(scores, hentaiIndex) };
  };
}
