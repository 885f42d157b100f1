import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { PhotoPart, PhotoSearch } from "#contract/photo-searches.ts";
import { deferred } from "#web/testing/deferred.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import { mockUpload } from "#web/testing/mock-upload.ts";
import { photo } from "#web/testing/outfit-form.tsx";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anOutfit, anOutfitCard, aPage } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const [linen, corduroy] = [anOutfitCard({ altText: "Linen suit" }), anOutfitCard({ altText: "Rust corduroy" })];
const box = { x: 0.2, y: 0.1, width: 0.5, height: 0.4 };
const part = (given: Partial<PhotoPart>): PhotoPart => ({
  category: null,
  name: "Rust jacket with jeans",
  box: null,
  outfitIds: [linen.id, corduroy.id],
  ...given,
});
const found: PhotoSearch = {
  parts: [part({}), part({ category: "Jacket", name: "Rust jacket", box, outfitIds: [corduroy.id] })],
  outfits: [corduroy, linen],
};

beforeEach(() => {
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:photo", revokeObjectURL: () => undefined }));
});

const results = () => within(screen.getByRole("list", { name: "Similar outfits" }));
const shown = () =>
  results()
    .getAllByRole("img")
    .map((image) => image.getAttribute("alt"))
    .filter((alt) => alt !== "");

async function search() {
  const upload = mockUpload();
  const view = await renderApp("/photo-search");
  await view.user.upload(screen.getByLabelText("Photo to search by"), photo());
  return { ...view, upload };
}

