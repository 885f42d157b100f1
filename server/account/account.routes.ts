import type { FastifyInstance, FastifyRequest } from "fastify";
import { accountEndpoints } from "#contract/account.ts";
import type { AppContext } from "#server/http/context.ts";
import type { Serve } from "#server/http/serve.ts";
import { AppError } from "#server/lib/app-error.ts";
import { getAccountData, openExport, requestDeletion, requestExport } from "./account.service.ts";

export function accountRoutes(serve: Serve) {
  serve(accountEndpoints.data, (context) => getAccountData(context));
  serve(accountEndpoints.export, (context) => requestExport(context));
  serve(accountEndpoints.remove, (context, { body }) => requestDeletion(context, body));
}

/** Serves exports at signed links, streamed from the store. */
export function exportFileRoutes(fastify: FastifyInstance, app: AppContext): void {
  fastify.get<{ Params: { id: string }; Querystring: { until?: string; signature?: string } }>(
    "/exports/:id",
    async (request, reply) => {
      const { until = "", signature = "" } = request.query;
      const link = { id: request.params.id, until: Number(until), signature: String(signature) };
      const file = await openExport(app, link).catch((error: unknown) => {
        if (isGone(error) && isFromPage(request)) return undefined;
        throw error;
      });
      // Whoever opens an old mail's link finds there what to ask for another copy with.
      if (!file) return reply.redirect("/settings#your-data");
      reply.headers({
        "content-type": "application/zip",
        "content-length": file.sizeBytes,
        "content-disposition": 'attachment; filename="fash-data.zip"',
        "cache-control": "private, no-store",
        "referrer-policy": "no-referrer",
      });
      return reply.send(file.bytes);
    },
  );
}

const isGone = (error: unknown) => error instanceof AppError && error.code === "export.not_found";
const isFromPage = ({ headers }: FastifyRequest) => String(headers.accept ?? "").includes("text/html");
