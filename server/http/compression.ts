import { gzipSync } from "node:zlib";
import compress from "@fastify/compress";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CachedBody } from "#server/lib/cached-body.ts";

/** Up to this many bytes an answer is compressed at once: 0.1 ms for 40 kB, a sixth of what a stream for each costs. */
const syncThreshold = 131_072;

/** The lowest level is as small for our answers as a quick brotli and takes half of its time. */
const gzipOptions = { level: 1 };

/**
 * Gives replies `compress`, which sends text of a kilobyte and more as gzip if the client supports it: a page of cards is a quarter
 * of its size. Nothing is compressed unasked, since a hook on every answer costs more than the answer's headers, and the
 * GoTrue-compatible API, whose answers are short and hold tokens, never is. Compressed requests are not opened: they could grow without limit.
 */
export async function registerCompression(fastify: FastifyInstance): Promise<void> {
  await fastify.register(compress, {
    global: false,
    globalDecompression: false,
    encodings: ["gzip"],
    zlibOptions: gzipOptions,
    syncThreshold,
  });
}

/** As `sendCompressed` compresses. */
export const gzip = (text: string): Buffer => gzipSync(text, gzipOptions);

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
  if (!readsEncoding(request.headers["accept-encoding"], "br")) return sendCompressed(reply, shared.bytes);
  return shared.brotli.then((bytes) => reply.header("content-encoding", "br").send(bytes));
}

/** Whether an `Accept-Encoding` header names the encoding, and not with a weight of nothing (RFC 9110 section 12.5.3). */
export const readsEncoding = (accepted: string | string[] | undefined, encoding: keyof typeof named): boolean =>
  accepted !== undefined && named[encoding].test(String(accepted));

const named = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
  gzip: /(?:\bgzip\b|^\s*\*)(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
};
