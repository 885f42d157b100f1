import type { AppContext } from "#server/http/context.ts";
import type { Viewer } from "#server/http/viewer.ts";
import { perApp } from "#server/http/per-app.ts";
import { fail } from "#server/lib/app-error.ts";
import { createBatcher } from "#server/lib/batcher.ts";
import { getCachedSettings } from "#server/settings/settings.service.ts";
import { recallVerifiedToken, type VerifiedToken, verifyAccessToken } from "./access-tokens.service.ts";
import { findLiveSessions, type LiveSession } from "./viewers.store.ts";

/** Of the header, see RFC 6750 section 2.1. */
const scheme = "bearer ";
const checksInOneStatement = 64;
const statementsAtOnce = 2;

const checkSession = perApp((app) =>
  createBatcher<string, LiveSession | null>({
    itemsMax: checksInOneStatement,
    inFlightMax: statementsAtOnce,
    async run(sessionIds) {
      const live = await findLiveSessions(app.pool, [...new Set(sessionIds)], app.clock.now());
      return sessionIds.map((id) => live.get(id) ?? null);
    },
  }),
);

/** The living session of a verified token: what its signature does not tell is in the database. */
async function findLiveSession(app: AppContext, verified: VerifiedToken): Promise<LiveSession | null> {
  const session = await checkSession(app)(verified.sessionId);
  return session?.userId === verified.userId ? session : null;
}

/** An admin who owes the second factor that the settings require of all is treated like any other member. */
async function toViewer(app: AppContext, session: LiveSession): Promise<Viewer> {
  const { userId, sessionId, role, assurance, isNew, isSuspended } = session;
  const isLocked = role === "admin" && assurance !== "aal2" && (await getCachedSettings(app)).twoFactorForAdmins;
  return { userId, sessionId, role: isLocked ? "user" : role, assurance, isNew, isSuspended };
}

/**
 * The member that a verified token speaks for at this moment, or null: session, ban and role are read from the database,
 * where all checks of one turn of the event loop are one statement. A session without its required second step does not count.
 */
async function findViewer(app: AppContext, verified: VerifiedToken): Promise<Viewer | null> {
  const session = await findLiveSession(app, verified);
  return session && !session.isWaiting ? toViewer(app, session) : null;
}

/**
 * The member that a token speaks for, who may be suspended, and when its time is over, in ms since 1970, as a socket needs
 * it; or null.
 */
export async function findViewerUntil(
  app: AppContext,
  token: string,
): Promise<{ viewer: Viewer; expiresAtMs: number } | null> {
  const verified = await verifyAccessToken(app, token);
  const viewer = verified && (await findViewer(app, verified));
  return viewer && { viewer, expiresAtMs: verified.expiresAtSeconds * 1_000 };
}

/** Whom each token proved last, as long as the token itself is remembered. */
const rememberedViewers = new WeakMap<VerifiedToken, Viewer>();

/** The token of an `Authorization` header; undefined where its scheme is another. */
const toToken = (authorization: string): string | undefined =>
  authorization.slice(0, scheme.length).toLowerCase() === scheme ? authorization.slice(scheme.length) : undefined;

/**
 * The member behind an `Authorization` header; null for a visitor who sends none, and for who still owes the second step.
 * The same object as for the header's previous request, unless something about the member has changed.
 *
 * @throws auth.session_ended when the header is there but proves nothing (any more)
 */
export async function findViewerByHeader(app: AppContext, authorization: string | undefined): Promise<Viewer | null> {
  if (authorization === undefined || authorization === "") return null;
  const token = toToken(authorization) ?? fail("auth.session_ended");
  const verified = (await verifyAccessToken(app, token)) ?? fail("auth.session_ended");
  const session = await findLiveSession(app, verified);
  const viewer = session && !session.isWaiting ? await toViewer(app, session) : null;
  const remembered = rememberedViewers.get(verified);
  if (viewer && remembered && isSameViewer(remembered, viewer)) return remembered;
  if (viewer) rememberedViewers.set(verified, viewer);
  else rememberedViewers.delete(verified);
  return session ? viewer : fail("auth.session_ended");
}

/** The member whom this header proved at its previous request in this process. Says nothing about now. */
export function recallViewerByHeader(app: AppContext, authorization: string | undefined): Viewer | undefined {
  const token = authorization === undefined ? undefined : toToken(authorization);
  const verified = token === undefined ? undefined : recallVerifiedToken(app, token);
  return verified && rememberedViewers.get(verified);
}

const isSameViewer = (a: Viewer, b: Viewer): boolean =>
  a.userId === b.userId &&
  a.sessionId === b.sessionId &&
  a.role === b.role &&
  a.assurance === b.assurance &&
  a.isNew === b.isNew &&
  a.isSuspended === b.isSuspended;
