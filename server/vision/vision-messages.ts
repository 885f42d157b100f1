import type { Analysis, Point, ScreenScores } from "./vision.ts";

/** What the host sends to the worker: one request at a time. */
export type WorkerRequest = { id: number; stop: StopFlag; file: Uint8Array } & (
  | { kind: "analyse"; point: Point | undefined }
  | { kind: "screen" }
);

/** Shared with the worker, which reads it between its steps: a running model cannot receive a message. */
export type StopFlag = Int32Array<SharedArrayBuffer>;

export const createStopFlag = (): StopFlag => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

export function raiseStopFlag(flag: StopFlag): void {
  Atomics.store(flag, 0, 1);
}

export const isStopped = (flag: StopFlag): boolean => Atomics.load(flag, 0) === 1;

/** @throws Error if nobody waits for the answer any more */
export function throwIfStopped(flag: StopFlag): void {
  if (isStopped(flag)) throw new Error("The request was cancelled");
}

/** What the worker answers. */
export type WorkerReply = { id: number; memoryBytes: number } & (
  | { result: Analysis | ScreenScores }
  | { failure: string }
);
