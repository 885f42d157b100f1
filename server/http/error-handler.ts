import type { FastifyInstance } from "fastify";
import { ERRORS } from "#contract/errors.ts";
import { AppError } from "#server/lib/app-error.ts";
import { isForOperator, isMissedBySchemas, toAppError, toProblem } from "./problem.ts";

/** Maps every error to a problem response; unexpected ones are logged in full and reveal nothing. */
export function registerErrorHandler(fastify: FastifyInstance): void {
  fastify.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown);
    if (error.code === "internal" || isMissedBySchemas(error))
      request.log.error({ err: error.cause ?? error }, "unexpected failure");
    else if (isForOperator(error)) request.log.error({ err: error.cause }, "the server lacks a resource");
    if (error.retryAfterSeconds !== undefined) void reply.header("retry-after", String(error.retryAfterSeconds));
    return reply
      .status(ERRORS[error.code].status)
      .type("application/problem+json; charset=utf-8")
      .serializer(JSON.stringify)
      .send(toProblem(error, request.id));
  });
  fastify.setNotFoundHandler(() => {
    throw new AppError("route.not_found");
  });
}
