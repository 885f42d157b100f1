import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { NewOutfit } from "#contract/outfits.ts";
import { descriptionOf } from "#web/testing/description-of.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import { mockUpload } from "#web/testing/mock-upload.ts";
import { openOutfitForm, photo, prepareOutfitForm, retro } from "#web/testing/outfit-form.tsx";
import { anOutfit } from "#web/testing/samples.ts";

beforeEach(prepareOutfitForm);

test("an outfit is posted with its photo, texts, style, tags and items", async () => {
  const upload = mockUpload();
  const { user, post, choosePhoto, fillDetails, router } = await openOutfitForm();
  mockApi.on("POST /api/outfits", {
    outfit: anOutfit(),
    award: { success: true, pointsAwarded: 50, reason: null },
    linkAwards: [{ success: true, pointsAwarded: 7, reason: null }],
  });
  await choosePhoto();
  upload.finish();
  await fillDetails();
  await user.type(screen.getByLabelText("Description"), "Found at the market.");
  await user.type(screen.getByLabelText("Alt text"), "A rust jacket");
  await user.type(screen.getByLabelText("Tags"), "denim,Vintage{Enter}#DENIM{Enter}summer");
  await user.click(screen.getByRole("button", { name: "Add tag" }));
  const item = within(screen.getByRole("group", { name: "Item 1" }));
  await user.click(item.getByRole("radio", { name: "Jacket" }));
  await user.type(item.getByLabelText("Brand"), "Halden");
  await user.type(item.getByLabelText("Product name"), "Corduroy jacket");
  await user.type(item.getByLabelText("Product URL"), "https://shop.example/1");
  await user.click(screen.getByRole("button", { name: "Add Another Item" }));
  await user.click(post());

  await waitFor(() => expect(router.state.location.pathname).toBe("/me"));
  expect(mockApi.requests("POST /api/outfits")[0]?.body).toEqual({
    title: "Rust and indigo",
    description: "Found at the market.",
    altText: "A rust jacket",
    styleId: retro.id,
    imageId: upload.imageId,
    morePhotos: [],
    isAiMade: false,
    tags: ["denim", "Vintage", "summer"],
    items: [
      {
        category: "Jacket",
        brand: "Halden",
        productName: "Corduroy jacket",
        productUrl: "https://shop.example/1",
        spot: null,
      },
    ],
  } satisfies NewOutfit);
  expect(await screen.findByText("Outfit posted successfully!")).toBeTruthy();
  expect(await screen.findByText("+57 points earned for posting an outfit and tagging a product link!")).toBeTruthy();
});

test("posting without photo, title or style shows what is missing", async () => {
  const upload = mockUpload();
  const { post, choosePhoto, fillDetails } = await openOutfitForm();
  const hint = "Please upload an image, add a title, and select a style to continue";
  expect(post()).toHaveProperty("disabled", true);
  expect(descriptionOf(post())).toBe(`${hint}Your post earns 50 points.`);
  await fillDetails();
  expect(post()).toHaveProperty("disabled", true);
  await choosePhoto();
  expect(post()).toHaveProperty("disabled", true);
  upload.finish();
  await waitFor(() => expect(post()).toHaveProperty("disabled", false));
  expect(screen.queryByText(hint)).toBeNull();
  expect(descriptionOf(post())).toBe("Your post earns 50 points.");
});

test("the steps show what is complete", async () => {
  const upload = mockUpload();
  const { user, choosePhoto, fillDetails } = await openOutfitForm();
  const steps = within(screen.getByRole("list", { name: "Steps" }));
  const names = () => steps.getAllByRole("button").map((button) => button.querySelector(".sr-only")?.textContent);
  expect(names()).toEqual(["Upload, not complete", "Details, not complete", "Items, not complete"]);
  await choosePhoto();
  upload.finish();
  await fillDetails();
  const item = within(screen.getByRole("group", { name: "Item 1" }));
  await user.click(item.getByRole("radio", { name: "Cap" }));
  await user.type(item.getByLabelText("Brand"), "Halden");
  await waitFor(() => expect(names()).toEqual(["Upload, complete", "Details, complete", "Items, complete"]));
});

test("the photo's progress shows, and a failed upload is sent again with the form as it was", async () => {
  const upload = mockUpload();
  const { user, post, choosePhoto, fillDetails } = await openOutfitForm();
  await fillDetails();
  await choosePhoto();
  upload.progress(0.4);
  expect(await screen.findByText("Uploading, 40 %")).toBeTruthy();
  expect(screen.getByRole("progressbar", { name: "Upload" })).toHaveProperty("value", 40);
  upload.fail("internal");
  expect(await screen.findByText("Failed to upload image")).toBeTruthy();
  expect(post()).toHaveProperty("disabled", true);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  upload.finish();
  await waitFor(() => expect(post()).toHaveProperty("disabled", false));
  expect(screen.getByLabelText(/^Title/)).toHaveProperty("value", "Rust and indigo");
});

