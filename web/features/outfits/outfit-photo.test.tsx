import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { anOutfitCard, aPage } from "#web/testing/samples.ts";

const smallFile = "http://localhost/media/small.avif";
const corduroy = anOutfitCard({ title: "Corduroy", altText: "Corduroy jacket" });
const linen = anOutfitCard({
  title: "Linen",
  altText: "Linen suit",
  picture: { ...corduroy.picture, url: "/media/linen.webp" },
});

test("the photo of an outfit shows the file that the grid showed until it has loaded itself", async () => {
  mockApi.on("GET /api/styles", { items: [] });
  mockApi.on("GET /api/outfits", aPage([corduroy, linen]));
  mockApi.on("GET /api/outfits/:outfitId", () => new Promise(() => {}));
  mockApi.on("GET /api/outfits/:outfitId/comments", aPage([]));
  mockApi.on("GET /api/outfits/:outfitId/similar", { items: [] });
  const { user, router } = await renderApp("/explore");
  const open = async ({ id, altText }: typeof linen, file: string) => {
    const image = await screen.findByRole("img", { name: altText });
    Object.defineProperty(image, "complete", { value: file !== "" });
    Object.defineProperty(image, "currentSrc", { value: file });
    await user.click(image);
    await waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe(`/outfit/${id}`));
    return screen.getByRole("img", { name: altText }).style.backgroundImage;
  };
  expect(await open(corduroy, smallFile)).toBe(`url("${smallFile}")`);
  await act(() => router.navigate({ to: "/explore" }));
  expect(await open(linen, "")).not.toContain("small.avif");
});
