import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance, FastifySchema } from "fastify";
import { z } from "zod";
import { type Endpoint, limitOf } from "#contract/endpoint.ts";
import { ERRORS } from "#contract/errors.ts";
import { toReplySchema } from "./serve.ts";

/** The OpenAPI document of all endpoints at `/api/docs/json`, and a readable page at `/api/docs`. */
export async function registerApiDocs(fastify: FastifyInstance): Promise<void> {
  await fastify.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Fash", version: "1", description: "Every call of the product. Sign-in itself is at /auth/v1." },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
    },
    transform: ({ schema, url, route }) => {
      const endpoint = route.config?.endpoint;
      return { url, schema: endpoint ? describeEndpoint(endpoint) : { ...schema, hide: true } };
    },
  });
  // Collapsed: the page shows only the operations near the viewport, and their names would have to be scrolled for.
  await fastify.register(swaggerUi, {
    routePrefix: "/api/docs",
    uiConfig: { docExpansion: "none", tagsSorter: "alpha" },
  });
}

function describeEndpoint(endpoint: Endpoint): FastifySchema {
  const { params, query, headers, body, errors = [], summary } = endpoint.schemas;
  const refusals = groupByStatus(limitOf(endpoint) === null ? errors : [...errors, "rate.limited"]);
  return {
    ...(summary ? { summary } : {}),
    tags: [endpoint.path.split("/")[2] ?? "api"],
    ...(errors.includes("auth.required") ? { security: [{ bearer: [] }] } : {}),
    ...(params ? { params: inputSchema(params) } : {}),
    ...(query ? { querystring: inputSchema(query) } : {}),
    ...(headers ? { headers: inputSchema(headers) } : {}),
    ...(body ? { body: inputSchema(body) } : {}),
    response: { 200: toReplySchema(endpoint), ...refusals },
  };
}

const inputSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { target: "draft-7", io: "input", unrepresentable: "any" });

/** Statuses with the codes that each may carry. */
function groupByStatus(
  errors: readonly (keyof typeof ERRORS)[],
): Record<number, { description: string; type: "object" }> {
  const grouped: Record<number, { description: string; type: "object" }> = {};
  for (const code of [...errors, "request.invalid" as const]) {
    const { status } = ERRORS[code];
    const known = grouped[status];
    grouped[status] = { type: "object", description: known ? `${known.description}, ${code}` : code };
  }
  return grouped;
}
