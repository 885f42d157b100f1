import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { anId, anOutfit, aPage } from "#web/testing/samples.ts";

const outfit = anOutfit({ isAiMade: true });
const [cover] = outfit.photos;
const photoAt = (place: number) => ({
  imageId: anId(),
  picture: { url: `/media/u/${place}.webp`, width: 1_440, height: 1_080, thumbhash: "" },
  altText: `Photo at ${place}`,
  writtenAltText: null,
});

beforeEach(() => {
  mockApi.on("GET /api/outfits/:outfitId/comments", aPage([]));
  mockApi.on("GET /api/outfits/:outfitId/similar", { items: [] });
});

test("several photos are browsed with buttons and arrow keys, and a counter says which is shown", async () => {
  const photos = [...(cover ? [cover] : []), photoAt(2), photoAt(3)];
  mockApi.on("GET /api/outfits/:outfitId", { ...outfit, photos });
  const { user } = await renderApp(`/outfit/${outfit.id}`);
  const gallery = within(await screen.findByRole("region", { name: "Photos" }));
  expect(gallery.getByRole("img", { name: "Photo at 3" })).toBeTruthy();
  const [back, on] = [
    gallery.getByRole("button", { name: "Previous photo" }),
    gallery.getByRole("button", { name: "Next photo" }),
  ];
  expect(back.getAttribute("aria-disabled")).toBe("true");
  await user.click(on);
  expect(gallery.getByText("2/3")).toBeTruthy();
  // From the button too, or the key would lead to another outfit.
  await user.keyboard("{ArrowLeft}");
  expect(gallery.getByText("1/3")).toBeTruthy();
  await user.keyboard("{ArrowRight}");
  gallery.getByRole("group", { name: "Photo 2 of 3" }).focus();
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(gallery.getByText("3/3")).toBeTruthy();
  expect(on.getAttribute("aria-disabled")).toBe("true");
  await user.keyboard("{ArrowLeft}");
  expect(gallery.getByText("2/3")).toBeTruthy();
});

test("the counter follows a swipe, also in a browser that does not say when a scroll has ended", async () => {
  mockApi.on("GET /api/outfits/:outfitId", { ...outfit, photos: [...(cover ? [cover] : []), photoAt(2), photoAt(3)] });
  await renderApp(`/outfit/${outfit.id}`);
  const strip = await screen.findByRole("group", { name: "Photo 1 of 3" });
  Object.defineProperty(strip, "clientWidth", { value: 400 });
  for (const scrollLeft of [300, 800]) {
    strip.scrollLeft = scrollLeft;
    fireEvent.scroll(strip);
    // Not while it moves: a press may just have scrolled.
    expect(screen.getByText("1/3")).toBeTruthy();
  }
  expect(await screen.findByText("3/3")).toBeTruthy();
});

test("one photo has no gallery, and 'Made with AI' is said", async () => {
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  await renderApp(`/outfit/${outfit.id}`);
  expect(await screen.findByText("Made with AI")).toBeTruthy();
  await screen.findByRole("list", { name: "Shop this look" });
  expect(screen.queryByRole("region", { name: "Photos" })).toBeNull();
});
