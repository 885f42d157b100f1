import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { sharedNameHeader, sharedStore } from "#web/service-worker/stores.ts";
import { descriptionOf } from "#web/testing/description-of.ts";
import { deferred } from "#web/testing/deferred.ts";
import { fakeCaches } from "#web/testing/fake-caches.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import { mockUpload } from "#web/testing/mock-upload.ts";
import { openOutfitForm, photo, prepareOutfitForm } from "#web/testing/outfit-form.tsx";
import { anOutfit } from "#web/testing/samples.ts";

beforeEach(prepareOutfitForm);

const list = () => within(screen.getByRole("list", { name: "Photos" }));
const addresses = () =>
  list()
    .getAllByRole("img")
    .map((image) => image.getAttribute("src"));

/** The form with a cover and two further photos. */
async function openWithThree() {
  const upload = mockUpload();
  const form = await openOutfitForm();
  await form.choosePhoto();
  upload.finish();
  await screen.findByRole("button", { name: "Add photos" });
  await form.user.upload(screen.getByLabelText("More photos of the outfit"), [photo(), photo()]);
  upload.finish();
  await screen.findByRole("list", { name: "Photos" });
  await waitFor(() => expect(upload.count()).toBe(3));
  upload.finish();
  await waitFor(() => expect(list().getAllByRole("listitem")).toHaveLength(3));
  return { ...form, upload };
}

test("further photos are sent one after the other, sorted by keyboard, described and posted in their order", async () => {
  const { user, fillDetails, post, upload } = await openWithThree();
  expect(addresses()).toEqual(["/media/u/1.webp", "/media/u/2.webp", "/media/u/3.webp"]);
  await user.type(screen.getByLabelText("Alt text"), "Front");
  await user.type(screen.getByLabelText("Alt text of photo 3"), "Shoes");
  screen.getByRole("button", { name: "Move photo 3 forward" }).focus();
  await user.keyboard("{Enter}");
  await user.click(screen.getByRole("button", { name: "Move photo 2 forward" }));
  expect(addresses()).toEqual(["/media/u/3.webp", "/media/u/1.webp", "/media/u/2.webp"]);
  expect(screen.getByLabelText("Alt text")).toHaveProperty("value", "Shoes");
  expect(screen.getByLabelText("Alt text of photo 2")).toHaveProperty("value", "Front");
  await user.click(screen.getByRole("switch", { name: /Made with AI/ }));
  await fillDetails();
  mockApi.on("POST /api/outfits", {
    outfit: anOutfit(),
    award: { success: false, pointsAwarded: 0, reason: "cooldown" },
    linkAwards: [],
  });
  await user.click(post());
  await waitFor(() => expect(mockApi.requests("POST /api/outfits")).toHaveLength(1));
  expect(mockApi.requests("POST /api/outfits")[0]?.body).toMatchObject({
    imageId: upload.idOf(2),
    altText: "Shoes",
    isAiMade: true,
    morePhotos: [
      { imageId: upload.idOf(0), altText: "Front" },
      { imageId: upload.idOf(1), altText: null },
    ],
  });
});

test("a removed cover is followed by the next photo", async () => {
  const { user } = await openWithThree();
  await user.click(screen.getByRole("button", { name: "Remove photo 1" }));
  expect(addresses()).toEqual(["/media/u/2.webp", "/media/u/3.webp"]);
  await user.click(screen.getByRole("button", { name: "Remove photo 2" }));
  expect(screen.queryByRole("list", { name: "Photos" })).toBeNull();
  expect(screen.getByText("1/6")).toBeTruthy();
});

