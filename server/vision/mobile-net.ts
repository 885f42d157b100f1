import * as tf from "@tensorflow/tfjs-core";
import { layer } from "./parsing-head.ts";

/** The places of the blocks that halve the picture, and of those whose input is added to their output. */
const halving = new Set([1, 3, 6, 13]);
const adding = new Set([2, 4, 5, 7, 8, 9, 11, 12, 14, 15]);
const blocks = Array.from({ length: 16 }, (_, index) => index + 1);
/** As Keras pads on the lower right where it halves. */
const halvingPad: [[number, number], [number, number], [number, number], [number, number]] = [
  [0, 0],
  [0, 1],
  [0, 1],
  [0, 0],
];
const epsilon = 0.001;

/**
 * Keras's MobileNetV2 with the layers of nsfwjs behind it, written out: the package that reads Keras's models takes 31 MB.
 *
 * @param weights By their names in Keras.
 * @returns The probabilities of the classes for a picture of numbers from 0 to 1, [1, height, width, 3].
 */
export function createMobileNet(weights: Record<string, tf.Tensor>): (picture: tf.Tensor4D) => tf.Tensor {
  const weight = <T extends tf.Tensor>(name: string): T => {
    const found = weights[name];
    if (!found) throw new Error(`The model has no ${name}`);
    return found as T;
  };
  const normalise = (input: tf.Tensor4D, name: string) => {
    const part = (kind: string) => weight<tf.Tensor1D>(`${name}/${kind}`);
    return tf.batchNorm(input, part("moving_mean"), part("moving_variance"), part("beta"), part("gamma"), epsilon);
  };
  const convolve = (input: tf.Tensor4D, name: string, normaliser: string) =>
    normalise(tf.conv2d(input, weight<tf.Tensor4D>(`${name}/kernel`), 1, "same"), normaliser) as tf.Tensor4D;
  const convolveDepths = (input: tf.Tensor4D, name: string, isHalving: boolean) => {
    const kernel = weight<tf.Tensor4D>(`${name}/depthwise_kernel`);
    const output = isHalving
      ? tf.depthwiseConv2d(tf.pad(input, halvingPad), kernel, 2, "valid")
      : tf.depthwiseConv2d(input, kernel, 1, "same");
    return tf.relu6(normalise(output, `${name}_BN`) as tf.Tensor4D);
  };
  const block = (input: tf.Tensor4D, index: number) => {
    const name = `block_${index}`;
    const expanded = tf.relu6(convolve(input, `${name}_expand`, `${name}_expand_BN`));
    const filtered = convolveDepths(expanded, `${name}_depthwise`, halving.has(index));
    const output = convolve(filtered, `${name}_project`, `${name}_project_BN`);
    return adding.has(index) ? tf.add<tf.Tensor4D>(input, output) : output;
  };
  const connect = (input: tf.Tensor, name: string) => layer(input, weight(`${name}/kernel`), weight(`${name}/bias`));
  return (picture) => {
    const first = tf.conv2d(tf.pad(picture, halvingPad), weight<tf.Tensor4D>("Conv1/kernel"), 2, "valid");
    const begun = convolveDepths(
      tf.relu6(normalise(first, "bn_Conv1") as tf.Tensor4D),
      "expanded_conv_depthwise",
      false,
    );
    const narrow = convolve(begun, "expanded_conv_project", "expanded_conv_project_BN");
    const last = tf.relu6(convolve(blocks.reduce(block, narrow), "Conv_1", "Conv_1_bn"));
    const described = tf.relu(connect(tf.relu(connect(tf.mean(last, [1, 2]), "dense_1")), "dense_2"));
    return tf.softmax(connect(described, "dense_3"));
  };
}
