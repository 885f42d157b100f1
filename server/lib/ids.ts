import { randomFillSync } from "node:crypto";

/** Buffered random bytes: requesting sixteen costs nearly as much as four thousand. */
const stock = Buffer.alloc(4_096);
let used = stock.length;

/** Reserves the next bytes of the buffer and returns their offset. */
function takeRandom(count: number): number {
  if (used + count > stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  used += count;
  return used - count;
}

const requestIdBytes = 12;

/** A short unguessable request id of 16 characters, at a tenth of the cost of a UUID. */
export function newRequestId(): string {
  const from = takeRandom(requestIdBytes);
  return stock.toString("base64url", from, from + requestIdBytes);
}

/**
 * A UUID version 7: unguessable in its last 74 bits, ordered by the millisecond in its first 48.
 *
 * @param nowMs Milliseconds since 1970; for rows about the past.
 * @see RFC 9562 section 5.7
 */
export function newId(nowMs = Date.now()): string {
  const bytes = Buffer.allocUnsafe(16);
  const from = takeRandom(bytes.length);
  stock.copy(bytes, 0, from, from + bytes.length);
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