test("of several photos on an empty form the first is the cover, and what is too much or no photo is named", async () => {
  const upload = mockUpload();
  await openOutfitForm();
  const field = screen.getByLabelText("Photo of the outfit");
  const text = new File(["x"], "notes.txt", { type: "text/plain" });
  const dropping = userEvent.setup({ applyAccept: false });
  await dropping.upload(field, [text, ...Array.from({ length: 7 }, photo)]);
  expect(await screen.findByText("Maximum 6 photos allowed")).toBeTruthy();
  expect(await screen.findByText("Please upload an image file")).toBeTruthy();
  for (let sent = 1; sent <= 6; sent += 1) {
    upload.finish();
    await screen.findByText(new RegExp(`^${sent}/6`));
  }
  expect(upload.count()).toBe(6);
  expect(addresses()).toHaveLength(6);
});

test("of several photos dropped onto the cover the first replaces it, and the others are added", async () => {
  const upload = mockUpload();
  const { choosePhoto } = await openOutfitForm();
  await choosePhoto();
  upload.finish();
  expect(await screen.findByText("1/6")).toBeTruthy();
  const field = screen.getByLabelText("Photo of the outfit");
  expect(field).toHaveProperty("multiple", false);
  const items = [photo(), photo(), photo()].map((file) => ({ kind: "file", type: file.type, getAsFile: () => file }));
  fireEvent.drop(field, { dataTransfer: { types: ["Files"], items } });
  await screen.findByRole("progressbar", { name: "Upload" });
  upload.finish();
  await screen.findByRole("button", { name: "Replace photo" });
  for (const count of ["2/6", "3/6"]) {
    upload.finish();
    expect(await screen.findByText(new RegExp(`^${count}`))).toBeTruthy();
  }
  expect(addresses()).toEqual(["/media/u/2.webp", "/media/u/3.webp", "/media/u/4.webp"]);
});

test("a replaced cover takes its alt text along, but not what is typed while the next one is sent", async () => {
  const upload = mockUpload();
  const { user, choosePhoto } = await openOutfitForm();
  const field = () => screen.getByLabelText<HTMLTextAreaElement>("Alt text");
  await user.type(field(), "Typed before the photo");
  await choosePhoto();
  upload.finish();
  expect(await screen.findByText("1/6")).toBeTruthy();
  expect(field().value).toBe("Typed before the photo");
  await choosePhoto();
  await waitFor(() => expect(upload.count()).toBe(2));
  upload.finish();
  await waitFor(() => expect(field().value).toBe(""));
  await user.type(field(), "A jacket");
  await choosePhoto();
  await waitFor(() => expect(upload.count()).toBe(3));
  await user.type(field(), " of another colour");
  upload.finish();
  await screen.findByRole("button", { name: "Replace photo" });
  expect(field().value).toBe("A jacket of another colour");
});

function paste(file: File): void {
  const event = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), {
    clipboardData: { files: [file] },
  });
  act(() => void document.body.dispatchEvent(event));
}

test("a photo that is pasted while the first is being sent is a further one", async () => {
  const upload = mockUpload();
  await openOutfitForm();
  paste(photo());
  await waitFor(() => expect(upload.count()).toBe(1));
  paste(photo());
  await waitFor(() => expect(upload.count()).toBe(2));
  upload.finish();
  await screen.findByText("1/6");
  upload.finish();
  await waitFor(() => expect(addresses()).toEqual(["/media/u/1.webp", "/media/u/2.webp"]));
});

/** A browser that needs until `resolve` to find out whether it can show a photo. */
function checkUntil() {
  const checked = deferred<void>();
  HTMLImageElement.prototype.decode = () => checked.promise;
  onTestFinished(() => void Reflect.deleteProperty(HTMLImageElement.prototype, "decode"));
  return checked;
}

test("of photos that are pasted while the first is being checked none is lost", async () => {
  const [checked, upload] = [checkUntil(), mockUpload()];
  await openOutfitForm();
  for (let pasted = 1; pasted <= 3; pasted += 1) paste(photo());
  checked.resolve();
  for (const count of ["1/6", "2/6", "3/6"]) {
    upload.finish();
    expect(await screen.findByText(new RegExp(`^${count}`))).toBeTruthy();
  }
});

