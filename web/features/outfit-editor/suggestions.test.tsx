import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { limits } from "#contract/limits.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import {
  itemCard,
  openFormWithPhoto,
  openOutfitForm,
  prepareOutfitForm,
  productNameOf,
  seenBox,
  seenClothes,
} from "#web/testing/outfit-form.tsx";
import { memberId } from "#web/testing/sign-in.ts";
import { saveDraft } from "./draft-store.ts";
import { emptyItem, emptyOutfit } from "./outfit-form.ts";

beforeEach(prepareOutfitForm);

test("a title and style without any item are listed, too, and dismissed with one press", async () => {
  mockApi.on("POST /api/detections", { ...seenClothes, items: [] });
  const { detect, press } = await openFormWithPhoto();
  await detect();
  expect(await screen.findByText("AI detected a title and style, but no items")).toBeTruthy();
  expect(screen.queryByRole("list", { name: "Detected items" })).toBeNull();
  await press("Dismiss the title");
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe(""));
  expect(screen.getByRole("button", { name: "Undo the title" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Dismiss the style" })).toBeTruthy();
});

test("a card stays its suggestion's when it is renamed, also without a place on the photo", async () => {
  mockApi.on("POST /api/detections", seenClothes);
  const { user, detect, press } = await openFormWithPhoto();
  await detect();
  await screen.findByText("AI detected style and 2 items!");
  await user.clear(itemCard(2).getByLabelText("Product name"));
  await user.type(itemCard(2).getByLabelText("Product name"), "Denim");
  expect(screen.queryByText("Dismissed")).toBeNull();
  await detect();
  await screen.findByRole("button", { name: "Dismiss Blue jeans" });
  // What is as it was written is written again.
  expect([productNameOf(1), productNameOf(2)]).toEqual(["Denim", "Rust jacket"]);
  expect(screen.queryByRole("group", { name: "Item 3" })).toBeNull();
  await press("Dismiss Blue jeans");
  await waitFor(() => expect(productNameOf(1)).toBe("Rust jacket"));
  await press("Undo Blue jeans");
  await waitFor(() => expect([productNameOf(1), productNameOf(2)]).toEqual(["Denim", "Rust jacket"]));
});

test("dismissing a suggestion leaves a card alone that says the same by hand", async () => {
  mockApi.on("POST /api/detections", seenClothes);
  const { user, detect, press } = await openFormWithPhoto();
  await detect();
  await press("Add Another Item");
  await user.click(itemCard(3).getByRole("radio", { name: "Jacket" }));
  await user.type(itemCard(3).getByLabelText("Product name"), "Rust jacket");
  await user.type(itemCard(3).getByLabelText("Brand"), "Halden");
  await press("Dismiss Rust jacket");
  await waitFor(() => expect([productNameOf(1), productNameOf(2)]).toEqual(["Blue jeans", "Rust jacket"]));
  expect(itemCard(2).getByLabelText<HTMLInputElement>("Brand").value).toBe("Halden");
  await press("Undo Rust jacket");
  await waitFor(() =>
    expect([productNameOf(1), productNameOf(2), productNameOf(3)]).toEqual([
      "Rust jacket",
      "Blue jeans",
      "Rust jacket",
    ]),
  );
});

test("a suggestion without a place among ten items says so, and can be added once there is one", async () => {
  const beret = { ...emptyItem, category: "Cap" as const, brand: "Halden" };
  const items = Array.from({ length: limits.itemsMax - 1 }, (_, at) => ({ ...beret, productName: `Beret ${at}` }));
  saveDraft({ userId: memberId, outfitId: null, basedOn: null }, { ...emptyOutfit, items });
  mockApi.on("POST /api/detections", seenClothes);
  const { detect, press, choosePhoto, upload } = await openFormWithPhoto();
  await detect();
  const left = await screen.findByRole("button", { name: "Show Blue jeans in the photo" });
  const row = within(left.closest("li") ?? document.body);
  expect(row.getByText("Maximum 10 items allowed")).toBeTruthy();
  expect(row.queryByText("Dismissed")).toBeNull();
  await press("Remove item 1");
  expect(await row.findByText("Not added")).toBeTruthy();
  await press("Add Blue jeans");
  await waitFor(() => expect(productNameOf(10)).toBe("Blue jeans"));
  expect(await itemCard(10).findByText("AI Detected")).toBeTruthy();
  await choosePhoto();
  upload.finish();
  await waitFor(() => expect(screen.queryByRole("group", { name: "Item 9" })).toBeNull());
});

test("a reload keeps what is suggested, and what was made of it", async () => {
  mockApi.on("POST /api/detections", seenClothes);
  const first = await openFormWithPhoto();
  await first.detect();
  await first.press("Accept Rust jacket");
  await first.press("Dismiss the title");
  window.dispatchEvent(new Event("pagehide"));
  first.unmount();

  const { user } = await openOutfitForm();
  expect(screen.getAllByText("AI Detected")).toHaveLength(1);
  await user.click(await screen.findByRole("button", { name: "Undo Rust jacket" }));
  await waitFor(() => expect(screen.getAllByText("AI Detected")).toHaveLength(2));
  await user.click(screen.getByRole("button", { name: "Undo the title" }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe(seenClothes.title));
  await user.type(itemCard(2).getByLabelText("Brand"), "Lune");
  await waitFor(() => expect(screen.getAllByText("AI Detected")).toHaveLength(1));
});

test("two items that are seen in one box have a card each", async () => {
  const [jacket, jeans] = seenClothes.items.map((item) => ({ ...item, box: seenBox, point: { x: 0.4, y: 0.3 } }));
  mockApi.on("POST /api/detections", { ...seenClothes, items: [jacket, jeans] as never });
  const { detect, press } = await openFormWithPhoto();
  await detect();
  await waitFor(() => expect([productNameOf(1), productNameOf(2)]).toEqual(["Rust jacket", "Blue jeans"]));
  expect(screen.getAllByText("AI Detected")).toHaveLength(2);
  await press("Dismiss Blue jeans");
  await waitFor(() => expect(screen.queryByRole("group", { name: "Item 2" })).toBeNull());
  expect(productNameOf(1)).toBe("Rust jacket");
  expect(screen.getByRole("button", { name: "Dismiss Rust jacket" })).toBeTruthy();
});

test("a suggestion whose card is removed or cleared by hand comes back with all that was typed into it", async () => {
  mockApi.on("POST /api/detections", seenClothes);
  const { user, detect, press } = await openFormWithPhoto();
  await detect();
  await screen.findByText("AI detected style and 2 items!");
  await user.type(itemCard(1).getByLabelText("Brand"), "Halden");
  await user.type(itemCard(1).getByLabelText(/^Product URL/), "https://halden.example/jacket");
  await press("Remove item 1");
  await waitFor(() => expect(productNameOf(1)).toBe("Blue jeans"));
  await press("Undo Rust jacket");
  await waitFor(() => expect([productNameOf(1), productNameOf(2)]).toEqual(["Rust jacket", "Blue jeans"]));
  expect(itemCard(1).getByLabelText<HTMLInputElement>("Brand").value).toBe("Halden");
  expect(itemCard(1).getByLabelText<HTMLInputElement>(/^Product URL/).value).toBe("https://halden.example/jacket");

  await press("Remove item 2");
  await user.click(itemCard(1).getByRole("button", { name: "Clear" }));
  await waitFor(() => expect(productNameOf(1)).toBe(""));
  await press("Undo Rust jacket");
  await waitFor(() => expect(productNameOf(1)).toBe("Rust jacket"));
  expect(itemCard(1).getByLabelText<HTMLInputElement>("Brand").value).toBe("Halden");
  expect(screen.queryByRole("group", { name: "Item 2" })).toBeNull();
});

test("dismissing a suggestion that is the member's own card leaves that card alone", async () => {
  mockApi.on("POST /api/detections", seenClothes);
  const { user, detect, press } = await openFormWithPhoto();
  await user.click(itemCard(1).getByRole("radio", { name: "Jacket" }));
  await user.type(itemCard(1).getByLabelText("Product name"), "Rust jacket");
  await user.type(itemCard(1).getByLabelText("Brand"), "Halden");
  await detect();
  await press("Dismiss Rust jacket");
  expect(await screen.findByText("Dismissed")).toBeTruthy();
  await press("Dismiss Blue jeans");
  await waitFor(() => expect(screen.queryByRole("group", { name: "Item 2" })).toBeNull());
  expect(productNameOf(1)).toBe("Rust jacket");
  expect(itemCard(1).getByLabelText<HTMLInputElement>("Brand").value).toBe("Halden");
  await press("Undo Rust jacket");
  await press("Undo Blue jeans");
  await waitFor(() => expect([productNameOf(1), productNameOf(2)]).toEqual(["Rust jacket", "Blue jeans"]));
  expect(screen.queryByRole("group", { name: "Item 3" })).toBeNull();
  expect(screen.getByRole("button", { name: "Dismiss Rust jacket" })).toBeTruthy();
});

test("an accepted suggestion stays accepted when the same photo is looked at again", async () => {
  mockApi.on("POST /api/detections", seenClothes);
  const { detect, press } = await openFormWithPhoto();
  await detect();
  await press("Accept Rust jacket");
  await detect();
  await waitFor(() => expect(mockApi.requests("POST /api/detections")).toHaveLength(2));
  expect(await screen.findByRole("button", { name: "Undo Rust jacket" })).toBeTruthy();
  expect(screen.getAllByText("AI Detected")).toHaveLength(1);
});
