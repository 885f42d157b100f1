import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { pushed, savedAtHeader } from "#web/service-worker/stores.ts";
import { deferred } from "#web/testing/deferred.ts";
import { fakeCaches } from "#web/testing/fake-caches.ts";
import { noteMember, takeSharedPhotos } from "./saved-data.ts";

const release = {
  version: "v2",
  entry: "/assets/index-2.js",
  files: ["/boot.js", "/offline.html", "/assets/index-2.js", "/assets/same.js"],
  screens: ["/", "/explore", "/outfit/*"],
  others: ["/outfit/add"],
};
const origin = "https://fash.example";
const frame = `<main>frame</main><script src="${release.entry}"></script>`;
let answers: Record<string, () => Response>;
let fetched: string[] = [];
let isOnline = true;

const code = () => import("#web/service-worker/precache.ts");
const replies = () => import("#web/service-worker/saved-replies.ts");

beforeAll(() => void Object.assign(globalThis, { RELEASE: release }));
afterAll(() => {
  for (const name of ["RELEASE", "caches"]) Reflect.deleteProperty(globalThis, name);
});
beforeEach(() => {
  Object.assign(globalThis, { caches: fakeCaches() });
  answers = Object.fromEntries(release.files.map((file) => [file, () => new Response(`code of ${file}`)]));
  for (const screen of ["/", "/explore", "/outfit/x"]) answers[screen] = () => new Response(frame);
  fetched = [];
  isOnline = true;
  vi.stubGlobal("fetch", (asked: string | Request) => {
    const { pathname } = new URL(asked instanceof Request ? asked.url : asked, origin);
    fetched.push(pathname);
    if (!isOnline) return Promise.reject(new TypeError("Failed to fetch"));
    return Promise.resolve(answers[pathname]?.() ?? new Response("none", { status: 404 }));
  });
});

const tokenOf = (member: string) => `head.${btoa(JSON.stringify({ sub: member }))}.signature`;
const ask = async (path: string, member: string, works: Promise<unknown>[] = [], cache: RequestCache = "default") => {
  const request = new Request(origin + path, { headers: { authorization: `Bearer ${tokenOf(member)}` }, cache });
  const { answerRead } = await replies();
  return answerRead(request, (work) => void works.push(work));
};
const read = async (path: string, member: string, cache?: RequestCache) => {
  const works: Promise<unknown>[] = [];
  const reply = await ask(path, member, works, cache);
  await Promise.all(works);
  return reply;
};
const visit = async (path: string) => (await (await code()).answerNavigation(new Request(origin + path))).text();

test("a member's screens open from the precached release, without asking the server", async () => {
  await (await code()).precache();
  await noteMember("mia");
  fetched = [];
  for (const path of ["/", "/explore?q=linen", "/outfit/0199b000"]) expect(await visit(path)).toBe(frame);
  expect(fetched).toEqual([]);
});

test("visitors, and paths that are not precached, get the server's document, or the offline page", async () => {
  await (await code()).precache();
  answers["/explore"] = () => new Response("the visitor's page");
  answers["/admin"] = () => new Response("the admin area");
  expect(await visit("/explore")).toBe("the visitor's page");
  await noteMember("mia");
  answers["/outfit/add"] = () => new Response("a form");
  expect(await visit("/admin")).toBe("the admin area");
  expect(await visit("/outfit/add")).toBe("a form");
  isOnline = false;
  expect(await visit("/admin")).toBe("code of /offline.html");
  await noteMember(null);
  expect(await visit("/explore")).toBe("code of /offline.html");
});

test("where only a proxy answers a document, or nothing comes in time, there is the offline page", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  await (await code()).precache();
  for (const status of [502, 503, 504]) {
    answers["/admin"] = () => new Response("a proxy's page", { status });
    expect(await visit("/admin")).toBe("code of /offline.html");
  }
  // The server is there and its database is not: the app says so.
  answers["/admin"] = () => new Response("the app", { status: 503, headers: { "fash-app": "1" } });
  expect(await visit("/admin")).toBe("the app");
  for (const path of ["/auth/v1/callback", "/media/a.webp", "/feeds/new.xml"]) {
    answers[path] = () => new Response("no file at the moment", { status: 503 });
    expect(await visit(path)).toBe("no file at the moment");
  }
  const late = deferred<Response>();
  vi.stubGlobal("fetch", () => late.promise);
  const [page, signIn] = [visit("/admin"), visit("/auth/v1/callback?code=1")];
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await page).toBe("code of /offline.html");
  late.resolve(new Response("signed in"));
  expect(await signIn).toBe("signed in");
});

