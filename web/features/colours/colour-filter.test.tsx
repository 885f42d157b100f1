import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { anOutfit, anOutfitCard, aPage, aStyle } from "#web/testing/samples.ts";

const corduroy = anOutfitCard({ altText: "Rust corduroy" });
const linen = anOutfitCard({ altText: "Linen suit" });

beforeEach(() => {
  mockApi.on("GET /api/styles", { items: [aStyle()] });
  mockApi.on("GET /api/outfits", ({ query }) => aPage(query["colours"] === undefined ? [corduroy, linen] : [corduroy]));
});

const panel = async () => within(await screen.findByRole("group", { name: "Colours of the clothes" }));

test("several colours are chosen at once, are in the address and can be cleared", async () => {
  const { user, router } = await renderApp("/explore");
  await user.click(screen.getByRole("button", { name: "Filter outfits" }));
  await user.click(await screen.findByRole("button", { name: "Colours" }));
  const colours = await panel();
  await user.click(colours.getByRole("checkbox", { name: "Navy" }));
  await user.click(colours.getByRole("checkbox", { name: "Rust" }));
  expect(router.state.location.search).toEqual({ colours: "navy,rust" });
  expect(colours.getByText("Rust and Navy")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("link", { name: /Linen suit/ })).toBeNull());
  await user.click(colours.getByRole("button", { name: "Clear" }));
  expect(router.state.location.search).toEqual({});
});

test("after Back the colours of that address are chosen, not those pressed there", async () => {
  const { user, router } = await renderApp("/explore?colours=rust");
  const colours = await panel();
  const navy = () => colours.getByRole("checkbox", { name: "Navy" });
  await user.click(navy());
  await waitFor(() => expect(router.state.location.search).toEqual({ colours: "rust,navy" }));
  act(() => router.history.back());
  await waitFor(() => expect(router.state.location.search).toEqual({ colours: "rust" }));
  await waitFor(() => expect(navy()).toHaveProperty("checked", false));
  await user.click(colours.getByRole("checkbox", { name: "Olive" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ colours: "rust,olive" }));
});

test.each([
  ["purpleish,rust", { colours: "rust" }],
  ["purpleish", {}],
])("colours that do not exist leave the address, where Back does not find them: %s", async (value, search) => {
  const { router } = await renderApp("/styles");
  await act(() => router.navigate({ to: "/explore", search: { colours: value } }));
  await waitFor(() => expect(router.state.location.search).toEqual(search));
  expect(await panel()).toBeTruthy();
  act(() => router.history.back());
  await waitFor(() => expect(router.state.location.pathname).toBe("/styles"));
  // As the server does.
  expect(() => mockApi.verify()).toThrow("Not a colour: purpleish");
});

test("colours that are pressed faster than the address changes are all chosen", async () => {
  const { router } = await renderApp("/explore?colours=rust");
  const colours = await panel();
  const box = (name: string) => colours.getByRole("checkbox", { name });
  fireEvent.click(box("Navy"));
  expect(box("Navy")).toHaveProperty("checked", true);
  fireEvent.click(box("Olive"));
  fireEvent.click(box("Rust"));
  await waitFor(() => expect(router.state.location.search).toEqual({ colours: "olive,navy" }));
  await waitFor(() => expect(colours.getByText("Olive and Navy")).toBeTruthy());
});

test("the colours of an address are chosen, and arrow keys move between them with one stop of the Tab key", async () => {
  const { user } = await renderApp("/explore?colours=rust");
  const colours = await panel();
  const rust = colours.getByRole("checkbox", { name: "Rust" });
  expect(rust).toHaveProperty("checked", true);
  expect(colours.getAllByRole("checkbox").filter((box) => box.tabIndex === 0)).toEqual([rust]);
  rust.focus();
  await user.keyboard("{ArrowRight}");
  expect(document.activeElement).toBe(colours.getByRole("checkbox", { name: "Orange" }));
  await user.keyboard(" ");
  expect(colours.getByText("Rust and Orange")).toBeTruthy();
});

test("an outfit's palette leads to more of each colour", async () => {
  const outfit = anOutfit({
    palette: [
      { key: "rust", hex: "#a34b27", share: 0.62 },
      { key: "sky", hex: "#8fbbe2", share: 0.38 },
    ],
  });
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  mockApi.on("GET /api/outfits/:outfitId/comments", aPage([]));
  mockApi.on("GET /api/outfits/:outfitId/similar", { items: [] });
  await renderApp(`/outfit/${outfit.id}`);
  const list = within(await screen.findByRole("list", { name: "Colours" }));
  expect(list.getByRole("link", { name: "Light blue 38 %" }).getAttribute("href")).toBe("/explore?colours=sky");
});
