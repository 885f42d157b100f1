import * as tf from "@tensorflow/tfjs-core";
import { beforeAll, expect, test } from "vitest";
import { startRuntime, withoutTensorsLeft } from "./runtime.ts";

beforeAll(startRuntime);

test("what is read from tensors is returned, and no tensor stays in memory, even after an error", () => {
  const before = tf.memory().numTensors;
  const doubled = withoutTensorsLeft(() =>
    tf
      .mul(tf.tensor1d([1, 2, 3]), 2)
      .dataSync()
      .slice(),
  );
  expect([...doubled]).toEqual([2, 4, 6]);
  const failing = () =>
    withoutTensorsLeft(() => {
      tf.tensor1d([1, 2, 3]);
      throw new Error("The model failed");
    });
  expect(failing).toThrow("The model failed");
  expect(tf.memory().numTensors).toBe(before);
});
