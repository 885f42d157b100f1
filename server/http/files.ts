import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { fail } from "#server/lib/app-error.ts";
import type { Storage, StoredObject } from "#server/outside/storage.ts";
import type { AppContext } from "./context.ts";

/**
 * Lets the routes of `scope` accept files: bodies are passed on as unread streams, because only their content shows what
 * they are. A body with a content type other than an image is not read and replaced by an empty file.
 */
export function registerFileParser(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(/^(image\/|application\/octet-stream)/, (_request, payload, done) => done(null, payload));
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null, Readable.from([])));
}

const contentTypes = { webp: "image/webp", avif: "image/avif" } as const;
/** Only names that the server itself gives; nothing else reaches the store. Ids in lower case only: a file has one address. */
const fileName = /^(?:avatar-|banner-|article-)?\d+(?:_\d+)?\.(webp|avif)$/;
const ownerName = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Serves stored images at `/media/{owner}/{file}`. A file never changes under its name, so it is cacheable for a year.
 *
 * @see docs/security.md#s-40
 */
export function registerFileRoutes(fastify: FastifyInstance, app: Pick<AppContext, "storage">): void {
  fastify.get<{ Params: { owner: string; file: string } }>("/media/:owner/:file", async (request, reply) => {
    const { owner, file } = request.params;
    const extension = fileName.exec(file)?.[1] as keyof typeof contentTypes | undefined;
    if (!extension || !ownerName.test(owner)) return fail("image.not_found");
    const found = (await readRendition(app.storage, owner, file)) ?? fail("image.not_found");
    const etag = `"${file}"`;
    reply.headers({
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
      etag,
    });
    if (isKnown(request, etag)) {
      found.bytes.destroy();
      return reply.status(304).send();
    }
    return sendFile(request, reply.type(contentTypes[extension]), found);
  });
}

/** An avatar without a smaller rendition, because it is no larger or from an earlier version, is sent whole instead. */
async function readRendition(storage: Storage, owner: string, file: string): Promise<StoredObject | null> {
  const whole = file.replace(/^(avatar-\d+)_\d+/, "$1");
  const found = await storage.read(`${owner}/${file}`);
  return found ?? (whole === file ? null : storage.read(`${owner}/${whole}`));
}

function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers["if-none-match"] ?? "";
  return known.split(",").some((tag) => ["*", etag, `W/${etag}`].includes(tag.trim()));
}

function sendFile(request: FastifyRequest, reply: FastifyReply, found: StoredObject): FastifyReply {
  void reply.header("content-length", found.sizeBytes);
  if (request.method !== "HEAD") return reply.send(found.bytes);
  found.bytes.destroy();
  // An empty stream, since for an empty payload the framework would write a length of 0.
  return reply.send(Readable.from([]));
}
