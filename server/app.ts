import underPressure from "@fastify/under-pressure";
import Fastify, { type FastifyInstance, type FastifyServerOptions } from "fastify";
import { serviceApiRoutes } from "./auth/service-api/service-api.routes.ts";
import { authRoutes } from "./auth/sign-in/sign-in.routes.ts";
import { flushMails } from "./auth/mails/auth-mails.service.ts";
import { factorRoutes } from "./auth/factors/factors.routes.ts";
import { registerApiDocs } from "./http/api-docs.ts";
import { registerBodyDeadline } from "./http/body-deadline.ts";
import { admitBelow } from "./http/event-loop-use.ts";
import { earlyReplies, secureHandshakes } from "./http/early-replies.ts";
import { livePath } from "./http/live/live.ts";
import type { CrawlerPages } from "./http/pages/crawlers.ts";
import { registerFileParser, registerFileRoutes } from "./http/files.ts";
import type { AppContext } from "./http/context.ts";
import { registerCompression } from "./http/compression.ts";
import { registerErrorHandler } from "./http/error-handler.ts";
import { registerHealthRoutes } from "./http/health.ts";
import { registerJsonParser } from "./http/json.ts";
import { registerAbortLogging, logging } from "./http/logging.ts";
import { registerOutboxPages } from "./http/outbox.ts";
import { registerOtherOrigins } from "./http/other-origins.ts";
import { type PageCallbacks, registerPages } from "./http/pages/pages.ts";
import { registerPacedRefusals } from "./http/paced-refusals.ts";
import { registerRefusedBodies } from "./http/refused-bodies.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { createServe, type Serve, type Viewers } from "./http/serve.ts";
import { registerAuthApi } from "./auth/http/auth-http.ts";
import { registerUnsubscribePages, type UnsubscribePageCallbacks } from "./notifications/unsubscribe-pages.ts";
import { newRequestId } from "./lib/ids.ts";
import { accountRoutes, exportFileRoutes } from "./account/account.routes.ts";
import { auditRoutes } from "./admin/audit-log.routes.ts";
import { detectionRoutes } from "./detection/detection.routes.ts";
import { dashboardRoutes } from "./dashboard/dashboard.routes.ts";
import { memberAdminRoutes } from "./member-admin/member-admin.routes.ts";
import { moderationRoutes } from "./moderation/moderation.routes.ts";
import { forgetSettings, getCachedSettings } from "./settings/settings.service.ts";
import { siteSettingRoutes } from "./site-settings/site-settings.routes.ts";
import { renderEventCalendar, renderMemberCalendar, renderPublicCalendar } from "./events/event-calendars.service.ts";
import { countEventComments, listPermittedEventViewers } from "./events/events.service.ts";
import { adminEventRoutes, eventRoutes } from "./events/events.routes.ts";
import { registerCalendarRoutes } from "./http/calendars.ts";
import { feedRoutes } from "./feed/feed.routes.ts";
import { landingRoutes } from "./landing/landing.routes.ts";
import { followRoutes } from "./follows/follows.routes.ts";
import { notificationRoutes } from "./notifications/notifications.routes.ts";
import { getPushKeys } from "./notifications/push-keys.service.ts";
import { unsubscribeRoutes } from "./notifications/unsubscribe.routes.ts";
import { readUnsubscribeToken } from "./notifications/unsubscribe.service.ts";
import { rewardAdminRoutes } from "./rewards/reward-admin.routes.ts";
import { rewardRoutes } from "./rewards/rewards.routes.ts";
import { blockRoutes } from "./blocks/blocks.routes.ts";
import { reportRoutes } from "./reports/reports.routes.ts";
import { checkCodeKeys } from "./rewards/vault.service.ts";
import { findPartner } from "./messages/messages.service.ts";
import { messageRoutes } from "./messages/messages.routes.ts";
import { renderArticleFeed } from "./articles/article-pages.service.ts";
import { articleRoutes } from "./articles/articles.routes.ts";
import { boardRoutes } from "./boards/boards.routes.ts";
import { countRepliesAcrossBlocks } from "./comments/comment-events.service.ts";
import { commentRoutes } from "./comments/comments.routes.ts";
import { profileRoutes } from "./profiles/profiles.routes.ts";
import { mediaRoutes } from "./media/media.routes.ts";
import { countOutfitComments, listPermittedViewers } from "./outfits/outfits.service.ts";
import { outfitRoutes } from "./outfits/outfits.routes.ts";
import { createMemberFrames } from "./previews/member-frames.ts";
import { findPageRenderer, type PageRenderer } from "./previews/page-renderer.ts";
import { createRenderedPages } from "./previews/rendered-pages.service.ts";
import { documentCallbacks } from "./page-callbacks.ts";
import { pointsActivityRoutes } from "./points-activity/activity.routes.ts";
import { abuseFindingRoutes } from "./points/abuse-findings.routes.ts";
import { pointsRoutes } from "./points/points.routes.ts";
import { previewRoutes } from "./previews/previews.routes.ts";
import { findCard } from "./previews/preview-cards.service.ts";
import { getSitemap, getSitemapIndex, renderRobots } from "./previews/sitemap.service.ts";
import { reactionRoutes } from "./reactions/reactions.routes.ts";
import { searchRoutes } from "./search/search.routes.ts";
import { photoSearchRoutes, similarityRoutes } from "./similarity/similarity.routes.ts";
import { styleRoutes } from "./styles/styles.routes.ts";
import { findViewerByHeader, findViewerUntil, recallViewerByHeader } from "./auth/sessions/viewers.service.ts";
import { usernameRoutes } from "./members/usernames.routes.ts";
import { identityRoutes } from "./auth/identities/identities.routes.ts";
import { listenForChanges } from "#server/auth/sessions/listen-for-changes.service.ts";
import { getKeyRing } from "./auth/sessions/signing-keys.service.ts";
import { ownSessionRoutes } from "./auth/sessions/own-sessions.routes.ts";
import { stylistRoutes } from "./stylists/stylists.routes.ts";
import { swipeRoutes } from "./swipes/swipes.routes.ts";
import { trendingRoutes } from "./trending/trending.routes.ts";