test("a release that is not whole is not installed", async () => {
  answers["/explore"] = () => new Response("a document of the release before");
  await expect((await code()).precache()).rejects.toThrow("/explore is of another release");
  Object.assign(globalThis, { caches: fakeCaches() });
  answers["/assets/index-2.js"] = () => new Response("", { status: 503 });
  await expect((await code()).precache()).rejects.toThrow("503");
  expect(await caches.match("/whole")).toBeUndefined();
});

/** The cache of a release that was installed as a whole; earlier ones did not note when. */
async function keepRelease(version: string, time = ""): Promise<void> {
  const cache = await caches.open(`fash-code-${version}`);
  await cache.put("/assets/same.js", new Response("the same"));
  await cache.put(`/assets/lazy-${version}.js`, new Response(`lazy ${version}`));
  await cache.put("/whole", new Response(time));
}

test("a new release reuses unchanged files and keeps the code of the one before, for pages that still run it", async () => {
  for (const version of ["v0", "v1"]) await keepRelease(version);
  const { answerCode, deleteOldCode, isCode, precache } = await code();
  await precache();
  expect(fetched).not.toContain("/assets/same.js");
  await deleteOldCode();
  expect(await caches.keys()).toEqual(["fash-code-v1", "fash-code-v2"]);
  isOnline = false;
  expect(isCode("/assets/lazy-v1.js")).toBe(true);
  expect(await (await answerCode(new Request(`${origin}/assets/lazy-v1.js`))).text()).toBe("lazy v1");
});

test("after an installation that broke off, the code of the release that ran until then stays", async () => {
  for (const version of ["v0", "v1"]) await keepRelease(version);
  await (await caches.open("fash-code-broken")).put("/assets/same.js", new Response("the same"));
  const { deleteOldCode, precache } = await code();
  await precache();
  await deleteOldCode();
  expect(await caches.keys()).toEqual(["fash-code-v1", "fash-code-broken", "fash-code-v2"]);
  // By the next release, this one is known to be whole.
  expect(await caches.match("/whole", { cacheName: "fash-code-v2" })).toBeDefined();
});

/** Installs the release after this one. */
async function installNext(): Promise<void> {
  Object.assign(globalThis, { RELEASE: { ...release, version: "v4" } });
  onTestFinished(() => {
    Object.assign(globalThis, { RELEASE: release });
    vi.resetModules();
  });
  vi.resetModules();
  const { deleteOldCode, precache } = await code();
  await precache();
  await deleteOldCode();
}

test.each([
  ["was installed before", 200, "fulfilled"],
  ["broke off before", 503, "rejected"],
])(
  "after a release was rolled back, the code of the one that was returned to stays, if it %s",
  async (_, status, end) => {
    onTestFinished(() => void vi.useRealTimers());
    const { deleteOldCode, precache } = await code();
    vi.setSystemTime(2);
    answers["/explore"] = () => new Response(frame, { status });
    expect(await Promise.allSettled([precache()])).toMatchObject([{ status: end }]);
    await keepRelease("v3", "3");
    // v3 is rolled back.
    vi.setSystemTime(4);
    answers["/explore"] = () => new Response(frame);
    await precache();
    await deleteOldCode();
    expect(await caches.keys()).toEqual(["fash-code-v2", "fash-code-v3"]);
    await installNext();
    expect(await caches.keys()).toEqual(["fash-code-v2", "fash-code-v4"]);
  },
);

test("a release that is installed again stays whole where that breaks off, for the worker that answers with it", async () => {
  const { precache } = await code();
  await precache();
  await noteMember("mia");
  isOnline = false;
  await expect(precache()).rejects.toThrow("Failed to fetch");
  expect(await visit("/explore")).toBe(frame);
});

test("code comes from the server where the storage is full", async () => {
  const { answerCode, precache } = await code();
  await precache();
  answers["/assets/lazy-2.js"] = () => new Response("lazy");
  const cache = await caches.open("fash-code-v2");
  cache.put = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
  expect(await (await answerCode(new Request(`${origin}/assets/lazy-2.js`))).text()).toBe("lazy");
});

