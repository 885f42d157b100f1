import { createReadStream } from "node:fs";
import { join } from "node:path";
import { PassThrough, pipeline, type Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { Disk } from "flydrive";
import type { Config, S3Config } from "#server/config/config.ts";
import { AppError } from "#server/lib/app-error.ts";

/** Picture storage: a folder, or any S3-compatible store. */
export interface Storage {
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Stores a large file as it is read, in constant memory. */
  putStream(key: string, file: { bytes: Readable; sizeBytes: number; contentType: string }): Promise<void>;
  /** Null when there is nothing under the key. With a range, which must lie within the file, only those bytes. */
  read(key: string, range?: ByteRange): Promise<StoredObject | null>;
  /** Copies an object with its type, over what is there; false if there is nothing under the first key. */
  copy(from: string, to: string): Promise<boolean>;
  /** Ignores missing keys. */
  remove(keys: string[]): Promise<void>;
}

/** Both ends are part of it. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredObject {
  bytes: Readable;
  /** Of the whole. */
  sizeBytes: number;
  contentType: string;
}

/** Concurrent removals. */
const removalsMax = 8;
/** How long a reader may take no byte of a file in a bucket, whose connection it holds: then it has most likely gone. */
const readerPauseMsMax = 300_000;
/** Connections for files that are being read: slow readers must not keep the others waiting. */
const readConnectionsMax = 1_000;
/** How long a bucket may take to connect, or let who waits for it go without a byte, three times per request. */
const bucketIdleMsMax = 30_000;

/**
 * The configured store: the bucket if set, else the folder `media` in `dataDir`. A store that is unreachable, or no longer
 * answers, throws `server.unavailable`.
 */
export function createStorage(
  config: Pick<Config, "s3" | "dataDir">,
  { idleMsMax = bucketIdleMsMax, pauseMsMax = readerPauseMsMax }: { idleMsMax?: number; pauseMsMax?: number } = {},
): Storage {
  const { s3, dataDir } = config;
  const open = (limits: HandlerLimits) =>
    once(() => (s3 ? openBucket(s3, { connectionTimeout: idleMsMax, ...limits }) : openFolder(join(dataDir, "media"))));
  const disk = open({ socketTimeout: idleMsMax });
  // While a reader pauses, the connection is idle, too: here the bucket has only to begin its answer in time.
  const agent = { maxSockets: readConnectionsMax };
  const readDisk = open({
    requestTimeout: idleMsMax,
    throwOnRequestTimeout: true,
    httpAgent: agent,
    httpsAgent: agent,
  });
  return {
    put: (key, bytes, contentType) =>
      orUnavailable(async () => (await disk()).put(key, bytes, { contentType, contentLength: bytes.length })),
    putStream: (key, { bytes, sizeBytes, contentType }) =>
      orUnavailable(async () => (await disk()).putStream(key, bytes, { contentType, contentLength: sizeBytes })),
    read: (key, range) =>
      orUnavailable(async () => {
        const found = await readObject(await readDisk(), key, range);
        return found && s3 ? { ...found, bytes: endWhenIdle(found.bytes, { idleMsMax, pauseMsMax }) } : found;
      }),
    copy: (from, to) => orUnavailable(async () => copyObject(await disk(), from, to)),
    remove: (keys) =>
      orUnavailable(async () => {
        const opened = await disk();
        for (let start = 0; start < keys.length; start += removalsMax) {
          await Promise.all(keys.slice(start, start + removalsMax).map((key) => opened.delete(key)));
        }
      }),
  };
}

/** A stored file that cannot be read: this one, or any. */
export class UnreadableFileError extends Error {
  constructor(key: string, cause: unknown) {
    super(`The file ${key} cannot be read`, { cause });
    this.name = "UnreadableFileError";
  }
}

/**
 * The bytes of a small file; null when there is nothing under the key.
 *
 * @throws UnreadableFileError
 */
export async function readBytes({ read }: Pick<Storage, "read">, key: string): Promise<Buffer | null> {
  try {
    const stored = await read(key);
    return stored && (await buffer(stored.bytes));
  } catch (error) {
    throw new UnreadableFileError(key, error);
  }
}

const failuresMax = 10;

/** Whether the store is most likely away, so that each further file would fail as well, maybe as slowly as the last one. */
export function seemsAway(failures: unknown[]): boolean {
  return failures.length >= failuresMax || isTimeout(failures.at(-1));
}

/** The S3 client calls these timeouts as well, but they come at once, and are maybe of one file. */
const cutOffCodes = ["ECONNRESET", "EPIPE"];

function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isCutOff = "code" in error && cutOffCodes.includes(String(error.code));
  return (error.name === "TimeoutError" && !isCutOff) || isTimeout(error.cause);
}

