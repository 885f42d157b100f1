import { availableParallelism } from "node:os";
import type { ErrorCode } from "#contract/errors.ts";
import { AppError } from "#server/lib/app-error.ts";
import { startLowPriorityProcess } from "#server/lib/low-priority-process.ts";
import { ProcessHost, type ProcessHostSettings } from "#server/lib/process-host.ts";
import { createQueue, QueueFullError } from "#server/lib/queue.ts";
import type { PreparedPicture } from "./picture-work.ts";
import type { PictureFailure, PictureRequest, Pictures } from "./pictures.ts";

export interface PictureSettings extends ProcessHostSettings {
  /** Pictures that are worked on at once. */
  atOnce: number;
  /** Pictures that wait, at most. */
  waitingMax: number;
}

export const usualPictureSettings: PictureSettings = {
  atOnce: availableParallelism(),
  waitingMax: 50,
  deadlineMs: 60_000,
  idleMs: 300_000,
};

const isSource = import.meta.url.endsWith(".ts");
const processFile = new URL(isSource ? "./picture-process.ts" : "./picture-process.js", import.meta.url);
/** V8's heap of the process; decoded pictures are outside of it. */
const heapMegabytes = 128;
const retryAfterSeconds = 5;

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;
type NewRequest = WithoutId<PictureRequest>;
type Result = PreparedPicture | Buffer;

/**
 * Work on pictures in one process, which is started with the first of them. If a decoder ends it, the pictures under way are
 * refused as busy, and the next one starts it again.
 *
 * @param file The process's script, which tests replace.
 */
export function createPictures(settings: PictureSettings = usualPictureSettings, file: URL = processFile): Pictures {
  const host = new ProcessHost<NewRequest, Result, PictureFailure>(settings, {
    name: "pictures",
    start: () => startLowPriorityProcess(file, { heapMegabytes }),
    toError,
    toLost: busy,
  });
  const inLine = createQueue(settings);
  const run = async <T extends Result>(request: NewRequest): Promise<T> => {
    try {
      return (await inLine(() => host.run(request))) as T;
    } catch (error) {
      throw error instanceof QueueFullError ? busy(error) : error;
    }
  };
  return {
    prepare: (picture, shape) => run({ kind: "prepare", file: picture, shape }),
    shrink: (picture, format) => run({ kind: "shrink", file: picture, format }),
    close: () => host.close(),
  };
}

function busy(cause: Error): AppError {
  return new AppError("image.busy", { cause, retryAfterSeconds });
}

function toError({ code, message }: PictureFailure): Error {
  return code === null ? new Error(message) : new AppError(code as ErrorCode, { cause: new Error(message) });
}
