import { AppError } from "./app-error.ts";

/** Bytes that the bodies of one purpose have in memory, and may have together; further ones are rejected as busy. */
export interface HeldBytes {
  bytes: number;
  readonly bytesMax: number;
}

const ofUploads: HeldBytes = { bytes: 0, bytesMax: 256 * 1024 * 1024 };
/** A sender that is silent for this long is considered gone. */
const silenceMs = 15_000;
/** A body has this long to come up to speed; from then on its average may not fall below a slow mobile network's. */
const graceMs = 20_000;
const bytesPerMsMin = 32;

/**
 * Reads a whole body; null as soon as it exceeds `bytesMax`, at most one chunk later.
 *
 * @throws image.busy when this process holds too many bodies, request.malformed when the sender stops midway or takes
 *   longer than a body of this size may
 */
export async function readLimited(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
  held: HeldBytes = ofUploads,
): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const startedMs = performance.now();
  const elapsedMsMax = graceMs + bytesMax / bytesPerMsMin;
  const elapsedMs = () => performance.now() - startedMs;
  const chunksOf = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await within(Math.min(silenceMs, elapsedMsMax - elapsedMs()), chunksOf.next());
      if (done === true) return Buffer.concat(chunks);
      bytes += value.length;
      held.bytes += value.length;
      if (bytes > bytesMax) return null;
      if (held.bytes > held.bytesMax) throw new AppError("image.busy", { retryAfterSeconds: 5 });
      // A trickle that keeps the line alive holds its memory for no longer than its bytes are worth.
      if (bytes < (elapsedMs() - graceMs) * bytesPerMsMin) throw new AppError("request.malformed");
      chunks.push(value);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("request.malformed", { cause: error });
  } finally {
    held.bytes -= bytes;
  }
}

async function within<T>(ms: number, next: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError("request.malformed")), Math.max(0, ms));
  });
  try {
    return await Promise.race([next, late]);
  } finally {
    clearTimeout(timer);
  }
}
