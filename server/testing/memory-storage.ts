import { Readable } from "node:stream";
import type { Storage } from "#server/outside/storage.ts";

/** Pictures in memory, for tests. */
export function createMemoryStorage(): Storage & { objects: Map<string, { bytes: Buffer; contentType: string }> } {
  const objects = new Map<string, { bytes: Buffer; contentType: string }>();
  return {
    objects,
    put: async (key, bytes, contentType) => void objects.set(key, { bytes, contentType }),
    putStream: async (key, file) => {
      const chunks: Buffer[] = [];
      for await (const chunk of file.bytes) chunks.push(chunk as Buffer);
      objects.set(key, { bytes: Buffer.concat(chunks), contentType: file.contentType });
    },
    read: async (key, range) => {
      const found = objects.get(key);
      if (!found) return null;
      const bytes = Readable.from(range ? found.bytes.subarray(range.start, range.end + 1) : found.bytes);
      return { bytes, sizeBytes: found.bytes.length, contentType: found.contentType };
    },
    copy: async (from, to) => {
      const found = objects.get(from);
      if (found) objects.set(to, found);
      return found !== undefined;
    },
    remove: async (keys) => {
      for (const key of keys) objects.delete(key);
    },
  };
}
