import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/**
 * Answers a photo that another app shares while no service worker is there to take it. Any site may send one, so nothing of it is
 * read; the form says that it has to be chosen again.
 */
export function refuseSharedPhotos(fastify: FastifyInstance): void {
  const answer = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.redirect("/add-outfit?shared=lost", 303);
  // Before the body would be parsed.
  fastify.post("/add-outfit", { onRequest: answer }, answer);
}
