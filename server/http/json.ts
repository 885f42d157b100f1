import type { FastifyInstance } from "fastify";

/** JSON bodies, where an empty one counts as none: clients send the header with a bare POST or DELETE. Others are refused. */
export function registerJsonParser(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser("error", "error");
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text === "") return done(null, undefined);
    return parse(request, text as string, done);
  });
}
