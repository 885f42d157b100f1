import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyReply, FastifyServerOptions } from "fastify";
import { ERRORS } from "#contract/errors.ts";
import { newRequestId } from "#server/lib/ids.ts";
import { AppError } from "#server/lib/app-error.ts";
import { toAppError, toProblem } from "./problem.ts";

type Headers = Record<string, string>;
type HeadersFor = (url: string) => Headers;

/**
 * How requests are answered that never reach a route or its hooks: addresses that cannot be read, requests that are no
 * HTTP. Their answers have the same form and headers as all others.
 */
export function earlyReplies(
  headersFor: HeadersFor,
): Pick<FastifyServerOptions, "frameworkErrors" | "clientErrorHandler"> {
  return {
    frameworkErrors(thrown, request, reply) {
      const error = toAppError(thrown);
      void (reply as unknown as FastifyReply)
        .headers({ ...headersFor("/api/"), "x-request-id": request.id })
        .status(ERRORS[error.code].status)
        .type("application/problem+json; charset=utf-8")
        .serializer(JSON.stringify)
        .send(toProblem(error, request.id));
    },
    clientErrorHandler(error, socket) {
      if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
      const isLate = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
      const status = isLate
        ? "408 Request Timeout"
        : error.code === "HPE_HEADER_OVERFLOW"
          ? "431 Request Header Fields Too Large"
          : "400 Bad Request";
      const body = JSON.stringify(toProblem(new AppError("request.malformed"), newRequestId()));
      socket.end(
        `HTTP/1.1 ${status}\r\n${toLines({
          ...headersFor("/api/"),
          "content-type": "application/problem+json; charset=utf-8",
          "content-length": String(Buffer.byteLength(body)),
          connection: "close",
        })}\r\n${body}`,
      );
    },
  };
}

const toLines = (headers: Headers) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");

/**
 * Adds the security headers to responses of the socket server: it writes rejections itself, to the response
 * or straight to the connection.
 *
 * @param path Where the socket server is.
 */
export function secureHandshakes(server: Server, path: string, headersFor: HeadersFor): void {
  const headers = headersFor("/api/");
  const isOurs = (request: IncomingMessage) => (request.url ?? "").startsWith(path);
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    if (isOurs(request)) for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  });
  server.prependListener("upgrade", (request: IncomingMessage, connection: Duplex) => {
    if (isOurs(request)) addHeadersToRefusal(connection as Socket, toLines(headers));
  });
}

const refusal = /^(HTTP\/1\.1 4\d\d [^\r]*\r\n)/;

function addHeadersToRefusal(connection: Socket, lines: string): void {
  const write = connection.write.bind(connection) as (...given: unknown[]) => boolean;
  connection.write = ((chunk: unknown, ...rest: unknown[]) => {
    Object.assign(connection, { write });
    return write(typeof chunk === "string" ? chunk.replace(refusal, `$1${lines}`) : chunk, ...rest);
  }) as typeof connection.write;
}