const requestMsMax = 360_000;
const viewers: Viewers = { find: findViewerByHeader, recall: recallViewerByHeader };

interface AppOptions {
  pagesFolder: string;
  crawlerPages?: CrawlerPages | undefined;
}

/** The complete server, not yet listening. Registers the routes of every module. */
export async function createApp(app: AppContext, options: AppOptions): Promise<FastifyInstance> {
  const headersFor = securityHeaders(app.config.publicUrl);
  const settings: FastifyServerOptions = {
    ...logging(app.config),
    ...earlyReplies(headersFor),
    // The longest that an upload on a slow network may take; short bodies have a shorter deadline.
    requestTimeout: requestMsMax,
    genReqId: () => newRequestId(),
    trustProxy: app.config.trustProxy ?? false,
    bodyLimit: 1_048_576,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: true,
  };
  const fastify: FastifyInstance = Fastify({ ...settings, http: { connectionsCheckingInterval: 5_000 } });
  registerAbortLogging(fastify);
  registerErrorHandler(fastify);
  fastify.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    reply.headers(headersFor(request.url));
    done();
  });
  fastify.addHook("preClose", () => app.live.close());
  fastify.addHook("onClose", async () => {
    await Promise.all([app.pictures.close(), app.vision.close()]);
  });
  registerJsonParser(fastify);
  registerBodyDeadline(fastify, app.config.bodySecondsMax);
  registerPacedRefusals(fastify, app.config.auth.limits);
  registerRefusedBodies(fastify);
  await registerOtherOrigins(fastify, app.config.allowedOrigins, app.config.auth.basePath);
  await fastify.register(underPressure, { maxEventLoopDelay: app.config.eventLoopDelayMaxMs, retryAfter: 2 });
  await registerCompression(fastify);
  await registerApiDocs(fastify);
  registerHealthRoutes(fastify, app);

  registerModules(createServe(fastify, app, viewers));
  await fastify.register(async (scope) => {
    registerFileParser(scope);
    const serve = createServe(scope, app, viewers);
    mediaRoutes(serve);
    photoSearchRoutes(serve);
  });
  await fastify.register(async (scope) => {
    registerUnsubscribePages(scope, unsubscribePageCallbacks(app));
    unsubscribeRoutes(createServe(scope, app, viewers));
  });
  registerFileRoutes(fastify, app);
  exportFileRoutes(fastify, app);
  registerCalendarRoutes(fastify, {
    upcoming: () => renderPublicCalendar(app),
    ofEvent: (eventId) => renderEventCalendar(app, eventId),
    ofMember: (token) => renderMemberCalendar(app, token),
  });
  await registerAuth(fastify, app);

  attachLive(fastify, app);
  secureHandshakes(fastify.server, livePath, headersFor);
  const renderer = findPageRenderer(options.pagesFolder);
  fastify.addHook("onClose", () => renderer?.close());
  await registerPages(fastify, options.pagesFolder, pageCallbacks(app, options, renderer));
  return fastify;
}