test("an upload without a session says so and keeps the form", async () => {
  const upload = mockUpload();
  const { choosePhoto, fillDetails } = await openOutfitForm();
  await fillDetails();
  await choosePhoto();
  upload.fail("auth.required");
  expect(await screen.findByText("Please sign in to upload")).toBeTruthy();
  expect(screen.getByLabelText(/^Title/)).toHaveProperty("value", "Rust and indigo");
});

test("an upload resumes automatically after a lost connection", async () => {
  const upload = mockUpload();
  const { choosePhoto } = await openOutfitForm();
  await choosePhoto();
  upload.disconnect();
  expect(await screen.findByText("No connection. Check your network and try again.")).toBeTruthy();
  window.dispatchEvent(new Event("online"));
  upload.finish();
  expect(await screen.findByRole("button", { name: "Replace photo" })).toBeTruthy();
});

test("an upload can be stopped", async () => {
  const upload = mockUpload();
  const { user, choosePhoto } = await openOutfitForm();
  await choosePhoto();
  upload.progress(0.1);
  await user.click(await screen.findByRole("button", { name: "Stop the upload" }));
  expect(upload.wasAborted()).toBe(true);
  expect(screen.getByRole("button", { name: /Add your photo/ })).toBeTruthy();
});

test.each([
  ["a text file", new File(["x"], "notes.txt", { type: "text/plain" }), "Please upload an image file"],
  ["an empty file", new File([], "look.jpg", { type: "image/jpeg" }), "Please upload an image file"],
  [
    "a picture of 11 MB",
    new File([new Uint8Array(11 * 1024 * 1024)], "x.jpg", { type: "image/jpeg" }),
    "File size must be less than 10MB",
  ],
])("%s is refused before a byte is sent", async (_name, file, message) => {
  const upload = mockUpload();
  await openOutfitForm();
  // A drop ignores what the file dialog would have offered.
  const dropping = userEvent.setup({ applyAccept: false });
  await dropping.upload(screen.getByLabelText("Photo of the outfit"), file);
  await waitFor(() => expect(descriptionOf(screen.getByLabelText("Photo of the outfit"))).toBe(message));
  expect(upload.count()).toBe(0);
});