test("without a connection a member sees their own last replies, with their time, and nobody else's [S-140]", async () => {
  answers["/api/me"] = () => Response.json({ username: "mia" });
  await noteMember("mia");
  const fresh = await read("/api/me", "mia");
  expect(fresh.headers.has(savedAtHeader)).toBe(false);
  isOnline = false;
  const saved = await read("/api/me", "mia");
  expect(await saved.json()).toEqual({ username: "mia" });
  expect(Number(saved.headers.get(savedAtHeader))).toBeGreaterThan(Date.now() - 60_000);
  // Another member's token, also while the app still names the first one.
  await expect(read("/api/me", "leo")).rejects.toThrow("Failed to fetch");
  await noteMember("leo");
  await expect(read("/api/me", "leo")).rejects.toThrow("Failed to fetch");
  await expect(read("/api/me", "mia")).rejects.toThrow("Failed to fetch");
});

test("where only a proxy answers, or nothing comes in time, a member sees their last replies; a late one is saved", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  answers["/api/me"] = () => Response.json({ username: "mia" });
  await noteMember("mia");
  await read("/api/me", "mia");
  for (const status of [502, 503, 504]) {
    answers["/api/me"] = () => new Response("<html>", { status });
    expect(await (await read("/api/me", "mia")).json()).toEqual({ username: "mia" });
    answers["/api/points"] = () => new Response("<html>", { status });
    expect((await read("/api/points", "mia")).status).toBe(status);
  }
  const late = deferred<Response>();
  vi.stubGlobal("fetch", () => late.promise);
  const works: Promise<unknown>[] = [];
  const asked = ask("/api/me", "mia", works);
  await vi.advanceTimersByTimeAsync(4_900);
  let isAnswered = false;
  void asked.then(() => (isAnswered = true));
  await vi.advanceTimersByTimeAsync(0);
  expect(isAnswered).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(await (await asked).json()).toEqual({ username: "mia" });
  late.resolve(Response.json({ username: "mia.new" }));
  await Promise.all(works);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  expect(await (await ask("/api/me", "mia")).json()).toEqual({ username: "mia.new" });
});

test("what asks for the server's own reply is not answered with a saved one, but is saved", async () => {
  const title = (text: string) => () => Response.json({ title: text });
  answers["/api/outfits/1"] = title("Linen");
  await noteMember("mia");
  await read("/api/outfits/1", "mia");
  answers["/api/outfits/1"] = title("Wool");
  await read("/api/outfits/1", "mia", "no-store");
  isOnline = false;
  await expect(read("/api/outfits/1", "mia", "no-store")).rejects.toThrow("Failed to fetch");
  expect(await (await read("/api/outfits/1", "mia")).json()).toEqual({ title: "Wool" });
});

test("signing out and a change of account delete what was saved, also what arrives afterwards [S-140]", async () => {
  const savedStores = async () => (await caches.keys()).filter((name) => name.startsWith("fash-saved-"));
  answers["/api/notifications"] = () => Response.json({ items: [] });
  await noteMember("mia");
  await read("/api/notifications", "mia");
  expect(await savedStores()).toEqual(["fash-saved-mia"]);
  await noteMember("leo");
  await read("/api/notifications", "mia");
  expect(await savedStores()).toEqual([]);
  await read("/api/notifications", "leo");
  expect(await savedStores()).toEqual(["fash-saved-leo"]);
  await noteMember(null);
  await read("/api/notifications", "leo");
  expect(await savedStores()).toEqual([]);
});

test("what is gone, or hidden from this member, is not shown again", async () => {
  answers["/api/outfits/1"] = () => Response.json({ title: "Linen" });
  await noteMember("mia");
  await read("/api/outfits/1", "mia");
  answers["/api/outfits/1"] = () => new Response("", { status: 404 });
  await read("/api/outfits/1", "mia");
  isOnline = false;
  await expect(read("/api/outfits/1", "mia")).rejects.toThrow("Failed to fetch");
});

