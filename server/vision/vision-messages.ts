import type { Analysis, Point, ScreenScores } from "./vision.ts";

/** What the host sends to the worker: one request at a time. */
export type WorkerRequest =
  | { id: number; kind: "analyse"; file: Uint8Array; point: Point | undefined }
  | { id: number; kind: "screen"; file: Uint8Array };

/** What the worker answers. */
export type WorkerReply = { id: number; memoryBytes: number } & (
  | { result: Analysis | ScreenScores }
  | { failure: string }
);
