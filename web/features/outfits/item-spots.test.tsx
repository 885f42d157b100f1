import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { anId, anOutfit, aPage } from "#web/testing/samples.ts";

const outfit = anOutfit();
const [cover] = outfit.photos;
const items = outfit.items.map((item, index) => ({
  ...item,
  spot: index === 0 ? { imageId: cover?.imageId ?? "", x: 0.25, y: 0.5 } : null,
}));

beforeEach(() => {
  mockApi.on("GET /api/outfits/:outfitId", { ...outfit, items });
  mockApi.on("GET /api/outfits/:outfitId/comments", aPage([]));
  mockApi.on("GET /api/outfits/:outfitId/similar", { items: [] });
});

test("by keyboard, marks follow the button that shows them, and Escape closes what a mark names", async () => {
  const { user } = await renderApp(`/outfit/${outfit.id}`);
  (await screen.findByRole("button", { name: "Show items on the photo" })).focus();
  await user.keyboard("{Enter}");
  await user.tab();
  const mark = screen.getByRole("button", { name: "Halden Corduroy jacket" });
  expect(document.activeElement).toBe(mark);
  await user.keyboard("{Enter}");
  await user.tab();
  expect(document.activeElement?.getAttribute("href")).toMatch(/^#item-/);
  await user.keyboard("{Escape}");
  expect(mark.getAttribute("aria-expanded")).toBe("false");
  expect(document.activeElement).toBe(mark);
});

test("items are marked on request, and a mark leads to its row in 'Shop this look'", async () => {
  Element.prototype.scrollIntoView = () => undefined;
  const { user, router } = await renderApp(`/outfit/${outfit.id}`);
  const toggle = await screen.findByRole("button", { name: "Show items on the photo" });
  expect(screen.queryByRole("list", { name: "Items on this photo" })).toBeNull();
  await user.click(toggle);
  const marks = within(screen.getByRole("list", { name: "Items on this photo" }));
  expect(marks.getAllByRole("button")).toHaveLength(1);
  await user.click(marks.getByRole("button", { name: "Halden Corduroy jacket" }));
  await user.click(marks.getByRole("link", { name: /Corduroy jacket/ }));
  await waitFor(() => expect(document.activeElement?.textContent).toContain("Corduroy jacket"));
  expect(document.activeElement?.tagName).toBe("LI");
  expect(router.state.location.pathname).toBe(`/outfit/${outfit.id}`);
});

test("a row of 'Shop this look' shows its mark while it has the focus, and leads to it", async () => {
  const second = { ...outfit.photos[0], imageId: crypto.randomUUID() } as (typeof outfit.photos)[number];
  const places = [cover?.imageId ?? "", second.imageId];
  const placed = outfit.items.map((item, at) => ({ ...item, spot: { imageId: places[at] ?? "", x: 0.25, y: 0.5 } }));
  mockApi.on("GET /api/outfits/:outfitId", { ...outfit, items: placed, photos: [...outfit.photos, second] });
  mockApi.on("GET /api/outfits", aPage([]));
  const scrollIntoView = vi.fn<() => void>();
  Element.prototype.scrollIntoView = scrollIntoView;
  const { user } = await renderApp(`/outfit/${outfit.id}`);
  await screen.findByRole("button", { name: "Show items on the photo" });
  const row = within(screen.getByRole("list", { name: "Shop this look" }));
  const marks = () => screen.queryAllByRole("button", { name: /^(Halden|Loom & Co) / });
  act(() => row.getByRole("link", { name: "Halden" }).focus());
  expect(marks().map((mark) => [mark.getAttribute("aria-label"), mark.ariaExpanded])).toEqual([
    ["Halden Corduroy jacket", "true"],
  ]);
  expect(scrollIntoView).not.toHaveBeenCalled();
  await user.click(row.getByRole("button", { name: "Show Flared jeans on the photo" }));
  expect(screen.getByRole("group", { name: "Photo 2 of 2" })).toBeTruthy();
  expect(marks().map((mark) => mark.getAttribute("aria-label"))).toEqual(["Loom & Co Flared jeans"]);
  expect(scrollIntoView).toHaveBeenCalledOnce();
  act(() => marks()[0]?.focus());
  expect(marks()).toHaveLength(1);
  act(() => row.getByRole("link", { name: "Loom & Co" }).focus());
  act(() => screen.getByRole("button", { name: "Show items on the photo" }).focus());
  expect(marks()).toEqual([]);
});

test("what a mark names stays within the photo, also a long name near its lower corner", async () => {
  const productName = "Boots ".repeat(33).trim();
  const [first] = items;
  const placed = [0.97, 0.03].map((at, place) => ({
    ...(first as (typeof items)[number]),
    id: anId(),
    brand: `Brand ${place}`,
    productName,
    spot: { imageId: cover?.imageId ?? "", x: at, y: at },
  }));
  mockApi.on("GET /api/outfits/:outfitId", { ...outfit, items: placed });
  const { user } = await renderApp(`/outfit/${outfit.id}`);
  await user.click(await screen.findByRole("button", { name: "Show items on the photo" }));
  const marks = within(screen.getByRole("list", { name: "Items on this photo" }));
  const styleOf = async (brand: string) => {
    await user.click(marks.getByRole("button", { name: `${brand} ${productName}` }));
    return marks.getByRole("link", { name: new RegExp(`^${brand}`) }).style;
  };
  const low = await styleOf("Brand 0");
  expect([low.bottom, low.top, low.left, low.transform]).toEqual(["20px", "", "97%", "translateX(-97%)"]);
  expect(low.maxWidth).toContain("80%");
  const high = await styleOf("Brand 1");
  expect([high.bottom, high.top, high.left, high.transform]).toEqual(["", "20px", "3%", "translateX(-3%)"]);
});

test("a photo without marks has no list of them", async () => {
  const second = { ...outfit.photos[0], imageId: crypto.randomUUID() } as (typeof outfit.photos)[number];
  mockApi.on("GET /api/outfits/:outfitId", { ...outfit, items, photos: [...outfit.photos, second] });
  const { user } = await renderApp(`/outfit/${outfit.id}`);
  await user.click(await screen.findByRole("button", { name: "Show items on the photo" }));
  expect(screen.getAllByRole("list", { name: "Items on this photo", hidden: true })).toHaveLength(1);
});
