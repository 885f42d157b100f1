import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Detection } from "#contract/detection.ts";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import {
  itemCard,
  openFormWithPhoto,
  photo,
  prepareOutfitForm,
  productNameOf,
  seenBox,
  seenClothes,
} from "#web/testing/outfit-form.tsx";

beforeEach(prepareOutfitForm);

test("detection fills what is empty and marks its items until they are edited", async () => {
  mockApi.on("POST /api/detections", seenClothes);
  const { user, detect, upload } = await openFormWithPhoto();
  await detect();
  expect(await screen.findByText("AI detected style and 2 items!")).toBeTruthy();
  expect(mockApi.requests("POST /api/detections")[0]?.body).toEqual({ imageId: upload.imageId });
  expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe(seenClothes.title);
  expect(screen.getByRole("radio", { name: "Retro" })).toHaveProperty("checked", true);
  expect([productNameOf(1), productNameOf(2)]).toEqual(["Rust jacket", "Blue jeans"]);
  expect(screen.getAllByText("AI Detected")).toHaveLength(2);
  await user.type(itemCard(1).getByLabelText("Product name"), ", second hand");
  await waitFor(() => expect(screen.getAllByText("AI Detected")).toHaveLength(1));
});

test("what a detection says is text, never markup [S-55]", async () => {
  const name = `<img src=x onerror="window.attacked = true">Jacket`;
  mockApi.on("POST /api/detections", {
    ...seenClothes,
    title: name,
    items: [{ ...seenClothes.items[0], productName: name } as never],
  });
  const { detect } = await openFormWithPhoto();
  await detect();
  await screen.findByText("AI detected style and 1 item!");
  expect([screen.getByLabelText<HTMLInputElement>(/^Title/).value, productNameOf(1)]).toEqual([name, name]);
  expect(document.querySelector("[onerror]")).toBeNull();
});

test("nothing that was typed is replaced", async () => {
  mockApi.on("POST /api/detections", seenClothes);
  const { user, detect } = await openFormWithPhoto();
  await user.type(screen.getByLabelText(/^Title/), "My own title");
  await user.click(screen.getByRole("radio", { name: "Casual" }));
  await user.type(itemCard(1).getByLabelText("Product name"), "Beret");
  await detect();
  await screen.findByText("AI detected style and 2 items!");
  expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe("My own title");
  expect(screen.getByRole("radio", { name: "Casual" })).toHaveProperty("checked", true);
  expect([productNameOf(1), productNameOf(2), productNameOf(3)]).toEqual(["Beret", "Rust jacket", "Blue jeans"]);
});

test("anyone who types in an item meanwhile keeps the focus and goes on, also when the photo is replaced", async () => {
  const answer = deferred<Detection>();
  mockApi.on("POST /api/detections", () => answer.promise);
  const { user, detect, press, choosePhoto, upload } = await openFormWithPhoto();
  await detect();
  await press("Add Another Item");
  const [first, brand] = [1, 2].map((number) => itemCard(number).getByLabelText<HTMLInputElement>("Brand"));
  await user.type(brand as HTMLInputElement, "Hal");
  answer.resolve(seenClothes);
  await screen.findByText("AI detected style and 2 items!");
  // The empty card was filled where it is.
  expect([productNameOf(1), productNameOf(2), productNameOf(3)]).toEqual(["Rust jacket", "", "Blue jeans"]);
  expect(itemCard(1).getByLabelText("Brand")).toBe(first);
  expect(document.activeElement).toBe(brand);
  await user.keyboard("den");
  expect(itemCard(2).getByLabelText<HTMLInputElement>("Brand").value).toBe("Halden");
  await choosePhoto();
  act(() => brand?.focus());
  upload.finish();
  await waitFor(() => expect(screen.queryByRole("group", { name: "Item 2" })).toBeNull());
  expect(document.activeElement).toBe(brand);
  await user.keyboard(" Mills");
  expect(itemCard(1).getByLabelText<HTMLInputElement>("Brand").value).toBe("Halden Mills");
});

