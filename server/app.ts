import helmet from "@fastify/helmet";
import underPressure from "@fastify/under-pressure";
import Fastify, { type FastifyInstance, type FastifyServerOptions } from "fastify";
import { ERRORS } from "#contract/errors.ts";
import { authRoutes } from "./auth/auth.routes.ts";
import { describeApi } from "./http/api-docs.ts";
import { acceptFiles, serveFiles } from "./http/files.ts";
import type { World } from "./http/call.ts";
import { serveHealth } from "./http/health.ts";
import { acceptJson } from "./http/json.ts";
import { loggerOptions } from "./http/logging.ts";
import { serveOutbox } from "./http/outbox.ts";
import { servePages } from "./http/pages.ts";
import { toAppError, toProblem } from "./http/problem.ts";
import { createServe, type ReadViewer } from "./http/serve.ts";
import { registerAuthWire } from "./http/serve-auth.ts";
import { AppError } from "./lib/app-error.ts";
import { newId } from "./lib/ids.ts";
import { followRoutes } from "./follows/follows.routes.ts";
import { notificationRoutes } from "./notifications/notifications.routes.ts";
import { safetyRoutes } from "./safety/safety.routes.ts";
import { findPartner } from "./messages/messages.service.ts";
import { messageRoutes } from "./messages/messages.routes.ts";
import { commentRoutes } from "./comments/comments.routes.ts";
import { profileRoutes } from "./profiles/profiles.routes.ts";
import { mediaRoutes } from "./media/media.routes.ts";
import { canSeeOutfit } from "./outfits/outfits.service.ts";
import { outfitRoutes } from "./outfits/outfits.routes.ts";
import { reactionRoutes } from "./reactions/reactions.routes.ts";
import { styleRoutes } from "./styles/styles.routes.ts";
import { findViewerUntil, readViewer as readViewerOf } from "./sessions/viewers.service.ts";
import { usernameRoutes } from "./profiles/usernames.routes.ts";
import { ownSessionRoutes } from "./sessions/own-sessions.routes.ts";
import { stylistRoutes } from "./stylists/stylists.routes.ts";

/** The whole server, not yet listening. Every noun's routes stand on the list below. */
export async function createApp(world: World, options: { pagesFolder: string }): Promise<FastifyInstance> {
  const settings: FastifyServerOptions = {
    logger: loggerOptions(world.config),
    genReqId: () => newId(),
    trustProxy: world.config.trustProxy ?? false,
    bodyLimit: 1_048_576,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: true,
  };
  const app: FastifyInstance = Fastify(settings);
  app.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown);
    if (error.code === "internal") request.log.error({ err: error.cause ?? error }, "unexpected failure");
    if (error.retryAfterSeconds !== undefined) void reply.header("retry-after", String(error.retryAfterSeconds));
    return reply
      .status(ERRORS[error.code].status)
      .type("application/problem+json; charset=utf-8")
      .serializer(JSON.stringify)
      .send(toProblem(error, request.id));
  });
  app.setNotFoundHandler(() => {
    throw new AppError("route.not_found");
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    // Answers of the API belong to one caller, unless a route says otherwise.
    if (request.url.startsWith("/api/")) reply.header("cache-control", "private, no-store");
  });
  app.addHook("preClose", () => world.live.close());
  acceptJson(app);
  await app.register(helmet, securityHeaders(world.config.publicUrl));
  await app.register(underPressure, { maxEventLoopDelay: 2_000, retryAfter: 2 });
  await describeApi(app);
  serveHealth(app, world);

  const readViewer: ReadViewer = (request) => readViewerOf(world, request.headers.authorization);
  const serve = createServe(app, world, readViewer);
  outfitRoutes(serve);
  reactionRoutes(serve);
  styleRoutes(serve);
  ownSessionRoutes(serve);
  stylistRoutes(serve);
  usernameRoutes(serve);

  commentRoutes(serve);
  profileRoutes(serve);
  followRoutes(serve);
  messageRoutes(serve);
  notificationRoutes(serve);
  safetyRoutes(serve);
  await app.register(async (scope) => {
    acceptFiles(scope);
    mediaRoutes(createServe(scope, world, readViewer));
  });
  serveFiles(app, world);
  await registerAuthWire(app, world, authRoutes);
  serveOutbox(app, world);

  await attachLive(app, world);
  await servePages(app, options.pagesFolder);
  return app;
}

/** The socket's questions to the nouns. */
async function attachLive(app: FastifyInstance, world: World): Promise<void> {
  await world.live.attach(app.server, {
    readToken: (token) => findViewerUntil(world, token),
    findPartner: (userId, threadId) => findPartner(world.db, userId, threadId),
    canSeeOutfit: (userId, outfitId) => canSeeOutfit(world.pool, { userId, isAdmin: false }, outfitId),
    log: app.log,
  });
}

/** See security.md row 46. `blob:` pictures are the previews of files that are not uploaded yet. */
function securityHeaders(publicUrl: string) {
  const isSecure = publicUrl.startsWith("https:");
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        workerSrc: ["'self'", "blob:"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: true } : (false as const),
    referrerPolicy: { policy: "strict-origin-when-cross-origin" as const },
    crossOriginEmbedderPolicy: false,
  };
}
