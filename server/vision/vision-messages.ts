import type { Analysis, Point, ScreenScores } from "./vision.ts";

/** What the host sends to the worker: one request at a time, or that nobody waits for one any more. */
export type WorkerMessage = WorkerRequest | { kind: "cancel"; id: number };

export type WorkerRequest = { id: number; file: Uint8Array } & (
  | { kind: "analyse"; point: Point | undefined }
  | { kind: "screen" }
);

/** The worker ends with this exit code where the models cannot be loaded. */
export const loadFailedCode = 70;

/** What the worker answers. */
export type WorkerReply = { id: number; memoryBytes: number } & (
  | { result: Analysis | ScreenScores }
  | { failure: string }
);
