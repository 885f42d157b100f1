import type { GoTrueClient, Session as AuthSession } from "@supabase/auth-js";
import { useSyncExternalStore } from "react";
import { isInBrowser } from "#web/lib/is-in-browser.ts";
import { readJson } from "#web/lib/storage.ts";
import { whenIdle, whenLoaded } from "#web/lib/when-idle.ts";
import { untilFirstRefresh } from "./first-requests.ts";

/**
 * Who is signed in, known synchronously at the first paint: auth-js keeps its session in localStorage, and this file
 * reads and refreshes it without auth-js, which loads when it is first needed.
 */
export type Session =
  | { status: "signed-in"; userId: string; email: string | null }
  | { status: "signed-out" }
  /** The password was right and the authenticator's code is still missing: treated as a visitor until then. */
  | { status: "code-needed" }
  /** A sign-in link or provider sent the browser back and its code is being exchanged. */
  | { status: "loading" };

const storageKey = "fash.session";
const visitor: Session = { status: "signed-out" };
/** For whom the server renders. */
let rendered: Session = visitor;
/** A token that expires within this time is refreshed before it is sent. */
const expiryMarginMs = 30_000;

let stored: AuthSession | null = readStored();
let snapshot: Session = isReturningFromLink() ? { status: "loading" } : toSession(stored);
const listeners = new Set<() => void>();

function readStored(): AuthSession | null {
  const session = readJson("local", storageKey) as Partial<AuthSession> | null;
  const isWhole = session?.access_token && session.refresh_token && session.expires_at && session.user?.id;
  return isWhole ? (session as AuthSession) : null;
}

function isReturningFromLink(): boolean {
  return isInBrowser && new URLSearchParams(location.search).has("code");
}

function toSession(session: AuthSession | null): Session {
  if (!session) return visitor;
  if (isCodeNeeded(session)) return { status: "code-needed" };
  return { status: "signed-in", userId: session.user.id, email: session.user.email ?? null };
}

function isCodeNeeded(session: AuthSession): boolean {
  const hasFactor = session.user.factors?.some(({ status }) => status === "verified") ?? false;
  return hasFactor && readClaims(session.access_token)["aal"] !== "aal2";
}

/** Whether two tokens are of the same member. */
export const areSameMembers = (a: string, b: string): boolean => readClaims(a)["sub"] === readClaims(b)["sub"];