test("each suggestion is accepted, dismissed and restored with one press", async () => {
  mockApi.on("POST /api/detections", seenClothes);
  const { detect, press } = await openFormWithPhoto();
  await detect();
  await press("Dismiss Rust jacket");
  await waitFor(() => expect(productNameOf(1)).toBe("Blue jeans"));
  await press("Undo Rust jacket");
  await waitFor(() => expect([productNameOf(1), productNameOf(2)]).toEqual(["Rust jacket", "Blue jeans"]));
  await press("Accept Rust jacket");
  await waitFor(() => expect(screen.getAllByText("AI Detected")).toHaveLength(1));
  await press("Undo Rust jacket");
  await waitFor(() => expect(screen.getAllByText("AI Detected")).toHaveLength(2));
});

test("dismissed items return to where they were, whichever of them is restored first", async () => {
  const hat = { category: "Cap" as const, brand: "", productName: "Navy hat", box: null, point: null };
  mockApi.on("POST /api/detections", { ...seenClothes, items: [...seenClothes.items, hat] });
  const { detect, press } = await openFormWithPhoto();
  await detect();
  await press("Dismiss Rust jacket");
  await press("Dismiss Blue jeans");
  await waitFor(() => expect(productNameOf(1)).toBe("Navy hat"));
  await press("Undo Rust jacket");
  await press("Undo Blue jeans");
  await waitFor(() =>
    expect([productNameOf(1), productNameOf(2), productNameOf(3)]).toEqual(["Rust jacket", "Blue jeans", "Navy hat"]),
  );
  for (const name of ["Rust jacket", "Blue jeans", "Navy hat"]) await press(`Dismiss ${name}`);
  for (const name of ["Navy hat", "Blue jeans", "Rust jacket"]) await press(`Undo ${name}`);
  await waitFor(() =>
    expect([productNameOf(1), productNameOf(2), productNameOf(3)]).toEqual(["Rust jacket", "Blue jeans", "Navy hat"]),
  );
});

test("title and style are dismissed and restored with one press too, unless they were typed since", async () => {
  mockApi.on("POST /api/detections", seenClothes);
  const { user, detect, press } = await openFormWithPhoto();
  await detect();
  const title = () => screen.getByLabelText<HTMLInputElement>(/^Title/);
  await press("Dismiss the title");
  await waitFor(() => expect(title().value).toBe(""));
  await press("Dismiss the style");
  await waitFor(() => expect(screen.getByRole("radio", { name: "Retro" })).toHaveProperty("checked", false));
  await press("Undo the style");
  await waitFor(() => expect(screen.getByRole("radio", { name: "Retro" })).toHaveProperty("checked", true));
  await press("Undo the title");
  await waitFor(() => expect(title().value).toBe(seenClothes.title));
  await press("Accept the title");
  expect(await screen.findByRole("button", { name: "Undo the title" })).toBeTruthy();
  await user.type(title(), ", mine");
  await waitFor(() => expect(screen.queryByRole("button", { name: /the title$/ })).toBeNull());
});

test("what was typed into a suggested item survives its dismissal and a look at another person", async () => {
  const other = { x: 0.6, y: 0.2, width: 0.2, height: 0.6 };
  mockApi.on("POST /api/detections", { ...seenClothes, people: [seenBox, other] });
  const { user, detect, press } = await openFormWithPhoto();
  await detect();
  await user.type(await within(await screen.findByRole("group", { name: "Item 2" })).findByLabelText("Brand"), "Lune");
  await waitFor(() => expect(screen.getAllByText("AI Detected")).toHaveLength(1));
  await press("Dismiss Blue jeans");
  await press("Undo Blue jeans");
  await waitFor(() => expect(itemCard(2).getByLabelText<HTMLInputElement>("Brand").value).toBe("Lune"));
  mockApi.on("POST /api/detections", {
    ...seenClothes,
    title: "Navy hat",
    items: [{ category: "Cap", brand: "", productName: "Navy hat", box: null, point: null }],
    people: [seenBox, other],
  });
  await press("Detect the clothes of person 2");
  await waitFor(() => expect([productNameOf(1), productNameOf(2)]).toEqual(["Blue jeans", "Navy hat"]));
  expect(itemCard(1).getByLabelText<HTMLInputElement>("Brand").value).toBe("Lune");
  expect(screen.queryByRole("group", { name: "Item 3" })).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe("Navy hat");
});

