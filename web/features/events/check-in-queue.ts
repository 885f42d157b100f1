import { z } from "zod";
import { readJson, writeItem } from "#web/lib/storage.ts";

/** Codes that were scanned while there was no network; they go out when it is back. Gone with the tab. */
const Queue = z.array(z.object({ code: z.string(), scannedAt: z.string() }));
export type QueuedCode = z.infer<typeof Queue>[number];

const nameOf = (eventId: string) => `fash.check-in.${eventId}`;

export function readQueue(eventId: string): QueuedCode[] {
  return Queue.safeParse(readJson("session", nameOf(eventId))).data ?? [];
}

export function writeQueue(eventId: string, queue: readonly QueuedCode[]): void {
  writeItem("session", nameOf(eventId), queue.length === 0 ? null : JSON.stringify(queue));
}

/** The code in what was typed or scanned: 16 letters and digits without look-alikes, or null. */
export function readCode(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(plain) ? plain : null;
}

/** SHA-256, hexadecimal: the list knows tickets by it. */
export async function hashCode(code: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(code));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
