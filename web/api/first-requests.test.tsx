import { waitFor } from "@testing-library/react";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import type { Picture } from "#contract/media.ts";
import { pictureSrcSet } from "#contract/picture-urls.ts";
import firstScript from "#web/boot/first-requests.js?raw";
import { cardPictureSizes } from "#web/features/outfits/card-picture.ts";
import { largeCardPictureSizes } from "#web/features/outfits/large-card-picture.ts";
import { photoSizes } from "#web/features/outfits/photo-sizes.ts";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { aSession, mockAuth } from "#web/testing/mock-auth.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anId, anOutfit, anOutfitCard, aPage } from "#web/testing/samples.ts";
import { signIn, signOut } from "#web/testing/sign-in.ts";
import { call } from "./call.ts";

const [mia, leo] = [anId(), anId()];

/** Runs the document's first script at an address. */
function openDocument(path: string): void {
  history.replaceState(null, "", path);
  // oxlint-disable-next-line typescript/no-implied-eval -- a classic script of the document, which a test cannot import
  new Function(firstScript)();
}
const askedFor = () => mockApi.requests().map(({ url }) => url.pathname + url.search);
afterEach(() => {
  globalThis.earlyInput?.stop();
  globalThis.firstRequests = undefined;
  history.replaceState(null, "", "/");
  for (const link of preloads()) link.remove();
});

const preloads = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="preload"]')];
const aPicture = (width = 1_080, height = 1_350) => ({
  ...anOutfitCard().picture,
  url: `/media/${anId()}.webp`,
  width,
  height,
});
/** What decides which file a browser takes. */
const sourceOf = (picture: Picture, sizes: string) => ({
  imageSrcset: pictureSrcSet(picture, "avif").replaceAll(", ", ","),
  imageSizes: sizes,
});

test("a member's first requests are sent by the document's first script, and the app repeats none", async () => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/outfits", aPage([anOutfitCard()]));
  openDocument("/explore");
  await waitFor(() => expect(askedFor()).toEqual(["/api/me", "/api/outfits"]));
  expect(mockApi.requests()[1]?.headers["authorization"]).toBe("Bearer access-token");
  const { findByRole } = await renderApp("/explore");
  await findByRole("article");
  expect(askedFor().filter((url) => url === "/api/me" || url === "/api/outfits")).toHaveLength(2);
});

test("the first pictures of a feed are fetched as the app will show them, and only two of those after four", async () => {
  signIn();
  const pictures = [aPicture(), aPicture(600, 800), ...Array.from({ length: 6 }, () => aPicture())];
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/outfits", aPage(pictures.map((picture) => anOutfitCard({ picture }))));
  openDocument("/explore");
  await waitFor(() => expect(preloads()).toHaveLength(6));
  expect(preloads().map(({ fetchPriority }) => fetchPriority)).toEqual(["high", "high", "high", "high", "low", "low"]);
  expect(preloads()).toMatchObject(pictures.slice(0, 6).map((picture) => sourceOf(picture, cardPictureSizes)));
});

test("the larger pictures of a member's home are fetched as the app will show them", async () => {
  signIn();
  const picture = aPicture();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/trending", { items: [anOutfitCard({ picture })] });
  openDocument("/");
  await waitFor(() => expect(preloads()).toHaveLength(1));
  expect(preloads()).toMatchObject([sourceOf(picture, largeCardPictureSizes)]);
});

test("an outfit's photo is fetched as the app will show it", async () => {
  signIn();
  const outfit = anOutfit({ picture: aPicture(900, 1_100) });
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  openDocument(`/outfit/${outfit.id}`);
  await waitFor(() => expect(preloads()).toHaveLength(1));
  expect(preloads()[0]).toMatchObject({ type: "image/avif", ...sourceOf(outfit.picture, photoSizes(outfit.picture)) });
});

test("of an outfit that is not there, nothing is fetched", async () => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/outfits/:outfitId", fails("outfit.not_found"));
  openDocument(`/outfit/${mia}`);
  await globalThis.firstRequests?.replies.get(`/api/outfits/${mia}`);
  expect(askedFor()).toHaveLength(2);
  expect(preloads()).toEqual([]);
});