test("an item is outlined in the photo while it is pointed at or focused", async () => {
  mockApi.on("POST /api/detections", seenClothes);
  const { user, detect } = await openFormWithPhoto();
  await detect();
  await user.hover(await screen.findByRole("button", { name: "Show Rust jacket in the photo" }));
  expect(screen.getByTestId("outline").style.left).toBe("20%");
  await user.unhover(screen.getByRole("button", { name: "Show Rust jacket in the photo" }));
  expect(screen.queryByTestId("outline")).toBeNull();
  act(() => screen.getByRole("button", { name: "Show Rust jacket in the photo" }).focus());
  expect((await screen.findByTestId("outline")).style.width).toBe("50%");
});

test("outlines in the photo are light and dark, so that they are seen on any photo", async () => {
  const other = { x: 0.6, y: 0.2, width: 0.2, height: 0.6 };
  mockApi.on("POST /api/detections", { ...seenClothes, people: [seenBox, other] });
  const { user, detect } = await openFormWithPhoto();
  await detect();
  await user.hover(await screen.findByRole("button", { name: "Show Rust jacket in the photo" }));
  const people = screen.getAllByRole("button", { name: /Detect the clothes of person/ });
  for (const outline of [screen.getByTestId("outline"), ...people])
    expect(outline.classList).toContain("photo-outline");
});

test("an item's card outlines it too, and stays its card when it is renamed", async () => {
  mockApi.on("POST /api/detections", seenClothes);
  const { user, detect } = await openFormWithPhoto();
  await detect();
  await screen.findByText("AI detected style and 2 items!");
  await user.clear(itemCard(1).getByLabelText("Product name"));
  await user.type(itemCard(1).getByLabelText("Product name"), "Corduroy blazer");
  expect((await screen.findByTestId("outline")).style.left).toBe("20%");
  act(() => itemCard(2).getByLabelText("Product name").focus());
  await waitFor(() => expect(screen.queryByTestId("outline")).toBeNull());
  expect(screen.queryByText("Dismissed")).toBeNull();
  await detect();
  await waitFor(() => expect(mockApi.requests("POST /api/detections")).toHaveLength(2));
  await screen.findByRole("button", { name: "Detect Clothing with AI" });
  expect([productNameOf(1), productNameOf(2)]).toEqual(["Corduroy blazer", "Blue jeans"]);
  expect(screen.queryByRole("group", { name: "Item 3" })).toBeNull();
});

test("a photo that is replaced takes along what was detected in it, but nothing that was typed or accepted", async () => {
  mockApi.on("POST /api/detections", seenClothes);
  const { user, detect, press, choosePhoto, upload } = await openFormWithPhoto();
  await detect();
  await screen.findByText("AI detected style and 2 items!");
  await user.type(itemCard(1).getByLabelText("Brand"), "Halden");
  await press("Accept the title");
  await choosePhoto();
  upload.finish();
  await waitFor(() => expect(screen.queryByRole("list", { name: "Detected items" })).toBeNull());
  await waitFor(() => expect(screen.queryByText("AI Detected")).toBeNull());
  expect(productNameOf(1)).toBe("Rust jacket");
  expect(screen.queryByRole("group", { name: "Item 2" })).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe(seenClothes.title);
  expect(screen.getByRole("radio", { name: "Retro" })).toHaveProperty("checked", false);
});

test("a pressed item stays outlined when the page scrolls away under the pointer, until the focus leaves", async () => {
  const hat = {
    category: "Cap" as const,
    brand: "",
    productName: "Navy hat",
    box: { ...seenBox, x: 0.7 },
    point: null,
  };
  mockApi.on("POST /api/detections", { ...seenClothes, items: [...seenClothes.items.slice(0, 1), hat] });
  const { user, detect } = await openFormWithPhoto();
  await detect();
  const jacket = await screen.findByRole("button", { name: "Show Rust jacket in the photo" });
  await user.click(jacket);
  await user.unhover(jacket);
  await user.hover(screen.getByRole("button", { name: "Show Navy hat in the photo" }));
  expect(screen.getByTestId("outline").style.left).toBe("20%");
  await user.tab();
  expect(screen.queryByTestId("outline")).toBeNull();
});

