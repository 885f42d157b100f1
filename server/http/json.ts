import type { FastifyInstance } from "fastify";

/** JSON bodies, where an empty one counts as none: clients send the header with a bare POST or DELETE. Others are refused. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text === "") return done(null, undefined);
    return parse(request, text as string, done);
  });
}