test("shows similar outfits for a photo, and for one garment of it, also after coming back", async () => {
  const { user, upload, router } = await search();
  expect(await screen.findByText("Looking at your photo")).toBeTruthy();
  upload.answer(found);
  await screen.findByRole("list", { name: "Similar outfits" });
  expect(shown()).toEqual(["Linen suit", "Rust corduroy"]);
  await user.click(screen.getByRole("radio", { name: "Rust jacket" }));
  expect(shown()).toEqual(["Rust corduroy"]);
  expect(router.state.location.search).toEqual({ part: 1 });
  mockApi.on("GET /api/outfits/:outfitId", anOutfit({ id: corduroy.id }));
  mockApi.on("GET /api/outfits/:outfitId/comments", aPage([]));
  mockApi.on("GET /api/outfits/:outfitId/similar", { items: [] });
  await user.click(results().getByRole("link", { name: /Rust corduroy/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/outfit/${corduroy.id}`));
  router.history.back();
  await waitFor(() => expect(shown()).toEqual(["Rust corduroy"]));
  expect(screen.getByRole("radio", { name: "Rust jacket" })).toHaveProperty("checked", true);
});

test("the focus stays at the photo while it is chosen and changed", async () => {
  const upload = mockUpload();
  const { user } = await renderApp("/photo-search");
  screen.getByRole("button", { name: "Choose photo" }).focus();
  fireEvent.change(screen.getByLabelText("Photo to search by"), { target: { files: [photo()] } });
  upload.answer(found);
  await screen.findByRole("list", { name: "Similar outfits" });
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: "All clothes" }));
  await user.click(screen.getByRole("button", { name: "Another photo" }));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Choose photo" }));
});

test("a garment can be pressed in the photo, and all clothes chosen again", async () => {
  const { user, upload } = await search();
  upload.answer(found);
  const all = await screen.findByRole("radio", { name: "All clothes" });
  const jacket = screen.getByRole<HTMLInputElement>("radio", { name: "Rust jacket" });
  await user.click(jacket.labels?.[0] ?? document.body);
  expect(jacket.checked).toBe(true);
  expect(shown()).toEqual(["Rust corduroy"]);
  await user.click(all);
  expect(shown()).toEqual(["Linen suit", "Rust corduroy"]);
});

test("a small garment lies above a larger one, which would otherwise take its presses", async () => {
  const { upload } = await search();
  const belt = part({ category: "Accessories", name: "Belt", box: { x: 0.3, y: 0.4, width: 0.2, height: 0.02 } });
  upload.answer({ ...found, parts: [part({}), belt, ...found.parts.slice(1)] });
  const jacket = await screen.findByTitle("Rust jacket");
  expect(jacket.compareDocumentPosition(screen.getByTitle("Belt"))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(jacket.classList).toContain("photo-outline");
});

test("a file that is no picture is not shown as one", async () => {
  const { user, upload } = await search();
  upload.fail("image.not_a_picture");
  expect(await screen.findByText("The search didn't work")).toBeTruthy();
  fireEvent.error(screen.getByAltText("What you search by"));
  await waitFor(() => expect(screen.queryByRole("img", { name: "What you search by" })).toBeNull());
  await user.click(screen.getByRole("button", { name: "Another photo" }));
  expect(await screen.findByText("Search with a photo")).toBeTruthy();
});

test("a failed search says why, and can be repeated unless that would not help", async () => {
  const { user, upload } = await search();
  upload.fail("detection.busy");
  const alert = await screen.findByRole("alert");
  await within(alert).findByText("We're processing a lot of photos right now. Please try again in a moment.");
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  upload.fail("image.too_many_pixels");
  await screen.findByText("The search didn't work");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Try again" })).toBeNull());
  await user.click(screen.getByRole("button", { name: "Another photo" }));
  expect(await screen.findByText("Search with a photo")).toBeTruthy();
});

test("where the models fail, the search says so in its own words", async () => {
  const { upload } = await search();
  upload.fail("detection.failed");
  expect(await screen.findByText("Failed to search by photo. Please try again.")).toBeTruthy();
});

test("results outlive what reloads everything else, such as a block", async () => {
  const { upload, queryClient, router } = await search();
  upload.answer(found);
  await screen.findByRole("list", { name: "Similar outfits" });
  await act(() => queryClient.invalidateQueries());
  expect(shown()).toEqual(["Linen suit", "Rust corduroy"]);
  mockApi.on("GET /api/outfits", aPage([linen]));
  await act(() => router.navigate({ to: "/explore" }));
  await act(() => queryClient.invalidateQueries());
  await act(() => router.navigate({ to: "/photo-search" }));
  expect(shown()).toEqual(["Linen suit", "Rust corduroy"]);
});

test("a search that is cancelled while its photo is made smaller is not sent", async () => {
  const decoded = deferred<void>();
  const decode = vi.fn<() => Promise<never>>(() => decoded.promise.then(() => Promise.reject(new Error("no picture"))));
  vi.stubGlobal("createImageBitmap", decode);
  const upload = mockUpload();
  const { user } = await renderApp("/photo-search");
  const large = new File([new Uint8Array(3 * 1024 * 1024)], "look.jpg", { type: "image/jpeg" });
  await user.upload(screen.getByLabelText("Photo to search by"), large);
  await waitFor(() => expect(decode).toHaveBeenCalledOnce());
  await user.click(await screen.findByRole("button", { name: "Another photo" }));
  decoded.resolve();
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(upload.count()).toBe(0);
  expect(screen.getByText("Search with a photo")).toBeTruthy();
});

test("results go with their photo when the next search starts, also if that one fails", async () => {
  const revoked = vi.fn<(url: string) => void>();
  vi.stubGlobal("URL", Object.assign(URL, { revokeObjectURL: revoked }));
  const { upload, router } = await search();
  upload.answer(found);
  await screen.findByRole("list", { name: "Similar outfits" });
  fireEvent.paste(document.body, { clipboardData: { types: ["Files"], files: [photo()] } });
  upload.fail("detection.failed");
  await screen.findByText("The search didn't work");
  expect(revoked).toHaveBeenCalledOnce();
  mockApi.on("GET /api/outfits", aPage([linen]));
  await act(() => router.navigate({ to: "/explore" }));
  await act(() => router.navigate({ to: "/photo-search" }));
  expect(await screen.findByText("Search with a photo")).toBeTruthy();
});

test("a visitor who signs in for a result returns to what the same photo finds as a member", async () => {
  const { upload, queryClient, router } = await search();
  upload.answer(found);
  await screen.findByRole("list", { name: "Similar outfits" });
  mockApi.on("GET /api/outfits", aPage([linen]));
  await act(() => router.navigate({ to: "/explore" }));
  mockApi.on("GET /api/me", aMe());
  act(() => signIn());
  queryClient.removeQueries({ type: "inactive" });
  await act(() => router.navigate({ to: "/photo-search" }));
  await waitFor(() => expect(upload.count()).toBe(2));
  upload.answer({ ...found, outfits: [corduroy] });
  await screen.findByRole("list", { name: "Similar outfits" });
  expect(shown()).toEqual(["Rust corduroy"]);
});

test("a photo without clothes, and one that nothing resembles, are told apart", async () => {
  const { user, upload } = await search();
  upload.answer({ parts: [], outfits: [] });
  expect(await screen.findByRole("heading", { name: "No clothes found in this photo" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Another photo" }));
  await user.upload(screen.getByLabelText("Photo to search by"), photo());
  upload.answer({ parts: [part({ outfitIds: [] })], outfits: [] });
  expect(await screen.findByRole("heading", { name: "No outfits found" })).toBeTruthy();
});

test("takes a pasted photo, and refuses other files before they are sent", async () => {
  const upload = mockUpload();
  await renderApp("/photo-search");
  await screen.findByRole("button", { name: "Choose photo" });
  // The listener is there with the effects of that render.
  await act(() => Promise.resolve());
  const paste = (file: File) => fireEvent.paste(document.body, { clipboardData: { files: [file] } });
  paste(new File(["x"], "a.gif", { type: "image/gif" }));
  expect(await screen.findByText("Please upload an image file")).toBeTruthy();
  expect(upload.count()).toBe(0);
  paste(photo());
  upload.answer(found);
  expect(await screen.findByRole("list", { name: "Similar outfits" })).toBeTruthy();
});

describe("with the computer's camera", () => {
  const stop = vi.fn<() => void>();
  const giveCamera = (getUserMedia: () => Promise<unknown>) => {
    const enumerateDevices = () => Promise.resolve([{ kind: "videoinput" }]);
    vi.stubGlobal("navigator", Object.assign(navigator, { mediaDevices: { enumerateDevices, getUserMedia } }));
  };
  beforeEach(() => {
    stop.mockClear();
    HTMLMediaElement.prototype.play = () => Promise.resolve();
    HTMLCanvasElement.prototype.toBlob = (take) => take(new Blob(["photo"], { type: "image/jpeg" }));
  });
  afterEach(() => void Reflect.deleteProperty(navigator, "mediaDevices"));

  test("a photo is taken after a press, and the camera ends with it", async () => {
    const getUserMedia = vi.fn<() => Promise<unknown>>(() => Promise.resolve({ getTracks: () => [{ stop }] }));
    giveCamera(getUserMedia);
    const upload = mockUpload();
    const { user } = await renderApp("/photo-search");
    const button = screen.getByRole("button", { name: "Take photo" });
    // Without a camera only touch screens have it.
    await waitFor(() => expect(button.className).not.toContain("hidden"));
    expect(getUserMedia).not.toHaveBeenCalled();
    await user.click(button);
    const dialog = within(await screen.findByRole("dialog", { name: "Take a photo" }));
    const shutter = dialog.getByRole("button", { name: "Take photo" });
    await waitFor(() => expect(shutter).toHaveProperty("disabled", false));
    await user.click(shutter);
    upload.answer(found);
    expect(await screen.findByRole("list", { name: "Similar outfits" })).toBeTruthy();
    await waitFor(() => expect(stop).toHaveBeenCalledOnce());
  });

  test("a camera that is not allowed is explained, and tried again once it is", async () => {
    giveCamera(() => Promise.reject(new DOMException("no", "NotAllowedError")));
    const { user } = await renderApp("/photo-search");
    const button = screen.getByRole("button", { name: "Take photo" });
    await waitFor(() => expect(button.className).not.toContain("hidden"));
    await user.click(button);
    expect(await screen.findByText(/^We can't use the camera/)).toBeTruthy();
    giveCamera(() => Promise.resolve({ getTracks: () => [{ stop }] }));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    const dialog = within(screen.getByRole("dialog", { name: "Take a photo" }));
    const shutter = dialog.getByRole("button", { name: "Take photo" });
    await waitFor(() => expect(shutter).toHaveProperty("disabled", false));
  });
});

test("the camera button on Explore leads there", async () => {
  mockApi.on("GET /api/outfits", aPage([linen]));
  const { user, router } = await renderApp("/explore");
  await user.click(screen.getByRole("link", { name: "Search by photo" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/photo-search"));
  expect(await screen.findByRole("heading", { name: "Search by photo" })).toBeTruthy();
});
