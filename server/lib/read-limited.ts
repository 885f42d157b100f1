import { AppError } from "./app-error.ts";

/** Bytes that all bodies together may hold in memory; more are told to come back. */
const heldBytesMax = 256 * 1024 * 1024;
/** A sender that is silent for so long has gone. */
const silenceMs = 30_000;

let heldBytes = 0;

/**
 * The whole of a body, or null as soon as it is longer than `bytesMax`; no more than one chunk beyond is read.
 *
 * @throws image.busy when this process holds too many bodies, request.malformed when the sender stops midway
 */
export async function readLimited(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const chunksOf = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await orSilence(chunksOf.next());
      if (done === true) return Buffer.concat(chunks);
      bytes += value.length;
      heldBytes += value.length;
      if (bytes > bytesMax) return null;
      if (heldBytes > heldBytesMax) throw new AppError("image.busy", { retryAfterSeconds: 5 });
      chunks.push(value);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("request.malformed", { cause: error });
  } finally {
    heldBytes -= bytes;
  }
}

async function orSilence<T>(next: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError("request.malformed")), silenceMs);
  });
  try {
    return await Promise.race([next, silence]);
  } finally {
    clearTimeout(timer);
  }
}
