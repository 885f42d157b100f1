import type { IncomingHttpHeaders } from "node:http";
import type { ByteRange } from "#server/outside/storage.ts";

/**
 * The one part of a file that a request asks for, RFC 9110 §14; null if the file has no such part. Undefined for the whole
 * file: also where another version of it is to be continued, or several parts are asked for.
 */
export function readRange(
  { range, "if-range": ifRange }: IncomingHttpHeaders,
  { etag, sizeBytes }: { etag: string; sizeBytes: number },
): ByteRange | null | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(range ?? "") ?? [];
  if (first + last === "" || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const end = sizeBytes - 1;
  // `-5` are the last five bytes.
  const found =
    first === ""
      ? { start: Math.max(0, sizeBytes - Number(last)), end }
      : { start: Number(first), end: last === "" ? end : Math.min(Number(last), end) };
  return found.start <= found.end ? found : null;
}