test.each(["/api/admin/members", "/api/me/sessions", "/api/me/redemptions", "/api/me/data", "/api/articles/1/draft"])(
  "%s is never saved [S-140]",
  async (path) => {
    const { isSaved } = await replies();
    expect(isSaved(path)).toBe(false);
    expect(isSaved("/api/outfits")).toBe(true);
  },
);

test.each(["/api/comments/1", "/api/comments/1/replies", "/api/me/saved-articles", "/api/events/1/comments"])(
  "%s is saved, as part of a screen that opens without a connection",
  async (path) => {
    const { isSaved } = await replies();
    expect(isSaved(path)).toBe(true);
  },
);

test("shared photos wait for the form, once; anything else is ignored, and if one finds no room all are lost", async () => {
  const { receiveShare } = await import("#web/service-worker/shared-photos.ts");
  vi.spyOn(Response, "redirect").mockImplementation(
    (url, status) => new Response(null, { status: status ?? 302, headers: { location: String(url) } }),
  );
  const share = async (...photos: File[]) => {
    const body = new FormData();
    for (const photo of photos) body.append("photo", photo);
    const request = { formData: () => Promise.resolve(body) } as Request;
    return (await receiveShare(request)).headers.get("location");
  };
  const page = new File(["<svg>"], "a.html", { type: "text/html" });
  const jpeg = (name: string) => new File(["pixels"], name, { type: "image/jpeg" });
  const namesOf = (files: File[]) => files.map(({ name }) => name);
  expect(await share(page)).toBe("/add-outfit");
  for (const formData of [() => Promise.reject(new TypeError("no form")), () => Promise.resolve(new FormData())]) {
    const answer = await receiveShare({ formData } as unknown as Request);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/add-outfit"]);
  }
  expect(await takeSharedPhotos()).toEqual([]);
  expect(await share(jpeg("of an earlier share.jpg"))).toBe("/add-outfit?shared=photo");
  expect(await share(page, jpeg("Größe.jpg"), jpeg("b.jpg"))).toBe("/add-outfit?shared=photo");
  const photos = await takeSharedPhotos();
  expect(namesOf(photos)).toEqual(["Größe.jpg", "b.jpg"]);
  expect([photos[0]?.type, photos[0]?.size]).toEqual(["image/jpeg", 6]);
  expect(await takeSharedPhotos()).toEqual([]);
  const { open } = caches;
  vi.spyOn(caches, "open").mockImplementation(async (name) => {
    const cache = await open(name);
    const { put } = cache;
    cache.put = async (key, reply) => {
      if ((await cache.keys()).length > 0) throw new DOMException("No room", "QuotaExceededError");
      await put(key, reply);
    };
    return cache;
  });
  expect(await share(jpeg("a.jpg"), jpeg("b.jpg"))).toBe("/add-outfit?shared=lost");
  expect(await takeSharedPhotos()).toEqual([]);
});

test("a push message shows on the app's icon how much is unread, and only marks it where the message has no number", async () => {
  const { showMessage } = await import("#web/service-worker/push.ts");
  const titles: string[] = [];
  const kept: unknown[] = [];
  const badges: (number | undefined)[] = [];
  const told: unknown[] = [];
  const clients = { matchAll: () => Promise.resolve([{ postMessage: (word: unknown) => void told.push(word) }]) };
  const showNotification = async (title: string, { data }: NotificationOptions) => {
    titles.push(title);
    kept.push(data);
  };
  const registration = { showNotification };
  Object.assign(globalThis, { registration, clients });
  Object.assign(navigator, { setAppBadge: (count?: number) => Promise.resolve(void badges.push(count)) });
  const message = { title: "New like", body: "leo liked your outfit", path: "/outfit/1", tag: "1", unreadCount: 4 };
  await showMessage({ json: () => ({ ...message, isCounted: true }) } as never);
  await showMessage(null);
  expect([titles, badges]).toEqual([
    ["New like", "Fash"],
    [4, undefined],
  ]);
  expect(kept[0]).toEqual({ path: "/outfit/1", isCounted: true });
  // Open pages correct the number of a message that came late, or close it.
  expect(told).toEqual([pushed, pushed]);
  Reflect.deleteProperty(navigator, "setAppBadge");
  await showMessage(null);
  expect(told).toHaveLength(3);
  for (const name of ["registration", "clients"]) Reflect.deleteProperty(globalThis, name);
});
