import { answerCode, answerNavigation, deleteOldCode, isCode, precache } from "./precache.ts";
import { openMessage, showMessage } from "./push.ts";
import { release } from "./release.ts";
import { answerRead, isSaved } from "./saved-replies.ts";
import { receiveShare, shareTarget } from "./shared-photos.ts";

/**
 * The service worker of members and of the installed app: the app's code and frames, what a member has seen for when
 * there is no connection, shared photos and push messages. What it does not answer goes to the server as without it.
 *
 * @see docs/decisions/0023-service-worker.md
 */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const reply = answer(event);
  if (reply) event.respondWith(reply);
});
self.addEventListener("push", (event) => event.waitUntil(showMessage(event.data)));
self.addEventListener("notificationclick", (event) => event.waitUntil(openMessage(event.notification)));

async function install(): Promise<void> {
  if (release.version !== "") await precache();
  // Open pages keep their code, which stays in the cache, so the new release need not wait until they are closed.
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  await deleteOldCode();
  await self.clients.claim();
}

function answer(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return undefined;
  if (request.mode === "navigate") return answerDocument(request, pathname);
  if (request.method !== "GET") return undefined;
  if (isCode(pathname)) return answerCode(request);
  return isSaved(pathname) ? answerRead(request, (work) => event.waitUntil(work)) : undefined;
}

function answerDocument(request: Request, pathname: string): Promise<Response> | undefined {
  if (request.method === "POST" && pathname === shareTarget) return receiveShare(request);
  return request.method === "GET" && release.version !== "" ? answerNavigation(request) : undefined;
}
