import { randomFillSync } from "node:crypto";

/** Random bytes in store: asking the system for sixteen costs nearly as much as for four thousand. */
const stock = Buffer.alloc(4_096);
let used = stock.length;

function takeRandom(bytes: Buffer): void {
  if (used + bytes.length > stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  used += stock.copy(bytes, 0, used, used + bytes.length);
}

/**
 * A UUID version 7: unguessable in its last 74 bits, ordered by the millisecond in its first 48.
 *
 * @param nowMs Milliseconds since 1970; for rows that tell of the past.
 * @see RFC 9562 section 5.7
 */
export function newId(nowMs = Date.now()): string {
  const bytes = Buffer.allocUnsafe(16);
  takeRandom(bytes);
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
