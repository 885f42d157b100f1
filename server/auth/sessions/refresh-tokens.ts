import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** What a refresh token names; whether it is genuine is `isGenuine`'s word. */
export interface RefreshToken {
  sessionId: string;
  counter: number;
  signed: Buffer;
  signature: Buffer;
}

const version = 0;
const idBytes = 16;
const signatureBytes = 16;
const checksumBytes = 4;
const counterBytesMax = 5;

/**
 * The refresh token of this counter: base64url of version, session id, counter as a varint, an HMAC cut to 128 bits and a
 * checksum. It is not stored: it can be computed from the session's key.
 */
export function writeRefreshToken(sessionId: string, counter: number, key: Buffer): string {
  const id = Buffer.from(sessionId.replaceAll("-", ""), "hex");
  const signed = Buffer.concat([Buffer.of(version), id, writeVarint(counter)]);
  const body = Buffer.concat([signed, sign(signed, key)]);
  return Buffer.concat([body, checksum(body)]).toString("base64url");
}

/** The parts of a refresh token; `foreign` is no token of this kind at all, `malformed` one that is damaged. */
export function readRefreshToken(text: string): RefreshToken | "foreign" | "malformed" {
  if (!/^[A-Za-z0-9_-]+$/.test(text) || text.length % 4 === 1 || text.length > 200) return "foreign";
  const bytes = Buffer.from(text, "base64url");
  const body = bytes.subarray(0, -checksumBytes);
  const signed = body.subarray(0, -signatureBytes);
  if (signed.length < 1 + idBytes + 1 || signed.readUInt8(0) !== version) return "malformed";
  if (!checksum(body).equals(bytes.subarray(-checksumBytes))) return "malformed";
  const counter = readVarint(signed.subarray(1 + idBytes));
  if (counter === null || bytes.toString("base64url") !== text) return "malformed";
  const hex = signed.subarray(1, 1 + idBytes).toString("hex");
  const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { sessionId, counter, signed, signature: body.subarray(-signatureBytes) };
}

/** Whether the session's key made this token; takes the same time for any answer. */
export function isGenuine(token: RefreshToken, key: Buffer): boolean {
  return timingSafeEqual(sign(token.signed, key), token.signature);
}

const sign = (bytes: Buffer, key: Buffer) =>
  createHmac("sha256", key).update(bytes).digest().subarray(0, signatureBytes);
const checksum = (bytes: Buffer) => createHash("sha256").update(bytes).digest().subarray(0, checksumBytes);

function writeVarint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return Buffer.from([...bytes, rest]);
}

/** The number that fills `bytes` exactly, or null. */
function readVarint(bytes: Buffer): number | null {
  if (bytes.length > counterBytesMax) return null;
  const value = bytes.reduce((sum, byte, index) => sum + (byte & 0x7f) * 0x80 ** index, 0);
  return writeVarint(value).equals(bytes) ? value : null;
}