test("a failure keeps the form, and another attempt may succeed", async () => {
  mockApi.on("POST /api/detections", fails("detection.failed"));
  const { user, detect } = await openFormWithPhoto();
  await user.type(screen.getByLabelText(/^Title/), "My own title");
  await detect();
  expect(await screen.findByText("Failed to detect clothing. Please try again.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe("My own title");
  mockApi.on("POST /api/detections", seenClothes);
  await detect();
  expect(await screen.findByText("AI detected style and 2 items!")).toBeTruthy();
});

test("a detection says how many photos are ahead, can be cancelled, and its answer changes nothing then", async () => {
  const answer = deferred<Detection>();
  const place = deferred<{ ahead: number }>();
  mockApi.on("POST /api/detections", () => answer.promise);
  mockApi.on("GET /api/detections/:imageId/place", () => place.promise);
  const { detect, press } = await openFormWithPhoto();
  await detect();
  expect(await screen.findByText("Detecting clothes…")).toBeTruthy();
  // The pressed button is gone, and the keyboard goes on from its place.
  const panel = screen.getByRole("region", { name: "Clothing detection" });
  expect(panel.contains(document.activeElement)).toBe(true);
  place.resolve({ ahead: 2 });
  expect(await screen.findByText("Waiting: 2 photos are ahead of yours")).toBeTruthy();
  mockApi.on("GET /api/detections/:imageId/place", { ahead: 0 });
  expect(await screen.findByText("Looking at your photo…", undefined, { timeout: 3_000 })).toBeTruthy();
  await press("Cancel");
  expect(await screen.findByRole("button", { name: "Detect Clothing with AI" })).toBeTruthy();
  expect(panel.contains(document.activeElement)).toBe(true);
  answer.resolve(seenClothes);
  expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe("");
});

test("a detection ends with its photo: a new cover can be looked at at once", async () => {
  const answer = deferred<Detection>();
  mockApi.on("POST /api/detections", () => answer.promise);
  const { detect, choosePhoto, upload } = await openFormWithPhoto();
  await detect();
  expect(await screen.findByRole("button", { name: "Cancel" })).toBeTruthy();
  await choosePhoto();
  upload.finish();
  expect(await screen.findByRole("button", { name: "Detect Clothing with AI" })).toBeTruthy();
  expect(screen.queryByText(/Detecting clothes|Looking at your photo/)).toBeNull();
  mockApi.on("POST /api/detections", { ...seenClothes, title: "The new cover" });
  await detect();
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe("The new cover"));
  answer.resolve(seenClothes);
  expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe("The new cover");
});

test("of several people another one can be looked at", async () => {
  const other = { x: 0.6, y: 0.2, width: 0.2, height: 0.6 };
  mockApi.on("POST /api/detections", { ...seenClothes, people: [seenBox, other] });
  const { detect, press } = await openFormWithPhoto();
  await detect();
  mockApi.on("POST /api/detections", {
    ...seenClothes,
    items: [{ category: "Cap", brand: "", productName: "Navy hat", box: null, point: null }],
    people: [seenBox, other],
  });
  await press("Detect the clothes of person 2");
  await waitFor(() => expect(productNameOf(1)).toBe("Navy hat"));
  expect(mockApi.requests("POST /api/detections")[1]?.body).toMatchObject({ point: { x: 0.7, y: 0.5 } });
  expect(screen.queryByRole("group", { name: "Item 2" })).toBeNull();
});

test("the form says where the photo goes and offers the member's brands", async () => {
  mockApi.on("GET /api/me/detection", { externalHost: "vision.example", brands: ["Halden"] });
  const { detect } = await openFormWithPhoto();
  mockApi.on("POST /api/detections", seenClothes);
  const panel = within(await screen.findByRole("region", { name: "Clothing detection" }));
  expect(await panel.findByText("Your photo is sent to vision.example for this.")).toBeTruthy();
  await detect();
  const brand = itemCard(1).getByLabelText<HTMLInputElement>("Brand");
  expect([...(brand.list?.options ?? [])].map(({ value }) => value)).toEqual(["Halden"]);
});

test("a suggested text says beside its button where the photo goes", async () => {
  mockApi.on("GET /api/me/detection", { externalHost: "vision.example", brands: [] });
  const { user, upload } = await openFormWithPhoto();
  await user.upload(await screen.findByLabelText("More photos of the outfit"), [photo()]);
  upload.finish();
  const button = await screen.findByRole("button", { name: "Suggest a text for photo 2" });
  expect(button.parentElement?.textContent).toContain("Your photo is sent to vision.example for this.");
});

test("brands that are missing are counted before posting, and Post leads to the first of them", async () => {
  mockApi.on("POST /api/detections", seenClothes);
  const { user, detect, post, press } = await openFormWithPhoto();
  expect(screen.queryByText(/brand\./)).toBeNull();
  await detect();
  const hint = (need: string) => `${need}. A photo can't tell it, so please fill it in.`;
  // At the photo, and above the cards.
  expect(await screen.findAllByText(hint("2 detected items need a brand"))).toHaveLength(2);
  await user.type(itemCard(1).getByLabelText("Brand"), "Halden");
  expect(await screen.findAllByText(hint("1 detected item needs a brand"))).toHaveLength(2);
  await user.click(post());
  await waitFor(() => expect(document.activeElement).toBe(itemCard(2).getByLabelText("Brand")));
  expect(mockApi.requests("POST /api/outfits")).toHaveLength(0);
  await user.type(itemCard(2).getByLabelText("Brand"), "Lune");
  expect(await screen.findAllByText("Every detected item has a brand.")).toHaveLength(2);
  await press("Dismiss Blue jeans");
  expect(await screen.findAllByText("Every detected item has a brand.")).toHaveLength(2);
});

test("a detected item is placed on the photo and posted so", async () => {
  mockApi.on("POST /api/detections", seenClothes);
  const { user, detect, upload, post } = await openFormWithPhoto();
  await detect();
  await screen.findByText("AI detected style and 2 items!");
  await user.type(itemCard(1).getByLabelText("Brand"), "Halden");
  await user.type(itemCard(2).getByLabelText("Brand"), "Lune");
  mockApi.on("POST /api/outfits", fails("rate.limited"));
  await user.click(post());
  await waitFor(() => expect(mockApi.requests("POST /api/outfits")).toHaveLength(1));
  const spot = { imageId: upload.imageId, x: 0.432, y: 0.3 };
  expect(mockApi.requests("POST /api/outfits")[0]?.body).toMatchObject({ items: [{ spot }, { spot: null }] });
});

test("an alt text is offered from what was detected, and never over what was typed", async () => {
  mockApi.on("POST /api/detections", seenClothes);
  const { user, detect } = await openFormWithPhoto();
  expect(await screen.findByRole("button", { name: "Suggest a text for the cover" })).toBeTruthy();
  await detect();
  const text = "A person wearing a rust jacket and blue jeans";
  expect(await screen.findByText(text)).toBeTruthy();
  const field = screen.getByLabelText<HTMLTextAreaElement>("Alt text");
  expect(field.value).toBe("");
  await user.type(field, "Me");
  expect(screen.queryByText(text)).toBeNull();
  await user.clear(field);
  await user.click(await screen.findByRole("button", { name: "Use it for the cover" }));
  expect(field.value).toBe(text);
  expect(screen.queryByRole("button", { name: /Use it/ })).toBeNull();
});

test("an alt text describes the person whose clothes were looked at last", async () => {
  const other = { x: 0.6, y: 0.2, width: 0.2, height: 0.6 };
  mockApi.on("POST /api/detections", { ...seenClothes, people: [seenBox, other] });
  const { detect, press } = await openFormWithPhoto();
  await detect();
  expect(await screen.findByText("One of 2 people, wearing a rust jacket and blue jeans")).toBeTruthy();
  const hat = { category: "Cap" as const, brand: "", productName: "Navy hat", box: null, point: null };
  mockApi.on("POST /api/detections", { ...seenClothes, items: [hat], people: [seenBox, other] });
  await press("Detect the clothes of person 2");
  expect(await screen.findByText("One of 2 people, wearing a navy hat")).toBeTruthy();
  expect(screen.queryByText(/rust jacket and blue jeans/)).toBeNull();
});

test("a further photo is described on request, without a change of the form", async () => {
  const { user, upload, press } = await openFormWithPhoto();
  await user.upload(await screen.findByLabelText("More photos of the outfit"), [photo()]);
  upload.finish();
  mockApi.on("POST /api/detections", { ...seenClothes, people: [] });
  await press("Suggest a text for photo 2");
  expect(await screen.findByText("A rust jacket and blue jeans")).toBeTruthy();
  expect(mockApi.requests("POST /api/detections")[0]?.body).toEqual({ imageId: upload.idOf(1) });
  expect(productNameOf(1)).toBe("");
  await press("Use it for photo 2");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Alt text of photo 2").value).toBe("A rust jacket and blue jeans");
});
