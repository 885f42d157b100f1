import { act, fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { rememberOpenedList } from "#web/lib/opened-list.ts";
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

test("a pause on the way to where a press leads does not lead back; a finger does", async () => {
  mockApi.on("GET /api/outfits/:outfitId", { ...outfit, photos: [...(cover ? [cover] : []), photoAt(2), photoAt(3)] });
  const { user } = await renderApp(`/outfit/${outfit.id}`);
  const strip = await screen.findByRole("group", { name: "Photo 1 of 3" });
  Object.defineProperty(strip, "clientWidth", { value: 400 });
  const scrollTo = (left: number) => {
    strip.scrollLeft = left;
    fireEvent.scroll(strip);
    return new Promise((resolve) => setTimeout(resolve, 150));
  };
  const on = screen.getByRole("button", { name: "Next photo" });
  await user.click(on);
  await scrollTo(390);
  await user.click(on);
  await act(() => scrollTo(410));
  expect(screen.getByText("3/3")).toBeTruthy();
  fireEvent.pointerDown(strip);
  await act(() => scrollTo(400));
  expect(screen.getByText("2/3")).toBeTruthy();
});

describe("zoomed, several photos", () => {
  const photos = [...(cover ? [cover] : []), photoAt(2), photoAt(3)];

  async function zoomSecond() {
    mockApi.on("GET /api/outfits/:outfitId", { ...outfit, photos });
    const { user } = await renderApp(`/outfit/${outfit.id}`);
    await user.click(await screen.findByRole("button", { name: "Next photo" }));
    await user.click(screen.getByRole("button", { name: "Zoom" }));
    const dialog = within(screen.getByRole("dialog", { name: `Photo of ${outfit.title}` }));
    return { user, dialog, shown: () => dialog.getByRole("img").getAttribute("alt") };
  }

  test("begin with the one that is shown, and leave the gallery at the last", async () => {
    const { user, dialog, shown } = await zoomSecond();
    expect(shown()).toBe("Photo at 2");
    await user.click(dialog.getByRole("button", { name: "Next photo" }));
    expect(shown()).toBe("Photo at 3");
    await user.click(dialog.getByRole("button", { name: "Close" }));
    expect(screen.getByRole("group", { name: "Photo 3 of 3" })).toBeTruthy();
  });

  test("are browsed with arrow keys, and the focus stays at both ends", async () => {
    const { user, dialog, shown } = await zoomSecond();
    const [back, on] = [
      dialog.getByRole("button", { name: "Previous photo" }),
      dialog.getByRole("button", { name: "Next photo" }),
    ];
    await user.click(on);
    expect(on.getAttribute("aria-disabled")).toBe("true");
    await user.click(on);
    expect(document.activeElement).toBe(on);
    expect(shown()).toBe("Photo at 3");
    dialog.getByRole("button", { name: "Enlarge the photo" }).focus();
    await user.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft}");
    expect(shown()).toBe(outfit.altText);
    expect(back.getAttribute("aria-disabled")).toBe("true");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Enlarge the photo");
  });

  test("scroll with the arrow keys while one is enlarged; the next one is whole", async () => {
    const { user, dialog, shown } = await zoomSecond();
    await user.click(dialog.getByRole("button", { name: "Enlarge the photo" }));
    await user.keyboard("{ArrowRight}");
    expect(shown()).toBe("Photo at 2");
    await user.click(dialog.getByRole("button", { name: "Next photo" }));
    expect(dialog.getByRole("button", { name: "Enlarge the photo" })).toBeTruthy();
  });
});

test("another outfit in the same place begins with its cover", async () => {
  const next = anOutfit({ title: "After" });
  const photos = [...(cover ? [cover] : []), photoAt(2)];
  mockApi.on("GET /api/outfits/:outfitId", ({ params }) =>
    params.outfitId === next.id ? { ...next, photos } : { ...outfit, photos },
  );
  const { user, router } = await renderApp(`/outfit/${outfit.id}`);
  await user.click(await screen.findByRole("button", { name: "Next photo" }));
  await act(() => router.navigate({ to: "/outfit/$outfitId", params: { outfitId: next.id } }));
  await screen.findByRole("heading", { name: "After", level: 1 });
  expect(await screen.findByRole("group", { name: "Photo 1 of 2" })).toBeTruthy();
});

test("from one photo with marks, the arrow keys lead to the next outfit", async () => {
  const next = anOutfit({ title: "After" });
  const items = outfit.items.map((item) => ({ ...item, spot: { imageId: cover?.imageId ?? "", x: 0.5, y: 0.5 } }));
  mockApi.on("GET /api/outfits/:outfitId", ({ params }) => (params.outfitId === next.id ? next : { ...outfit, items }));
  const list = document.createElement("ul");
  list.innerHTML = [outfit, next].map(({ id }) => `<li><a href="/outfit/${id}"></a></li>`).join("");
  rememberOpenedList(list.querySelector("a"));
  onTestFinished(() => rememberOpenedList(null));
  const { user } = await renderApp(`/outfit/${outfit.id}`);
  await user.click(await screen.findByRole("button", { name: "Show items on the photo" }));
  await user.tab();
  expect(document.activeElement?.closest("ul")?.getAttribute("aria-label")).toBe("Items on this photo");
  await user.keyboard("{ArrowRight}");
  expect(await screen.findByRole("heading", { name: "After", level: 1 })).toBeTruthy();
});

test("one photo has no gallery, and 'Made with AI' is said", async () => {
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  await renderApp(`/outfit/${outfit.id}`);
  expect(await screen.findByText("Made with AI")).toBeTruthy();
  await screen.findByRole("list", { name: "Shop this look" });
  expect(screen.queryByRole("region", { name: "Photos" })).toBeNull();
});
