import type { FastifyInstance, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { AppContext } from "./context.ts";

/** `/healthz` (the process lives), `/readyz` (it can serve), `/metrics` (Prometheus; from this machine only). */
export function registerHealthRoutes(fastify: FastifyInstance, app: AppContext): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request to its answer",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  registerVisionMetrics(registry, app);
  fastify.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unmatched";
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    done();
  });

  // Health checks are answered even under overload.
  const options = { logLevel: "warn", config: { pressureHandler: () => undefined } } as const;
  fastify.get("/healthz", options, () => ({ status: "ok" }));
  fastify.get("/readyz", options, async (_request, reply) => {
    try {
      await app.pool.query("select 1");
      return { status: "ready" };
    } catch {
      return reply.status(503).send({ status: "waiting for the database" });
    }
  });
  fastify.get("/metrics", options, async (request, reply) => {
    if (!isLoopback(request.ip) || isForwarded(request)) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** What the embedded models do, and what a configured clothing service costs: both since the start of the process. */
function registerVisionMetrics(registry: Registry, { vision, clothingService }: AppContext): void {
  const show = (name: string, help: string, read: () => object) =>
    new Gauge({
      name,
      help,
      labelNames: ["what"],
      registers: [registry],
      collect() {
        for (const [what, value] of Object.entries(read())) this.set({ what }, Number(value));
      },
    });
  show("vision", "The embedded models: queue, memory in bytes, outcomes of requests", () => vision.stats());
  if (clothingService)
    show("clothing_service", "The external clothing service: requests, failures, tokens", () => clothingService.usage);
}

/** A proxy on this machine passes strangers on from a loopback address, whether it is trusted or not. */
const isForwarded = ({ headers }: FastifyRequest) =>
  ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"].some(
    (name) => headers[name] !== undefined,
  );
const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address);