const read = [
  "/",
  "/explore",
  "/explore?sort=popular",
  "/explore?ai=exclude",
  `/explore?style=${mia}`,
  "/tag/linen",
  "/brand/Halden",
  "/swipes",
  `/outfit/${mia}`,
  `/articles/${mia}`,
  `/boards/${mia}`,
  `/events/${mia}`,
  "/articles",
  "/events",
  "/styles",
  "/closet",
  "/points",
  "/messages",
  "/notifications",
];
test.each(read)("each first request of %s is one that the app sends there", async (path) => {
  let asked: string[] = [];
  let end = (_reason: Error) => undefined as void;
  const unanswered = new Promise((_, reject) => (end = reject));
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(url);
    return unanswered;
  });
  signIn();
  openDocument(path);
  const early = [...(globalThis.firstRequests?.replies.keys() ?? [])];
  expect(early).toHaveLength(2);
  globalThis.firstRequests = undefined;
  asked = [];
  void renderApp(path);
  await waitFor(() => expect(asked).toEqual(expect.arrayContaining(early)));
  // A loader that waits would keep the app from closing.
  end(new TypeError("offline"));
});

test("a visitor's document asks for nothing", () => {
  openDocument("/explore");
  expect(globalThis.firstRequests).toBeUndefined();
  expect(askedFor()).toEqual([]);
});

test("a reply reaches only the member who was signed in when it was asked for [S-141]", async () => {
  let username = "mia";
  mockApi.on("GET /api/me", () => aMe({ username }));
  signIn({ id: mia, token: "of-mia" });
  openDocument("/me");
  await waitFor(() => expect(askedFor()).toHaveLength(1));
  signOut();
  username = "leo";
  signIn({ id: leo, token: "of-leo" });
  expect((await call("GET /api/me")).username).toBe("leo");
});

test("a view that is counted leaves the first replies to the app", async () => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("POST /api/outfits/:outfitId/views", { ok: true });
  openDocument("/me");
  await waitFor(() => expect(askedFor()).toEqual(["/api/me"]));
  await call("POST /api/outfits/:outfitId/views", { params: { outfitId: anId() } });
  await call("GET /api/me");
  expect(askedFor().filter((url) => url === "/api/me")).toHaveLength(1);
});

test("a change forgets what was asked for before it", async () => {
  mockApi.on("GET /api/notifications", aPage([]));
  mockApi.on("GET /api/me", aMe());
  mockApi.on("POST /api/notifications/read", { unreadCount: 0 });
  signIn();
  openDocument("/notifications");
  await call("POST /api/notifications/read", { query: {} });
  await call("GET /api/notifications", { query: {} });
  expect(askedFor().filter((url) => url === "/api/notifications")).toHaveLength(2);
});

test("a first refresh that gets no answer does not hold up the app's own requests", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  mockApi.on("GET /api/me", aMe());
  const answer = deferred<Response>();
  const sent = mockAuth({ "POST /token": () => answer.promise });
  signIn({ expiresInSeconds: -60 });
  openDocument("/me");
  const asked = call("GET /api/me");
  await vi.advanceTimersByTimeAsync(3_100);
  expect((await asked).username).toBe(aMe().username);
  expect(sent).toHaveLength(1);
  answer.resolve(aSession("fresh"));
  await globalThis.firstRequests?.token;
});

test("an expired session is refreshed once, by the first script, and its token serves all requests", async () => {
  mockApi.on("GET /api/me", aMe());
  // Also where this device's clock is so fast that the server's time of expiry has passed.
  const fresh = { access_token: "fresh", refresh_token: "next", expires_in: 3_600, expires_at: 1, user: { id: mia } };
  const sent = mockAuth({ "POST /token": () => Response.json(fresh) });
  signIn({ id: mia, expiresInSeconds: -60 });
  openDocument("/me");
  await call("GET /api/me");
  expect(sent).toEqual([{ name: "POST /token", body: { refresh_token: "refresh-token" } }]);
  expect(mockApi.requests("GET /api/me").map(({ headers }) => headers["authorization"])).toEqual(["Bearer fresh"]);
  const stored = JSON.parse(localStorage.getItem("fash.session") ?? "{}") as typeof fresh;
  expect(stored).toEqual({ ...fresh, expires_at: expect.any(Number) });
  expect(stored.expires_at * 1_000 - Date.now()).toBeGreaterThan(3_500_000);
});
