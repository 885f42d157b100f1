import type { FastifyServerOptions } from "fastify";
import type { Config } from "#server/config.ts";

/** One JSON line an event (people's lines in development), with the request id and without secrets: no headers, no query. */
export function loggerOptions(config: Config): NonNullable<FastifyServerOptions["logger"]> {
  if (config.logLevel === "silent") return false;
  const options = {
    level: config.logLevel,
    serializers: {
      req: (request: { method: string; url: string; ip: string }) => ({
        method: request.method,
        path: request.url.split("?", 1)[0],
        ip: request.ip,
      }),
    },
  };
  if (config.environment !== "development") return options;
  return {
    ...options,
    transport: { target: "pino-pretty", options: { ignore: "pid,hostname", translateTime: "HH:MM:ss" } },
  };
}
