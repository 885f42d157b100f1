import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { type GraphModel, loadGraphModel } from "@tensorflow/tfjs-converter";
import { setThreadsCount, setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import * as tf from "@tensorflow/tfjs-core";

const require = createRequire(import.meta.url);

/** A file of an installed package. Packages of weights do not export their files, so Node's own lookup refuses them. */
export function packageFile(packageName: string, file: string): string {
  const folders = (require.resolve.paths(packageName) ?? []).map((folder) => path.join(folder, packageName));
  const installed = folders.find((folder) => existsSync(path.join(folder, "package.json")));
  if (installed === undefined) throw new Error(`${packageName} is not installed`);
  return path.join(installed, file);
}

/** Starts TensorFlow.js on WebAssembly, on one thread. */
export async function startRuntime(): Promise<void> {
  setWasmPaths(packageFile("@tensorflow/tfjs-backend-wasm", "wasm-out/"));
  setThreadsCount(1);
  await tf.setBackend("wasm");
  await tf.ready();
  if (tf.getBackend() !== "wasm") throw new Error("TensorFlow.js has no WebAssembly backend here");
}

/**
 * Runs `work` and disposes its tensors. Unlike `tf.tidy`, which looks for tensors in what it returns: at every number of
 * the arrays that we read from tensors, that takes longer than the networks themselves.
 */
export function withoutTensorsLeft<T>(work: () => T): T {
  tf.engine().startScope();
  try {
    return work();
  } finally {
    tf.engine().endScope();
  }
}

/** A parsed `model.json`. */
export interface ModelFile {
  modelTopology: object;
  weightsManifest: { paths: string[]; weights: tf.io.WeightsManifestEntry[] }[];
}

/** A model in memory in the form that TensorFlow.js loads from. */
function toHandler({ weightsManifest, ...model }: ModelFile, weights: Uint8Array): tf.io.IOHandler {
  return {
    load: async () => ({
      ...model,
      weightSpecs: weightsManifest.flatMap((group) => group.weights),
      weightData: Uint8Array.from(weights).buffer,
    }),
  };
}

/** A graph model stored as `model.json` with its weights next to it. */
export async function readModel(jsonFile: string): Promise<GraphModel> {
  const model = JSON.parse(await readFile(jsonFile, "utf8")) as ModelFile;
  const names = model.weightsManifest.flatMap((group) => group.paths);
  const parts = await Promise.all(names.map((name) => readFile(path.join(path.dirname(jsonFile), name))));
  return loadGraphModel(toHandler(model, Buffer.concat(parts)));
}
