import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "#server/lib/app-error.ts";

/**
 * Ends requests whose body does not come within `seconds`: what routes read whole is small. Uploads have a deadline by
 * their size, see read-limited.ts.
 */
export function registerBodyDeadline(fastify: FastifyInstance, seconds: number): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  fastify.addHook("preParsing", (request, reply, payload, done) => {
    if (hasBody(request)) {
      const timer = setTimeout(() => {
        if (reply.sent) return;
        void reply.header("connection", "close").send(new AppError("request.too_slow"));
        reply.raw.once("finish", () => request.raw.destroy());
      }, seconds * 1_000);
      timers.set(request, timer);
      for (const event of ["end", "close", "error"]) payload.once(event, () => clearTimeout(timer));
    }
    done(null, payload);
  });
  // A reply that is under way already, such as a refusal that has to wait, needs no second one.
  fastify.addHook("onSend", (request, _reply, _payload, done) => {
    clearTimeout(timers.get(request));
    done();
  });
}

/** Of a GET nothing is read, so nothing is waited for. */
const hasBody = (request: FastifyRequest) =>
  request.method !== "GET" && request.method !== "HEAD" && !isUpload(request);
const isUpload = ({ routeOptions: { url = "" } }: FastifyRequest) =>
  url.startsWith("/api/uploads/") || url === "/api/photo-searches";
