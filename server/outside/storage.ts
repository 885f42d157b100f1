import { join } from "node:path";
import type { Readable } from "node:stream";
import { Disk } from "flydrive";
import type { Config, S3Config } from "#server/config.ts";
import { AppError } from "#server/lib/app-error.ts";

/** Where pictures are kept: a folder, or any S3-compatible store. */
export interface Storage {
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Null when there is nothing under the key. */
  read(key: string): Promise<StoredObject | null>;
  /** Keys that are not there are passed over. */
  remove(keys: string[]): Promise<void>;
}

export interface StoredObject {
  bytes: Readable;
  sizeBytes: number;
  contentType: string;
}

/** Removals under way at once. */
const removalsMax = 8;

/**
 * The store that the settings name: the bucket when there is one, else the folder `media` under `dataDir`.
 * A store that cannot be reached fails as `server.unavailable`.
 */
export function createStorage(config: Pick<Config, "s3" | "dataDir">): Storage {
  const { s3, dataDir } = config;
  const disk = once(() => (s3 ? openBucket(s3) : openFolder(join(dataDir, "media"))));
  return {
    put: (key, bytes, contentType) =>
      orUnavailable(async () => (await disk()).put(key, bytes, { contentType, contentLength: bytes.length })),
    read: (key) => orUnavailable(async () => readObject(await disk(), key)),
    remove: (keys) =>
      orUnavailable(async () => {
        const opened = await disk();
        for (let start = 0; start < keys.length; start += removalsMax) {
          await Promise.all(keys.slice(start, start + removalsMax).map((key) => opened.delete(key)));
        }
      }),
  };
}

/** The drivers are loaded at first use: the S3 client alone takes a noticeable part of a start. */
async function openBucket(s3: S3Config): Promise<Disk> {
  const { S3Driver } = await import("flydrive/drivers/s3");
  const driver = new S3Driver({
    bucket: s3.bucket,
    region: s3.region,
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    visibility: "private",
    supportsACL: false,
    // Stores other than Amazon's are addressed by path, and many do not know the newer checksum headers.
    ...(s3.endpoint ? { endpoint: s3.endpoint, forcePathStyle: true } : {}),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return new Disk(driver);
}

async function openFolder(location: string): Promise<Disk> {
  const { FSDriver } = await import("flydrive/drivers/fs");
  return new Disk(new FSDriver({ location, visibility: "private" }));
}

async function readObject(disk: Disk, key: string): Promise<StoredObject | null> {
  try {
    const { contentLength, contentType } = await disk.getMetaData(key);
    const bytes = await disk.getStream(key);
    return { bytes, sizeBytes: contentLength, contentType: contentType ?? "application/octet-stream" };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** What is no key at all (`..`, a NUL) holds nothing either. */
const refusedKeys = new Set(["E_PATH_TRAVERSAL_DETECTED", "E_UNALLOWED_CHARACTERS", "E_INVALID_KEY"]);
const missingFiles = new Set(["ENOENT", "ENOTDIR"]);

function isMissing(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: unknown };
  if (code !== undefined && refusedKeys.has(code)) return true;
  const { code: systemCode, $metadata } = (cause ?? {}) as { code?: string; $metadata?: { httpStatusCode?: number } };
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