test.each(["More photos of the outfit", "Photo of the outfit"])(
  "the post waits for a photo that is being checked: %s",
  async (field) => {
    const upload = mockUpload();
    const { user, choosePhoto, fillDetails, post } = await openOutfitForm();
    await choosePhoto();
    upload.finish();
    await fillDetails();
    const checked = checkUntil();
    await user.upload(await screen.findByLabelText(field), photo());
    expect(descriptionOf(post())).toContain("Your photo is still uploading.");
    expect(post()).toHaveProperty("disabled", true);
    checked.resolve();
    await waitFor(() => expect(upload.count()).toBe(2));
    upload.finish();
    await waitFor(() => expect(post()).toHaveProperty("disabled", false));
  },
);

/** What the service worker has kept of a share. */
async function keepShared(names: string[]): Promise<void> {
  Object.assign(globalThis, { caches: fakeCaches() });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, "caches"));
  const cache = await caches.open(sharedStore);
  for (const name of names)
    await cache.put(
      `/shared-photo/${name}`,
      new Response("photo", { headers: { "content-type": "image/jpeg", [sharedNameHeader]: name } }),
    );
}

test.each([
  ["an empty form", false, ["1/6", "2/6", "3/6"]],
  ["a draft with a cover", true, ["2/6", "3/6", "4/6"]],
])("of several photos shared onto %s each is taken", async (_form, hasCover, counts) => {
  await keepShared(["a.jpg", "b.jpg", "c.jpg"]);
  const upload = mockUpload();
  const { choosePhoto, router } = await openOutfitForm();
  if (hasCover) {
    await choosePhoto();
    upload.finish();
    expect(await screen.findByText("1/6")).toBeTruthy();
  }
  await act(() => router.navigate({ to: "/add-outfit", search: { shared: "photo" } }));
  for (const count of counts) {
    upload.finish();
    expect(await screen.findByText(new RegExp(`^${count}`))).toBeTruthy();
  }
  // A reload must not ask for them.
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

const lostNote = /^We couldn't get what you shared/;

test.each([
  ["are gone, as after a reload during their upload", fakeCaches()],
  ["cannot be read", { ...fakeCaches(), open: () => Promise.reject(new DOMException("No storage", "SecurityError")) }],
])("shared photos that %s are asked for", async (_what, stores) => {
  Object.assign(globalThis, { caches: stores });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, "caches"));
  const { router } = await openOutfitForm("?shared=photo");
  expect(await screen.findByText(lostNote)).toBeTruthy();
  expect(router.state.location.search).toEqual({ shared: "lost" });
});

