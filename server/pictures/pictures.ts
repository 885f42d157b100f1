import type { ProcessReply } from "#server/lib/process-host.ts";
import type { ModelFormat, PictureKind, PreparedPicture } from "./picture-work.ts";

/** What is done with uploaded pictures, in a process of its own with a low priority. */
export interface Pictures {
  /**
   * Creates the renditions of an uploaded picture, see `preparePicture`. Runs as many at once as there are cores; the rest
   * are queued.
   *
   * @throws image.not_a_picture, image.too_many_pixels, image.busy if the queue is full or the process ended
   */
  prepare(file: Buffer, kind: PictureKind): Promise<PreparedPicture>;
  /**
   * A small copy of a picture that is only looked at, see `shrinkPicture`.
   *
   * @throws image.not_a_picture, image.too_many_pixels, image.busy if the queue is full or the process ended
   */
  shrink(file: Buffer, format?: ModelFormat): Promise<Buffer>;
  close(): Promise<void>;
}

/** What the server sends to the process of pictures. */
export type PictureRequest = { id: number; file: Buffer } & (
  | { kind: "prepare"; shape: PictureKind }
  | { kind: "shrink"; format: ModelFormat | undefined }
);

/** `code` is that of an AppError, or null for any other error. */
export interface PictureFailure {
  code: string | null;
  message: string;
}

/** What that process answers. */
export type PictureReply = ProcessReply<PreparedPicture | Buffer, PictureFailure>;
