import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { World } from "./call.ts";

/** `/healthz` (the process lives), `/readyz` (it can serve), `/metrics` (Prometheus; from this machine only). */
export function serveHealth(app: FastifyInstance, world: World): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request to its answer",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unmatched";
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    done();
  });

  const hidden = { schema: { hide: true }, logLevel: "warn" } as const;
  app.get("/healthz", hidden, () => ({ status: "ok" }));
  app.get("/readyz", hidden, async (_request, reply) => {
    try {
      await world.pool.query("select 1");
      return { status: "ready" };
    } catch {
      return reply.status(503).send({ status: "waiting for the database" });
    }
  });
  app.get("/metrics", hidden, async (request, reply) => {
    if (!isLoopback(request.ip)) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address);
