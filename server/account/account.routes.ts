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

/** Serves exports at signed links, streamed from the store; a download that broke off goes on where it did. */
export function exportFileRoutes(fastify: FastifyInstance, app: AppContext): void {
  fastify.get<{ Params: { id: string }; Querystring: { until?: string; signature?: string } }>(
    "/exports/:id",
    async (request, reply) => {
      const { until = "", signature = "" } = request.query;
      const link = { id: request.params.id, until: Number(until), signature: String(signature) };
      const file = await openExport(app, link, request).catch((error: unknown) => {
        if (isGone(error) && isFromPage(request)) return undefined;
        throw error;
      });
      // Whoever opens an old mail's link finds there what to ask for another copy with.
      if (!file) return reply.redirect("/settings#your-data");
      const { etag, sizeBytes, part, bytes } = file;
      reply.headers({
        "cache-control": "private, no-store",
        "referrer-policy": "no-referrer",
        "accept-ranges": "bytes",
        etag,
      });
      if (part) reply.status(206).header("content-range", `bytes ${part.start}-${part.end}/${sizeBytes}`);
      if (bytes === null) return reply.status(416).header("content-range", `bytes */${sizeBytes}`).send();
      reply.headers({
        "content-type": "application/zip",
        "content-length": part ? part.end - part.start + 1 : sizeBytes,
        "content-disposition": 'attachment; filename="fash-data.zip"',
      });
      return reply.send(bytes);
    },
  );
}

const isGone = (error: unknown) => error instanceof AppError && error.code === "export.not_found";
const isFromPage = ({ headers }: FastifyRequest) => String(headers.accept ?? "").includes("text/html");