/** The sign-in API, and its background work while the server listens. */
async function registerAuth(fastify: FastifyInstance, app: AppContext): Promise<void> {
  await registerAuthApi(fastify, app, (serve) => {
    authRoutes(serve);
    identityRoutes(serve);
    factorRoutes(serve);
    if (app.config.auth.verificationKeys.length > 0) serviceApiRoutes(serve);
  });
  registerOutboxPages(fastify, app);
  // A secret that does not fit the database stops the start, not the first sign-in.
  fastify.addHook("onReady", async () => {
    // One after the other: the first failure ends the start, and nothing may be under way then.
    await getKeyRing(app);
    await getPushKeys(app);
    await checkCodeKeys(app);
  });
  fastify.addHook("onListen", async () => {
    const logError = (error: unknown) => fastify.log.warn({ err: error }, "sign-in: background work failed");
    closers.push(listenForChanges(app, logError, () => forgetSettings(app)));
  });
  const closers: (() => void | Promise<void>)[] = [() => flushMails(app), () => app.mail.close()];
  fastify.addHook("preClose", async () => {
    for (const close of closers) await close();
  });
}

function registerModules(serve: Serve): void {
  accountRoutes(serve);
  auditRoutes(serve);
  dashboardRoutes(serve);
  memberAdminRoutes(serve);
  moderationRoutes(serve);
  siteSettingRoutes(serve);
  articleRoutes(serve);
  boardRoutes(serve);
  commentRoutes(serve);
  detectionRoutes(serve);
  eventRoutes(serve);
  adminEventRoutes(serve);
  feedRoutes(serve);
  followRoutes(serve);
  landingRoutes(serve);
  messageRoutes(serve);
  notificationRoutes(serve);
  outfitRoutes(serve);
  ownSessionRoutes(serve);
  pointsActivityRoutes(serve);
  abuseFindingRoutes(serve);
  pointsRoutes(serve);
  previewRoutes(serve);
  profileRoutes(serve);
  reactionRoutes(serve);
  rewardAdminRoutes(serve);
  rewardRoutes(serve);
  blockRoutes(serve);
  reportRoutes(serve);
  searchRoutes(serve);
  similarityRoutes(serve);
  swipeRoutes(serve);
  trendingRoutes(serve);
  styleRoutes(serve);
  stylistRoutes(serve);
  usernameRoutes(serve);
}

/** The callbacks of the unsubscribe pages into the modules. */
const unsubscribePageCallbacks = (app: AppContext): UnsubscribePageCallbacks => ({
  isOurs: (token) => readUnsubscribeToken(app, token) !== null,
  getSiteName: async () => (await getCachedSettings(app)).siteName,
});

/** The callbacks of the pages into the modules. */
function pageCallbacks(
  app: AppContext,
  { pagesFolder, crawlerPages }: AppOptions,
  renderer: PageRenderer | undefined,
): PageCallbacks {
  return {
    ...documentCallbacks(app, pagesFolder, {
      render: createRenderedPages(app, renderer, { keeps: true }),
      renderFrame: createMemberFrames(pagesFolder),
    }),
    crawlerPages,
    admitsCrawler: admitBelow(app.config.crawlerLoadMax),
    findCard: (kind, key) => findCard(app, kind, key),
    robots: renderRobots(app.config),
    sitemapIndex: () => getSitemapIndex(app),
    sitemap: (name) => getSitemap(app, name),
    feed: async (name) => (name === "articles" ? renderArticleFeed(app) : null),
  };
}

/** The callbacks of the socket into the modules. */
function attachLive(fastify: FastifyInstance, app: AppContext): void {
  app.live.attach(fastify.server, {
    readToken: (token) => findViewerUntil(app, token),
    findPartner: (userId, threadId) => findPartner(app.db, userId, threadId),
    countComments: (userId, subject) =>
      "outfitId" in subject
        ? countOutfitComments(app.pool, { userId, isAdmin: false }, subject.outfitId)
        : countEventComments(app, userId, subject.eventId),
    listPermitted: (userIds, about) =>
      "outfitId" in about
        ? listPermittedViewers(app.pool, userIds, about)
        : listPermittedEventViewers(app, userIds, about),
    countReplies: (userIds, threadId) => countRepliesAcrossBlocks(app.db, userIds, threadId),
    log: fastify.log,
  });
}
