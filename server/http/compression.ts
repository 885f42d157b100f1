import compress from "@fastify/compress";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CachedBody } from "#server/lib/cached-body.ts";

/** Up to this many bytes an answer is compressed at once: 0.1 ms for 40 kB, a sixth of what a stream for each costs. */
const syncThreshold = 131_072;

/**
 * Gives replies `compress`, which sends text of a kilobyte and more as gzip if the client supports it: a page of cards is a quarter
 * of its size. The lowest level is as small for our answers as a quick brotli and takes half of its time. Nothing is
 * compressed unasked, since a hook on every answer costs more than the answer's headers, and the GoTrue-compatible API, whose answers
 * are short and hold tokens, never is. Compressed requests are not opened: they could grow without limit.
 */
export async function registerCompression(fastify: FastifyInstance): Promise<void> {
  await fastify.register(compress, {
    global: false,
    globalDecompression: false,
    encodings: ["gzip"],
    zlibOptions: { level: 1 },
    syncThreshold,
  });
}

/** Sends text, or what is to be JSON, compressed where the asker reads that. */
export function sendCompressed(reply: FastifyReply, payload: unknown): FastifyReply {
  if (reply.request.headers["accept-encoding"] === undefined) return reply.send(payload);
  // It takes all that `send` takes; its type knows only some.
  reply.compress(payload as string);
  return reply;
}

/** Sends a shared body, as its cached brotli if the client supports it. */
export function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  shared: CachedBody,
): FastifyReply | Promise<FastifyReply> {
  if (!readsBrotli(request.headers["accept-encoding"])) return sendCompressed(reply, shared.bytes);
  return shared.brotli.then((bytes) => reply.header("content-encoding", "br").send(bytes));
}

/** Whether an `Accept-Encoding` header names brotli, and not with a weight of nothing (RFC 9110 section 12.5.3). */
const readsBrotli = (accepted: string | string[] | undefined) =>
  accepted !== undefined && /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(accepted));