/** The token's claims, unverified: they decide what is shown, never what is allowed. */
function readClaims(token: string): Record<string, unknown> {
  try {
    const base64 = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(base64)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function isSame(a: Session, b: Session): boolean {
  if (a.status !== "signed-in" || b.status !== "signed-in") return a.status === b.status;
  return a.userId === b.userId && a.email === b.email;
}

function adopt(session: AuthSession | null): void {
  stored = session;
  const next = toSession(session);
  if (isSame(snapshot, next)) return;
  snapshot = next;
  hintAtMember();
  for (const listener of listeners) listener();
}

if (isInBrowser) {
  // Another tab signed in, out, or refreshed.
  addEventListener("storage", (event) => {
    if (event.key === storageKey || event.key === null) adopt(readStored());
  });
  // Restored from the back/forward cache: the session may have ended since.
  addEventListener("pageshow", (event) => {
    if (event.persisted) adopt(readStored());
  });
}

let authClient: Promise<GoTrueClient> | undefined;

/** The auth-js client, loaded once. */
export function loadAuth(): Promise<GoTrueClient> {
  authClient ??= createAuth().catch((error: unknown) => {
    authClient = undefined;
    throw error;
  });
  return authClient;
}

async function createAuth(): Promise<GoTrueClient> {
  const [{ AuthClient }] = await Promise.all([import("@supabase/auth-js"), untilFirstRefresh()]);
  const auth = new AuthClient({
    url: `${location.origin}/auth/v1`,
    storageKey,
    flowType: "pkce",
    // It would repeat a refresh for 25 seconds before anything else, and keep a failure for a minute.
    autoRefreshToken: false,
  });
  await auth.initialize();
  // Not before the code of a link has left the address: one that is still there was not redeemed.
  adopt(readStored());
  // Offline, the first event has no session although the stored one may still be refreshed later.
  auth.onAuthStateChange((_event, session) => adopt(session ?? readStored()));
  return auth;
}

/** On the server: renders all that follows for a member, of whom nothing else is known. */
export function renderForMembers(): void {
  snapshot = rendered = { status: "signed-in", userId: "", email: null };
}

/** Loads auth-js for a sign-in link, and for a member what refreshes the session, since later there may be no connection. */
export function startSession(): void {
  hintAtMember();
  if (snapshot.status === "loading") loadAuth().catch(() => adopt(readStored()));
  else if (snapshot.status === "signed-in") whenLoaded(() => void loadRefresh().catch(() => undefined));
}

/**
 * Tells the server and the service worker whose frame to show with the next document. The cookie gives no right to
 * anything.
 */
function hintAtMember(): void {
  const isMember = snapshot.status === "signed-in";
  document.cookie = `fash-member=${isMember ? "1; max-age=31536000" : "; max-age=0"}; path=/; samesite=lax`;
  if (!("caches" in globalThis)) return;
  whenIdle(() => void import("./saved-data.ts").then(({ noteMember }) => noteSession(noteMember)));
}

/** A session that is still loading is nobody's yet. */
function noteSession(noteMember: (userId: string | null) => Promise<void>): void {
  if (snapshot.status !== "loading") void noteMember(getUserId() ?? null);
}

export function getSession(): Session {
  return snapshot;
}

/** The id of the member who is signed in. */
export const getUserId = (): string | undefined => (snapshot.status === "signed-in" ? snapshot.userId : undefined);

/** The session once it is no longer `loading`. */
export function settledSession(): Promise<Session> {
  if (snapshot.status !== "loading") return Promise.resolve(snapshot);
  return new Promise((resolve) => {
    const stop = onSessionChange(() => {
      stop();
      resolve(snapshot);
    });
  });
}

/** Whether the sign-in of this session has cancelled the deletion of the account; known until the first refresh. */
export const wasAccountRestored = () => stored !== null && "account_restored" in stored;

/** The signed-in account as it was at sign-in. */
export const getStoredUser = () => stored?.user;

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, getSession, () => rendered);
}

/** Whether the stored access token needs no refresh yet. */
export const isTokenFresh = (): boolean => (stored?.expires_at ?? 0) * 1_000 - Date.now() > expiryMarginMs;

/**
 * An access token, or null for a visitor. An expiring one is refreshed first; while that is not possible, it is the old one,
 * by which the service worker knows whose saved replies to show.
 */
export async function getAccessToken(): Promise<string | null> {
  if (snapshot.status === "loading") await settledSession();
  if (!stored || snapshot.status !== "signed-in") return null;
  const { access_token: old, user } = stored;
  if (!isTokenFresh()) await Promise.race([startRefresh().firstTry, pause(refreshWaitMs)]);
  // If another tab has signed in another member, nothing may be done in their name.
  if (stored && stored.user.id !== user.id) return old;
  return stored?.access_token ?? null;
}

/** How long a request waits for a new token. */
const refreshWaitMs = 3_000;

interface Refresh {
  firstTry: Promise<boolean>;
  token: Promise<string | null>;
}

let refreshing: Refresh | undefined;

/**
 * A new token after the server rejected the old one; null if the session has ended, and the old one if there was no
 * answer. Concurrent calls share one refresh.
 */
export const refreshAccessToken = (): Promise<string | null> => startRefresh().token;

function startRefresh(): Refresh {
  if (refreshing) return refreshing;
  const expired = stored?.access_token;
  // The document's first script or another tab may have refreshed or ended the session.
  const findExpired = () => {
    adopt(readStored());
    return stored?.access_token === expired ? stored : null;
  };
  const firstTry = untilFirstRefresh().then(
    async () => !findExpired() || (await loadRefresh()).tryRefresh(findExpired),
  );
  const token = firstTry
    .then(async (isDone) => isDone || (await loadRefresh()).repeatRefresh(findExpired))
    .catch(() => false)
    .then(() => {
      refreshing = undefined;
      return stored?.access_token ?? null;
    });
  return (refreshing = { firstTry: firstTry.catch(() => false), token });
}

const loadRefresh = () => import("./refresh.ts");

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
