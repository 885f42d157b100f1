import underPressure from "@fastify/under-pressure";
import Fastify, { type FastifyInstance, type FastifyServerOptions } from "fastify";
import { authAdminRoutes } from "./auth/auth-admin.routes.ts";
import { authRoutes } from "./auth/auth.routes.ts";
import { mailsSent } from "./auth/letters.service.ts";
import { factorRoutes } from "./factors/factors.routes.ts";
import { describeApi } from "./http/api-docs.ts";
import { acceptFiles, serveFiles } from "./http/files.ts";
import type { World } from "./http/call.ts";
import { offerCompression } from "./http/compression.ts";
import { answerFailures } from "./http/failures.ts";
import { serveHealth } from "./http/health.ts";
import { acceptJson } from "./http/json.ts";
import { logAborts, logging } from "./http/logging.ts";
import { serveOutbox } from "./http/outbox.ts";
import { type PageDoors, servePages } from "./http/pages.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { createServe, type Serve } from "./http/serve.ts";
import { registerAuthWire } from "./http/serve-auth.ts";
import { serveUnsubscribePages } from "./http/unsubscribe-pages.ts";
import { newRequestId } from "./lib/ids.ts";
import { followRoutes } from "./follows/follows.routes.ts";
import { notificationRoutes } from "./notifications/notifications.routes.ts";
import { getPushKeys } from "./notifications/push-keys.service.ts";
import { unsubscribeRoutes } from "./notifications/unsubscribe.routes.ts";
import { readUnsubscribeToken } from "./notifications/unsubscribe.service.ts";
import { rewardRoutes } from "./rewards/rewards.routes.ts";
import { safetyRoutes } from "./safety/safety.routes.ts";
import { findPartner } from "./messages/messages.service.ts";
import { messageRoutes } from "./messages/messages.routes.ts";
import { boardRoutes } from "./boards/boards.routes.ts";
import { commentRoutes } from "./comments/comments.routes.ts";
import { profileRoutes } from "./profiles/profiles.routes.ts";
import { mediaRoutes } from "./media/media.routes.ts";
import { canSeeOutfit } from "./outfits/outfits.service.ts";
import { outfitRoutes } from "./outfits/outfits.routes.ts";
import { createDrawnPages } from "./previews/drawn-pages.service.ts";
import { renderHead } from "./previews/page-head.service.ts";
import { matchPage } from "./previews/page-paths.service.ts";
import { readPageScripts, renderScripts } from "./previews/page-scripts.service.ts";
import { previewRoutes } from "./previews/previews.routes.ts";
import { describePage, findCard } from "./previews/previews.service.ts";
import { renderSitemap, renderSitemapIndex } from "./previews/sitemap.service.ts";
import { reactionRoutes } from "./reactions/reactions.routes.ts";
import { searchRoutes } from "./search/search.routes.ts";
import { styleRoutes } from "./styles/styles.routes.ts";
import { findViewerUntil, readViewer } from "./sessions/viewers.service.ts";
import { usernameRoutes } from "./profiles/usernames.routes.ts";
import { identityRoutes } from "./identities/identities.routes.ts";
import { watchEndedSessions } from "./sessions/ended-sessions.service.ts";
import { getKeyRing } from "./sessions/signing-keys.service.ts";
import { ownSessionRoutes } from "./sessions/own-sessions.routes.ts";
import { stylistRoutes } from "./stylists/stylists.routes.ts";
import { swipeRoutes } from "./swipes/swipes.routes.ts";
import { trendingRoutes } from "./trending/trending.routes.ts";

/** The whole server, not yet listening. Every noun's routes stand on the list below. */
export async function createApp(world: World, options: { pagesFolder: string }): Promise<FastifyInstance> {
  const settings: FastifyServerOptions = {
    ...logging(world.config),
    genReqId: () => newRequestId(),
    trustProxy: world.config.trustProxy ?? false,
    bodyLimit: 1_048_576,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: true,
  };
  const app: FastifyInstance = Fastify(settings);
  logAborts(app);
  answerFailures(app);
  const headersFor = securityHeaders(world.config.publicUrl);
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    reply.headers(headersFor(request.url));
    done();
  });
  app.addHook("preClose", () => world.live.close());
  acceptJson(app);
  await app.register(underPressure, { maxEventLoopDelay: 2_000, retryAfter: 2 });
  await offerCompression(app);
  await describeApi(app);
  serveHealth(app, world);

  serveNouns(createServe(app, world, readViewer));
  await app.register(async (scope) => {
    acceptFiles(scope);
    mediaRoutes(createServe(scope, world, readViewer));
  });
  await app.register(async (scope) => {
    serveUnsubscribePages(scope, (token) => readUnsubscribeToken(world, token) !== null);
    unsubscribeRoutes(createServe(scope, world, readViewer));
  });
  serveFiles(app, world);
  await serveSignIn(app, world);

  await attachLive(app, world);
  await servePages(app, options.pagesFolder, pageDoors(world, options.pagesFolder));
  return app;
}

/** The sign-in wire, and what runs beside it while the server listens. */
async function serveSignIn(app: FastifyInstance, world: World): Promise<void> {
  await registerAuthWire(app, world, (serve) => {
    authRoutes(serve);
    identityRoutes(serve);
    factorRoutes(serve);
    if (world.config.auth.verificationKeys.length > 0) authAdminRoutes(serve);
  });
  serveOutbox(app, world);
  // A secret that does not fit the database stops the start, not the first sign-in.
  app.addHook("onReady", async () => void (await Promise.all([getKeyRing(world), getPushKeys(world)])));
  app.addHook("onListen", async () => {
    const complain = (error: unknown) => app.log.warn({ err: error }, "sign-in: work beside the requests failed");
    closers.push(watchEndedSessions(world, complain));
  });
  const closers: (() => void | Promise<void>)[] = [() => mailsSent(world), () => world.mail.close()];
  app.addHook("preClose", async () => {
    for (const close of closers) await close();
  });
}

function serveNouns(serve: Serve): void {
  boardRoutes(serve);
  commentRoutes(serve);
  followRoutes(serve);
  messageRoutes(serve);
  notificationRoutes(serve);
  outfitRoutes(serve);
  ownSessionRoutes(serve);
  previewRoutes(serve);
  profileRoutes(serve);
  reactionRoutes(serve);
  rewardRoutes(serve);
  safetyRoutes(serve);
  searchRoutes(serve);
  swipeRoutes(serve);
  trendingRoutes(serve);
  styleRoutes(serve);
  stylistRoutes(serve);
  usernameRoutes(serve);
}

/** What the pages ask the nouns. */
function pageDoors(world: World, pagesFolder: string): PageDoors {
  const scripts = readPageScripts(pagesFolder);
  return {
    draw: createDrawnPages(world, pagesFolder),
    describe: async ({ pathname, searchParams }) => {
      const head = await describePage(world, pathname, searchParams);
      return { status: head.status, html: renderHead(head) };
    },
    nameScripts: ({ pathname }, hasPictures) => {
      const ofPage = scripts.get(matchPage(pathname)?.path ?? "");
      return ofPage ? renderScripts(ofPage, hasPictures) : "";
    },
    findCard: (kind, key) => findCard(world, kind, key),
    sitemapIndex: () => renderSitemapIndex(world),
    sitemap: (name) => renderSitemap(world, name),
  };
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
