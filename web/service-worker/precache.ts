import { isForPrograms } from "#contract/program-paths.ts";
import { inTime } from "./in-time.ts";
import { release } from "./release.ts";
import { codePrefix, readMember } from "./stores.ts";

export const offlinePage = "/offline.html";
/** In the cache of a release that was fetched as a whole: when that was, in milliseconds. Earlier releases left it empty. */
const wholeKey = "/whole";
/** Longer than for a saved reply: the page that takes its place has nothing of it. */
const documentWaitMs = 15_000;

const store = () => caches.open(codePrefix + release.version);
const frameKey = (screen: string) => `/frame?of=${encodeURIComponent(screen)}`;

/** The screen at a path, or undefined if it needs the server. */
function findScreen(pathname: string): string | undefined {
  const parts = pathname.split("/");
  const isAt = (screen: string) => {
    const wanted = screen.split("/");
    return wanted.length === parts.length && wanted.every((part, index) => part === "*" || part === parts[index]);
  };
  return release.others.includes(pathname) ? undefined : release.screens.find(isAt);
}

/**
 * Fetches the code and the members' documents of this release, one after the other, so that the page has the line first.
 * Fails as a whole, so that a release is never there in part; the browser then tries again on a later visit.
 */
export async function precache(): Promise<void> {
  const cache = await store();
  for (const file of release.files) {
    // A hashed file of the release before is still good.
    const known = file.startsWith("/assets/") ? await caches.match(file) : undefined;
    await cache.put(file, known ?? (await get(file)));
  }
  for (const screen of release.screens) {
    const frame = await get(screen.replaceAll("*", "x"), { "fash-frame": "1" });
    // Servers change over one after the other: this document may be of another release than the files.
    if (!(await frame.clone().text()).includes(release.entry)) throw new Error(`${screen} is of another release`);
    await cache.put(frameKey(screen), frame);
  }
  await cache.put(wholeKey, new Response(String(Date.now())));
}

async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const isHashed = path.startsWith("/assets/");
  const reply = await fetch(path, { headers, cache: isHashed ? "default" : "no-store" });
  if (!reply.ok) throw new Error(`${path} was answered with ${reply.status}`);
  return reply;
}

/**
 * Deletes the code of all releases before the one that ran until now, which open pages may still run: the whole one that was
 * installed last, also if it had been there before and was returned to. One that is not whole and comes after it stays, as its
 * installation may be under way.
 */
export async function deleteOldCode(): Promise<void> {
  const own = codePrefix + release.version;
  const others = (await caches.keys()).filter((name) => name.startsWith(codePrefix) && name !== own);
  const times = await Promise.all(others.map(readInstalled));
  const last = times.lastIndexOf(Math.max(...times.filter((time) => time !== undefined)));
  const old = others.filter((_, index) => index < last || (index > last && times[index] !== undefined));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** When a release was installed, or undefined if it is not whole. */
async function readInstalled(cacheName: string): Promise<number | undefined> {
  const mark = await caches.match(wholeKey, { cacheName });
  return mark && Number(await mark.text());
}

/** Whether this worker answers requests for a path with what it has. */
export const isCode = (pathname: string): boolean =>
  release.version !== "" && (pathname.startsWith("/assets/") || release.files.includes(pathname));

/** A file of this release or, for a page that runs an older one, of that. */
export async function answerCode(request: Request): Promise<Response> {
  const cache = await store();
  const kept = (await cache.match(request.url)) ?? (await caches.match(request.url));
  if (kept) return kept;
  const reply = await fetch(request);
  // The storage may be full.
  if (reply.ok && new URL(request.url).pathname.startsWith("/assets/"))
    await cache.put(request.url, reply.clone()).catch(() => undefined);
  return reply;
}

/**
 * A document: for a member the precached one of the screen, without asking the server. It is of this release and has
 * nobody's data. All others come from the server, or say that there is no connection.
 */
export async function answerNavigation(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const screen = findScreen(pathname);
  if (screen !== undefined && (await readMember()) !== null) {
    const frame = await (await store()).match(frameKey(screen));
    if (frame) return frame;
  }
  const answered = fetch(request);
  // A sign-in by a provider, or a download, may take its time, and says itself why it fails.
  const reply = await (isForPrograms(pathname) ? answered.catch(() => undefined) : inTime(answered, documentWaitMs));
  return reply ?? (await (await store()).match(offlinePage)) ?? answered;
}