test("while shared photos are being sent, the address says that there are any", async () => {
  await keepShared(["a.jpg", "b.jpg"]);
  const upload = mockUpload();
  const { user, router } = await openOutfitForm("?shared=photo");
  upload.finish();
  expect(await screen.findByText("1/6")).toBeTruthy();
  upload.fail("internal");
  expect(await screen.findByText("Failed to upload image")).toBeTruthy();
  expect(router.state.location.search).toEqual({ shared: "photo" });
  await user.click(screen.getByRole("button", { name: "Leave it out" }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(screen.queryByText(lostNote)).toBeNull();
});

test.each([false, true])("photos lost on the way are asked for until one is added; a cover: %s", async (hasCover) => {
  const upload = mockUpload();
  const { user, choosePhoto, router } = await openOutfitForm();
  if (hasCover) {
    await choosePhoto();
    upload.finish();
    expect(await screen.findByText("1/6")).toBeTruthy();
  }
  expect(screen.queryByText(lostNote)).toBeNull();
  await act(() => router.navigate({ to: "/add-outfit", search: { shared: "lost" } }));
  expect(await screen.findByText(lostNote)).toBeTruthy();
  if (hasCover) await user.upload(screen.getByLabelText("More photos of the outfit"), photo());
  else await choosePhoto();
  upload.finish();
  await waitFor(() => expect(screen.queryByText(lostNote)).toBeNull());
  // Nor may it come back with a reload.
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test("a photo that arrives before a cover that is stopped becomes the cover", async () => {
  const upload = mockUpload();
  const { user } = await openOutfitForm();
  paste(photo());
  await waitFor(() => expect(upload.count()).toBe(1));
  paste(photo());
  await waitFor(() => expect(upload.count()).toBe(2));
  upload.finishLast();
  await user.click(await screen.findByRole("button", { name: "Stop the upload" }));
  expect(await screen.findByText("1/6")).toBeTruthy();
  expect(screen.getByAltText("Your outfit").getAttribute("src")).toBe("/media/u/1.webp");
});

test("six photos are the most, and a draft keeps them", async () => {
  const { user, upload, unmount, fillDetails } = await openWithThree();
  await user.upload(screen.getByLabelText("More photos of the outfit"), [photo(), photo(), photo(), photo()]);
  expect(await screen.findByText("Maximum 6 photos allowed")).toBeTruthy();
  for (let sent = 4; sent <= 6; sent += 1) {
    upload.finish();
    await waitFor(() => expect(list().getAllByRole("listitem")).toHaveLength(sent));
  }
  expect(upload.count()).toBe(6);
  expect(screen.getByRole("button", { name: "Add photos" }).ariaDisabled).toBe("true");
  await fillDetails();
  window.dispatchEvent(new Event("pagehide"));
  unmount();
  await openOutfitForm();
  expect(list().getAllByRole("listitem")).toHaveLength(6);
});

/** A browser that cannot show what is called broken.jpg, although its type says so. */
function failToShowBroken(): void {
  Object.assign(URL, { createObjectURL: (file: File) => `blob:${file.name}` });
  HTMLImageElement.prototype.decode = function decode() {
    return this.src.includes("broken") ? Promise.reject(new Error("No picture")) : Promise.resolve();
  };
  onTestFinished(() => void Reflect.deleteProperty(HTMLImageElement.prototype, "decode"));
}
const named = (name: string) => new File(["photo"], name, { type: "image/jpeg" });

test.each([
  ["first", ["broken.jpg", "good.jpg"]],
  ["first of three", ["broken.jpg", "good.jpg", "fine.jpg"]],
  ["last", ["good.jpg", "broken.jpg"]],
])("of several further photos an unreadable one, the %s, is left out", async (_place, names) => {
  failToShowBroken();
  const upload = mockUpload();
  const { user, choosePhoto, fillDetails, post } = await openOutfitForm();
  await choosePhoto();
  upload.finish();
  await fillDetails();
  await user.upload(await screen.findByLabelText("More photos of the outfit"), names.map(named));
  for (let count = 2; count <= names.length; count += 1) {
    await waitFor(() => expect(upload.count()).toBe(count));
    upload.finish();
    expect(await screen.findByText(`${count}/6 · The first is the cover`)).toBeTruthy();
  }
  const alerts = () => screen.getAllByRole("alert").map(({ textContent }) => textContent);
  await waitFor(() => expect(alerts()).toContain("Please upload an image file"));
  await waitFor(() => expect(post()).toHaveProperty("disabled", false));
  expect(upload.count()).toBe(names.length);
});

test("a further photo that fails holds the post back until it is sent again or left out", async () => {
  const upload = mockUpload();
  const { user, choosePhoto, fillDetails, post } = await openOutfitForm();
  await choosePhoto();
  upload.finish();
  await fillDetails();
  await user.upload(await screen.findByLabelText("More photos of the outfit"), photo());
  expect(await screen.findByText("Your photo is still uploading.")).toBeTruthy();
  upload.fail("internal");
  expect(await screen.findByText("Failed to upload image")).toBeTruthy();
  expect(descriptionOf(post())).toContain("A photo failed to upload. Try again or leave it out.");
  expect(post()).toHaveProperty("disabled", true);
  await user.click(screen.getByRole("button", { name: "Leave it out" }));
  await waitFor(() => expect(post()).toHaveProperty("disabled", false));
});
