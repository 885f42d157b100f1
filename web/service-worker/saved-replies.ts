import { inTime } from "./in-time.ts";
import { readMember, savedAtHeader, savedPrefix } from "./stores.ts";

const repliesMax = 200;
const replyWaitMs = 5_000;

/** What members see on their screens; nothing of administration, sign-in, sessions or files. */
const saved = [
  /^\/api\/me$/,
  /^\/api\/me\/(points|points\/weeks|points\/ledger|reward-standing|events|saved-articles)$/,
  /^\/api\/(outfits|comments|trending|styles|profiles|closet|boards|notifications|threads|articles|events|rewards)(\/|$)/,
  /^\/api\/(swipes\/deck|follow-requests|stylists)$/,
];
const unsaved = /\/(draft|versions|check-in|attendees|months)(\/|$)/;

export const isSaved = (pathname: string): boolean =>
  saved.some((pattern) => pattern.test(pathname)) && !unsaved.test(pathname);

/** The member whose token a request carries. The server alone decides whether it is valid. */
function readOwner(request: Request): string | undefined {
  try {
    const [, payload = ""] = (request.headers.get("authorization") ?? "").split(".");
    const claims = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as { sub?: unknown };
    return typeof claims.sub === "string" ? claims.sub : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The server's reply, which is saved for its member; where none comes in time, or only a proxy's, the reply that was saved
 * for the same member, unless the page asks for the server's alone ("no-store"). A member is served only while the app says
 * that they are signed in.
 */
export async function answerRead(request: Request, waitUntil: (work: Promise<unknown>) => void): Promise<Response> {
  const owner = readOwner(request);
  if (owner === undefined || owner !== (await readMember())) return fetch(request);
  const answered = fetch(request);
  // Also a reply that comes too late for this page.
  waitUntil(answered.then((reply) => keep(owner, request.url, reply.clone())).catch(() => undefined));
  const reply = await inTime(answered, replyWaitMs);
  if (reply) return reply;
  const isWanted = request.cache !== "no-store" && !request.signal.aborted;
  return (isWanted ? await find(owner, request.url) : undefined) ?? answered;
}

async function find(owner: string, url: string): Promise<Response | undefined> {
  return caches.match(url, { cacheName: savedPrefix + owner, ignoreVary: true });
}

/** Saves a reply; what is not there any more, or not for this member, is deleted. */
async function keep(owner: string, url: string, reply: Response): Promise<void> {
  const isGone = [403, 404, 410].includes(reply.status);
  if (reply.status !== 200 && !isGone) return;
  const body = await reply.blob();
  // The member may have signed out in the meantime.
  if ((await readMember()) !== owner) return;
  const cache = await caches.open(savedPrefix + owner);
  await cache.delete(url, { ignoreVary: true });
  if (isGone) return;
  const type = reply.headers.get("content-type") ?? "application/json";
  await cache.put(url, new Response(body, { headers: { "content-type": type, [savedAtHeader]: String(Date.now()) } }));
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, -repliesMax).map((oldest) => cache.delete(oldest)));
}
