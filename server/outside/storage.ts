import type { Readable } from "node:stream";

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