test("a file that the server rejects as a picture shows the same message and is not sent again", async () => {
  const upload = mockUpload();
  const { choosePhoto } = await openOutfitForm();
  await choosePhoto();
  upload.fail("image.not_a_picture");
  expect(await within(screen.getByRole("main")).findByText("Please upload an image file")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

function pastePhoto(): void {
  const paste = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), {
    clipboardData: { files: [photo()] },
  });
  document.body.dispatchEvent(paste);
}

test("a photo is taken from the clipboard, too", async () => {
  const upload = mockUpload();
  await openOutfitForm();
  pastePhoto();
  upload.finish();
  expect(await screen.findByRole("button", { name: "Replace photo" })).toBeTruthy();
});

test("a photo that is pasted or shared onto a draft with a cover is added to it", async () => {
  const upload = mockUpload();
  const { choosePhoto } = await openOutfitForm();
  await choosePhoto();
  upload.finish();
  const cover = await screen.findByAltText("Your outfit");
  const before = cover.getAttribute("src");
  expect(await screen.findByText("1/6")).toBeTruthy();
  pastePhoto();
  upload.finish();
  expect(await screen.findByText("2/6 · The first is the cover")).toBeTruthy();
  expect(screen.getByAltText("Your outfit").getAttribute("src")).toBe(before);
});

test("a partly filled item names what is missing, an empty one is ignored", async () => {
  const upload = mockUpload();
  const { user, post, choosePhoto, fillDetails } = await openOutfitForm();
  await choosePhoto();
  upload.finish();
  await fillDetails();
  const item = within(screen.getByRole("group", { name: "Item 1" }));
  await user.type(item.getByLabelText("Product URL"), "http://shop.example");
  await user.click(post());
  expect(await item.findByText("Category is required")).toBeTruthy();
  expect(descriptionOf(item.getByLabelText("Brand"))).toBe("Brand is required");
  expect(descriptionOf(item.getByLabelText("Product name"))).toBe("Product name is required");
  expect(descriptionOf(item.getByLabelText("Product URL"))).toBe("Product URL must use HTTPS");
  expect(mockApi.requests("POST /api/outfits")).toEqual([]);
  await user.click(item.getByRole("button", { name: "Clear" }));
  mockApi.on("POST /api/outfits", {
    outfit: anOutfit(),
    award: { success: false, pointsAwarded: 0, reason: "cooldown" },
    linkAwards: [],
  });
  await user.click(post());
  await waitFor(() => expect(mockApi.requests("POST /api/outfits")).toHaveLength(1));
});

test("items are added up to ten, and removed while there is more than one", async () => {
  const { user } = await openOutfitForm();
  expect(screen.queryByRole("button", { name: /^Remove item/ })).toBeNull();
  const add = screen.getByRole("button", { name: "Add Another Item" });
  for (let count = 1; count < 10; count += 1) await user.click(add);
  expect(add.ariaDisabled).toBe("true");
  await user.click(add);
  expect(screen.getAllByRole("group", { name: /^Item/ })).toHaveLength(10);
  expect(screen.getByText("Maximum 10 items allowed")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Remove item 10" }));
  expect(screen.getAllByRole("group", { name: /^Item/ })).toHaveLength(9);
});

test("adding and removing an item shows no errors of fields that nobody has left, and keeps those shown", async () => {
  const { user } = await openOutfitForm();
  const item = within(screen.getByRole("group", { name: "Item 1" }));
  const errors = () => item.getAllByRole("alert").flatMap((alert) => alert.textContent || []);
  const add = () => user.click(screen.getByRole("button", { name: "Add Another Item" }));
  await user.type(item.getByLabelText("Product name"), "Corduroy jacket");
  await add();
  await user.click(screen.getByRole("button", { name: "Remove item 2" }));
  expect(screen.getAllByRole("group", { name: /^Item/ })).toHaveLength(1);
  expect(errors()).toEqual([]);
  await user.click(item.getByLabelText("Brand"));
  await add();
  await waitFor(() => expect(errors()).toEqual(["Brand is required"]));
  await user.click(screen.getByRole("button", { name: "Remove item 2" }));
  expect(errors()).toEqual(["Brand is required"]);
});

test("a product link that may be opened is offered in a new tab", async () => {
  const { user } = await openOutfitForm();
  const item = within(screen.getByRole("group", { name: "Item 1" }));
  await user.type(item.getByLabelText("Product URL"), "javascript:alert(1)");
  expect(item.queryByRole("link")).toBeNull();
  await user.clear(item.getByLabelText("Product URL"));
  await user.type(item.getByLabelText("Product URL"), "https://shop.example/1");
  const link = item.getByRole("link", { name: "Open the link of item 1 in a new tab" });
  expect(link).toHaveProperty("href", "https://shop.example/1");
  expect(link).toHaveProperty("target", "_blank");
  expect(link).toHaveProperty("rel", "noopener noreferrer ugc");
});

test("tags show as chips, twenty at most, and can be removed", async () => {
  const { user } = await openOutfitForm();
  const box = screen.getByLabelText("Tags");
  await user.click(box);
  await user.paste(Array.from({ length: 20 }, (_, index) => `tag${index}`).join(",") + ",");
  const chips = within(screen.getByRole("list", { name: "Chosen tags" }));
  expect(chips.getAllByRole("listitem")).toHaveLength(20);
  await user.type(box, "more");
  // Safari's key that confirms what an input method has composed.
  fireEvent.keyDown(box, { key: "Enter", keyCode: 229 });
  expect(descriptionOf(box)).toBe("");
  await user.keyboard("{Enter}");
  expect(descriptionOf(box)).toBe("Maximum 20 tags allowed");
  await user.clear(box);
  await user.click(chips.getByRole("button", { name: "Remove tag tag7" }));
  expect(chips.queryByText("#tag7")).toBeNull();
  await user.type(box, "{Backspace}");
  expect(chips.queryByText("#tag19")).toBeNull();
  expect(chips.getAllByRole("listitem")).toHaveLength(18);
  fireEvent.keyDown(box, { key: "Backspace", repeat: true });
  expect(chips.getAllByRole("listitem")).toHaveLength(18);
});

test("a tag that is refused stays in its box, and the outfit is not posted without it", async () => {
  const upload = mockUpload();
  const { user, post, choosePhoto, fillDetails } = await openOutfitForm();
  await choosePhoto();
  upload.finish();
  await fillDetails();
  await waitFor(() => expect(post()).toHaveProperty("disabled", false));
  const box = screen.getByLabelText<HTMLInputElement>("Tags");
  await user.type(box, "x".repeat(51));
  await user.click(post());
  await waitFor(() => expect(document.activeElement).toBe(box));
  expect(descriptionOf(box)).toBe("Tags must be at most 50 characters");
  expect(box.value).toBe("x".repeat(51));
  expect(mockApi.requests("POST /api/outfits")).toEqual([]);
  mockApi.on("POST /api/outfits", {
    outfit: anOutfit(),
    award: { success: false, pointsAwarded: 0, reason: "cooldown" },
    linkAwards: [],
  });
  await user.type(box, "{Backspace}");
  await user.click(post());
  await waitFor(() => expect(mockApi.requests("POST /api/outfits")).toHaveLength(1));
  expect(mockApi.requests("POST /api/outfits")[0]?.body).toMatchObject({ tags: ["x".repeat(50)] });
});

test("counters follow the texts, and a text over its limit says so", async () => {
  const { user } = await openOutfitForm();
  const title = screen.getByLabelText(/^Title/);
  await user.click(title);
  await user.paste("x".repeat(201));
  expect(screen.getByText("201/200")).toBeTruthy();
  await user.tab();
  expect(descriptionOf(title)).toBe("Title must be less than 200 characters");
  expect(screen.getByText("0/2000")).toBeTruthy();
});
