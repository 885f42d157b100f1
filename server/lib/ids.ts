import { randomBytes } from "node:crypto";

/**
 * A UUID version 7: unguessable in its last 74 bits, ordered by the millisecond in its first 48.
 *
 * @param nowMs Milliseconds since 1970; for rows that tell of the past.
 * @see RFC 9562 section 5.7
 */
export function newId(nowMs = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
