import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { limits } from "#contract/limits.ts";
import type { Secrets } from "#server/lib/secrets.ts";

/** Characters that are hard to confuse when read aloud or typed: Crockford's base 32. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const lookAlikes: Record<string, string> = { O: "0", I: "1", L: "1" };
const ticketBytes = 5;
const signatureBytes = 5;
const codePattern = new RegExp(`^[${alphabet}]{${limits.ticketCodeChars}}$`);

/** Five random bytes that identify a ticket within its event. */
export function newTicket(): Buffer {
  return randomBytes(ticketBytes);
}

/**
 * A ticket's code: 16 letters and digits. Half identify the ticket, half sign it together with its event and
 * member, so that a code is bound to them and cannot be guessed.
 */
export function toTicketCode(secrets: Secrets, eventId: string, userId: string, ticket: Buffer): string {
  return toBase32(Buffer.concat([ticket, sign(secrets, eventId, userId, ticket)]));
}

/** The code in typed or scanned text, or null if there is none. Ignores spaces, hyphens and case. */
export function readTicketCode(typed: string): string | null {
  const plain = typed
    .toUpperCase()
    .replace(/[\s-]/g, "")
    .replace(/[OIL]/g, (letter) => lookAlikes[letter] ?? letter);
  return codePattern.test(plain) ? plain : null;
}

/** The part of a code that identifies its ticket. */
export function ticketOf(code: string): Buffer {
  return fromBase32(code).subarray(0, ticketBytes);
}

/** Whether a code was made by this server for this ticket of this member and event. */
export function isTicketCode(
  secrets: Secrets,
  code: string,
  of: { eventId: string; userId: string; ticket: Buffer },
): boolean {
  const given = fromBase32(code).subarray(ticketBytes);
  return timingSafeEqual(given, sign(secrets, of.eventId, of.userId, of.ticket));
}

/** SHA-256 of a code, hexadecimal: it recognises a ticket without giving its code away. */
export function hashTicketCode(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}

function sign(secrets: Secrets, eventId: string, userId: string, ticket: Buffer): Buffer {
  return secrets.digest(`ticket v1|${eventId}|${userId}|${ticket.toString("hex")}`).subarray(0, signatureBytes);
}

function toBase32(bytes: Buffer): string {
  let bits = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  for (let index = 0; index < (bytes.length * 8) / 5; index += 1) {
    text = (alphabet[Number(bits & 31n)] ?? "") + text;
    bits >>= 5n;
  }
  return text;
}

function fromBase32(text: string): Buffer {
  let bits = 0n;
  for (const letter of text) bits = (bits << 5n) | BigInt(alphabet.indexOf(letter));
  return Buffer.from(bits.toString(16).padStart((text.length * 5) / 4, "0"), "hex");
}