/** Removes the files of entries, one entry after the other; one that fails holds up no other. */
export async function removeEach(
  storage: Pick<Storage, "remove">,
  entries: { key: string; files: string[] }[],
): Promise<{ removed: string[]; failed: string[]; errors: unknown[] }> {
  const removed: string[] = [];
  const failed: string[] = [];
  const errors: unknown[] = [];
  for (const { key, files } of entries) {
    if (seemsAway(errors)) break;
    try {
      await storage.remove(files);
      removed.push(key);
    } catch (error) {
      failed.push(key);
      errors.push(error);
    }
  }
  return { removed, failed, errors };
}

/**
 * Lets one removal at a time work on a store in this process, and the others return 0: if the store is slow, every job would be
 * busy with the same files.
 */
export function createRemovalGuard(): (storage: Storage, remove: () => Promise<number>) => Promise<number> {
  const beingCleared = new WeakSet<Storage>();
  return async (storage, remove) => {
    if (beingCleared.has(storage)) return 0;
    beingCleared.add(storage);
    return remove().finally(() => beingCleared.delete(storage));
  };
}

/** The limits of the S3 client's request handler. */
interface HandlerLimits {
  connectionTimeout?: number;
  socketTimeout?: number;
  requestTimeout?: number;
  throwOnRequestTimeout?: boolean;
  httpAgent?: { maxSockets: number };
  httpsAgent?: { maxSockets: number };
}

/** A store of files, with the reads that the library has not. */
class RangeDisk extends Disk {
  /** Opens a part of a file. */
  readonly openRange: (key: string, range: ByteRange) => Promise<Readable>;

  constructor(driver: ConstructorParameters<typeof Disk>[0], openRange: RangeDisk["openRange"]) {
    super(driver);
    this.openRange = openRange;
  }
}

/** Drivers are loaded on first use: the S3 client alone takes a noticeable part of the start-up time. */
async function openBucket(s3: S3Config, requestHandler: HandlerLimits): Promise<RangeDisk> {
  const [{ S3Driver }, { GetObjectCommand, S3Client }] = await Promise.all([
    import("flydrive/drivers/s3"),
    import("@aws-sdk/client-s3"),
  ]);
  const { bucket } = s3;
  const client = new S3Client({
    region: s3.region,
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    // Stores other than Amazon's use path-style URLs, and many do not support the newer checksum headers.
    ...(s3.endpoint ? { endpoint: s3.endpoint, forcePathStyle: true } : {}),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // Without limits a store that hangs would hold a job for ever. None for a whole file: a large one may take its time.
    requestHandler,
  });
  return new RangeDisk(
    new S3Driver({ client, bucket, visibility: "private", supportsACL: false }),
    async (key, { start, end }) => {
      const part = new GetObjectCommand({ Bucket: bucket, Key: key, Range: `bytes=${start}-${end}` });
      return (await client.send(part)).Body as Readable;
    },
  );
}

async function openFolder(location: string): Promise<RangeDisk> {
  const { FSDriver } = await import("flydrive/drivers/fs");
  return new RangeDisk(new FSDriver({ location, visibility: "private" }), async (key, range) =>
    createReadStream(join(location, key), range),
  );
}

async function readObject(disk: RangeDisk, key: string, range: ByteRange | undefined): Promise<StoredObject | null> {
  try {
    const { contentLength, contentType } = await disk.getMetaData(key);
    const bytes = range ? await disk.openRange(key, range) : await disk.getStream(key);
    return { bytes, sizeBytes: contentLength, contentType: contentType ?? "application/octet-stream" };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Ends a file with a `TimeoutError` when the store sends nothing for too long; a reader may pause for longer. */
function endWhenIdle(file: Readable, limits: { idleMsMax: number; pauseMsMax: number }): Readable {
  const bytes = new PassThrough();
  const end = (what: string) => file.destroy(new DOMException(`The ${what} stopped half-way`, "TimeoutError"));
  const ofStore = setTimeout(() => {
    if (!bytes.writableNeedDrain) end("store");
  }, limits.idleMsMax);
  const ofReader = setTimeout(() => end("reader"), limits.pauseMsMax);
  const restart = () => {
    ofStore.refresh();
    ofReader.refresh();
  };
  file.on("data", restart);
  bytes.on("drain", restart);
  return pipeline(file, bytes, () => {
    clearTimeout(ofStore);
    clearTimeout(ofReader);
  });
}

async function copyObject(disk: Disk, from: string, to: string): Promise<boolean> {
  try {
    await disk.copy(from, to);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** An invalid key (`..`, a NUL) has no object either. */
const refusedKeys = new Set(["E_PATH_TRAVERSAL_DETECTED", "E_UNALLOWED_CHARACTERS", "E_INVALID_KEY"]);
const missingFiles = new Set(["ENOENT", "ENOTDIR"]);

function isMissing(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: unknown };
  if (code !== undefined && refusedKeys.has(code)) return true;
  // The library wraps what went wrong; a part of a file is read without it.
  const { code: systemCode, $metadata } = (cause ?? error) as {
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  return $metadata?.httpStatusCode === 404 || (systemCode !== undefined && missingFiles.has(systemCode));
}

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new AppError("server.unavailable", { cause: error, retryAfterSeconds: 2 });
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
