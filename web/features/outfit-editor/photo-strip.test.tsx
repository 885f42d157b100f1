import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { mockUpload } from "#web/testing/mock-upload.ts";
import { openOutfitForm, photo, prepareOutfitForm } from "#web/testing/outfit-form.tsx";

beforeEach(prepareOutfitForm);

const addresses = () =>
  within(screen.getByRole("list", { name: "Photos" }))
    .getAllByRole("img")
    .map((image) => image.getAttribute("src"));
const offButtons = () =>
  screen
    .getAllByRole("button", { name: /^Move photo/ })
    .filter((button) => button.ariaDisabled === "true")
    .map((button) => button.getAttribute("aria-label"));

/** The form with a cover and two further photos; a third one is still being sent. */
async function openWithPhotos(moreCount: 2 | 3) {
  const upload = mockUpload();
  const form = await openOutfitForm();
  await form.choosePhoto();
  upload.finish();
  const addPhotos = await screen.findByLabelText("More photos of the outfit");
  await form.user.upload(addPhotos, Array.from({ length: moreCount }, photo));
  for (const count of ["2/6", "3/6"]) {
    upload.finish();
    await screen.findByText(new RegExp(`^${count}`));
  }
  return { ...form, upload };
}

test("photos are moved while another one is sent", async () => {
  const { user, upload } = await openWithPhotos(3);
  await waitFor(() => expect(upload.count()).toBe(4));
  await user.click(screen.getByRole("button", { name: "Move photo 2 forward" }));
  expect(addresses()).toEqual(["/media/u/2.webp", "/media/u/1.webp", "/media/u/3.webp"]);
});

test("while a new cover is sent, only the cover keeps its place, and is not removed", async () => {
  const { user, choosePhoto, upload } = await openWithPhotos(2);
  await choosePhoto();
  await waitFor(() => expect(upload.count()).toBe(4));
  expect(offButtons()).toEqual([
    "Move photo 1 forward",
    "Move photo 1 back",
    "Move photo 2 forward",
    "Move photo 3 back",
  ]);
  await user.click(screen.getByRole("button", { name: "Move photo 3 forward" }));
  expect(addresses()).toEqual(["/media/u/1.webp", "/media/u/3.webp", "/media/u/2.webp"]);
  await user.click(screen.getByRole("button", { name: "Remove photo 1" }));
  await user.click(screen.getByRole("button", { name: "Remove photo 2" }));
  expect([addresses(), upload.wasAborted()]).toEqual([["/media/u/1.webp", "/media/u/2.webp"], false]);
  upload.finish();
  await waitFor(() => expect(addresses()).toEqual(["/media/u/4.webp", "/media/u/2.webp"]));
});

test("further photos without a cover are sent again or left out", async () => {
  const upload = mockUpload();
  const { user } = await openOutfitForm();
  await user.upload(screen.getByLabelText("Photo of the outfit"), [photo(), photo(), photo()]);
  await waitFor(() => expect(upload.count()).toBe(2));
  upload.fail("internal");
  const remove = await screen.findByRole("button", { name: "Remove photo" });
  upload.fail("internal");
  await waitFor(() => expect(screen.getAllByText("Failed to upload image")).toHaveLength(2));
  await user.click(remove);
  expect(screen.getByText("Failed to upload image")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Leave it out" }));
  await waitFor(() => expect(upload.count()).toBe(3));
  expect(await screen.findByText("Uploading, 0 %")).toBeTruthy();
  upload.finish();
  expect(await screen.findByText("1/6")).toBeTruthy();
});
