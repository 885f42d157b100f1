import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from "fastify";
import type { Config } from "#server/config/config.ts";
import { redirectedFailureOf } from "./redirected-failures.ts";

/** One JSON line an event (people's lines in development), with the request id and without secrets: no headers, no query. */
export function logging(config: Config): Pick<FastifyServerOptions, "logger" | "logController"> {
  return { logger: toLogger(config), logController: new OneLineAnAnswer(config.logLevel) };
}

function toLogger({ logLevel, environment }: Config): NonNullable<FastifyServerOptions["logger"]> {
  if (logLevel === "silent") return false;
  const options = { level: logLevel };
  if (environment !== "development") return options;
  return {
    ...options,
    transport: { target: "pino-pretty", options: { ignore: "pid,hostname", translateTime: "HH:MM:ss" } },
  };
}

/**
 * A request is logged once, with its result: a line on arrival and another for the response cost more than
 * anything else that a fast answer does.
 */
class OneLineAnAnswer extends LogController {
  readonly #skipsCompleted: boolean;

  constructor(level: string) {
    super();
    this.#skipsCompleted = ["warn", "error", "fatal"].includes(level);
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (!error && this.#skipsCompleted) return;
    // Plain fields: one that holds another object takes the logger several times as long.
    const { method, path, ip } = describe(request);
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const line = { method, path, ip, status: reply.statusCode, failure: redirectedFailureOf(reply), ms };
    if (error) request.log.error({ err: error, ...line }, "request errored");
    else request.log.info(line, "request completed");
  }
}

const describe = ({ method, url, ip }: FastifyRequest) => ({ method, path: toLoggedPath(url), ip });

/** Without the secret in the address of a member's calendar, which calendar programs also try with methods that have no route. */
const toLoggedPath = (url: string) => url.split("?", 1)[0]?.replace(/(\/calendars\/members\/).*/, "$1:file");

/** A line for each request whose asker left before the answer, which is never completed. */
export function registerAbortLogging(fastify: FastifyInstance): void {
  fastify.addHook("onRequestAbort", async (request) => request.log.info(describe(request), "request aborted"));
}
