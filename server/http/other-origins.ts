import cors, { type FastifyCorsOptions } from "@fastify/cors";
import type { FastifyInstance } from "fastify";

/** What another origin's page may send, and what its scripts may read of a reply besides the safelisted headers. */
const permissions: FastifyCorsOptions = {
  methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
  allowedHeaders: [
    "accept",
    "authorization",
    "content-type",
    "if-match",
    "apikey",
    "x-client-info",
    "x-supabase-api-version",
  ],
  exposedHeaders: ["X-Supabase-Api-Version", "X-Total-Count", "Link", "Retry-After", "X-Request-Id"],
  // No cookie carries rights, so none is asked for.
  credentials: false,
  maxAge: 600,
};

/**
 * Lets pages of the listed origins call the API and sign-in (CORS); for any other origin, and without a list, no reply has
 * a CORS header and preflights are not found. Files, pages and sockets stay with the site itself.
 *
 * @param origins Compared as they are: no patterns.
 * @param authPath Where sign-in is; empty if it is at the root.
 * @see docs/security.md#s-79
 */
export async function registerOtherOrigins(
  fastify: FastifyInstance,
  origins: readonly string[],
  authPath: string,
): Promise<void> {
  if (origins.length === 0) return;
  const isShared = (url: string) => url.startsWith("/api/") || url.startsWith(`${authPath}/`);
  await fastify.register(cors, {
    delegator: (request, decide) => {
      const { origin } = request.headers;
      const isAllowed = origin !== undefined && origins.includes(origin) && isShared(request.url);
      decide(null, isAllowed ? { ...permissions, origin } : { origin: false });
    },
  });
  // At the end, because routes that are cached set the header themselves: a cache must not give one origin's reply to another.
  fastify.addHook("onSend", (request, reply, payload, done) => {
    if (isShared(request.url)) reply.header("vary", addOrigin(reply.getHeader("vary")));
    done(null, payload);
  });
}

function addOrigin(vary: number | string | string[] | undefined): string {
  const names = String(vary ?? "")
    .split(",")
    .flatMap((name) => name.trim() || []);
  return names.some((name) => name.toLowerCase() === "origin") ? names.join(", ") : [...names, "Origin"].join(", ");
}
