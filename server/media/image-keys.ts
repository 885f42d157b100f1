import { randomInt } from "node:crypto";
import type { UploadKind } from "#contract/media.ts";

/** Names as docs/product.md#images says. */
const keyPrefixes: Record<UploadKind, string> = {
  outfit: "",
  avatar: "avatar-",
  banner: "banner-",
  article: "article-",
};

/**
 * A new storage key for a member's picture: a timestamp with random digits below the millisecond, so that the URL of a
 * private picture cannot be guessed.
 */
export function newImageKey({ userId, kind, now }: { userId: string; kind: UploadKind; now: Date }): string {
  const time = `${now.getTime()}${String(randomInt(10 ** 12)).padStart(12, "0")}`;
  return `${userId}/${keyPrefixes[kind]}${time}.webp`;
}
