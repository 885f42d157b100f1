import type { DetectedItem } from "#contract/detection.ts";

/** Numbers of a vector. */
export const vectorLength = 128;
/** A component of 1 as a signed byte. */
const unit = 127;
const idBytes = 16;
const candidateBytes = idBytes + vectorLength;
/** More than a search compares. */
const placesMax = 2 ** 20;

/** What vectors describe: all clothes together, or a garment of a category. */
export type VectorSpace = "outfit" | DetectedItem["category"];

/** A unit vector as signed bytes. */
export function toSignedBytes(embedding: Float32Array): Int8Array {
  return Int8Array.from(embedding, (value) => Math.round(unit * Math.min(1, Math.max(-1, value))));
}

/** The bytes as the database stores them. */
export const toBuffer = ({ buffer, byteOffset, byteLength }: Int8Array | Float32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Stored bytes as a vector, without a copy. */
export const toVector = (bytes: Buffer): Int8Array => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);

/** An outfit and how similar it is: the cosine, 1 for the same. */
export interface Neighbour {
  id: string;
  similarity: number;
}

/**
 * The outfits among candidates, the most similar first and each once. Lazy, since most are never looked at.
 *
 * @param packed For each candidate the 16 bytes of its outfit's id, then its vector.
 */
export function* rankCandidates(packed: Buffer, query: Int8Array): Generator<Neighbour> {
  const bytes = toVector(packed);
  const count = Math.floor(packed.length / candidateBytes);
  // A score and its place in one number: numbers sort many times faster than places by a comparison of scores.
  const order = new Float64Array(count);
  for (let index = 0; index < count; index += 1)
    order[index] = dotAt(bytes, index * candidateBytes + idBytes, query) * placesMax - index;
  order.sort();
  const seen = new Set<string>();
  for (const rank of order.reverse()) {
    const score = Math.ceil(rank / placesMax);
    const id = readId(packed, (score * placesMax - rank) * candidateBytes);
    if (seen.has(id)) continue;
    seen.add(id);
    yield { id, similarity: score / unit ** 2 };
  }
}

/** With two sums, since the processor can add to one while it waits for the other. */
function dotAt(bytes: Int8Array, from: number, query: Int8Array): number {
  let even = 0;
  let odd = 0;
  for (let index = 0; index < vectorLength; index += 2) {
    even += (bytes[from + index] ?? 0) * (query[index] ?? 0);
    odd += (bytes[from + index + 1] ?? 0) * (query[index + 1] ?? 0);
  }
  return even + odd;
}

function readId(packed: Buffer, from: number): string {
  const hex = packed.toString("hex", from, from + idBytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
