import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { PhotoSearch } from "#contract/photo-searches.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import { mockUpload } from "#web/testing/mock-upload.ts";
import { photo } from "#web/testing/outfit-form.tsx";
import { renderApp } from "#web/testing/render-app.tsx";
import { anOutfitCard, aPage } from "#web/testing/samples.ts";
import { listenForPhotos } from "./listen-for-photos.ts";

const outfit = anOutfitCard();
const found: PhotoSearch = {
  parts: [{ category: null, name: "Rust jacket", box: null, outfitIds: [outfit.id] }],
  outfits: [outfit],
};

beforeEach(() => {
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:photo", revokeObjectURL: () => undefined }));
});

async function openExplore() {
  mockApi.on("GET /api/outfits", aPage([outfit]));
  const upload = mockUpload();
  const view = await renderApp("/explore");
  const stop = listenForPhotos(view.router);
  const path = () => view.router.state.location.pathname;
  const expectFound = async () => {
    await waitFor(() => expect(path()).toBe("/photo-search"));
    upload.answer(found);
    expect(await screen.findByRole("list", { name: "Similar outfits" })).toBeTruthy();
    stop();
  };
  return { path, expectFound, upload, user: view.user };
}

/** Whether the page takes what is dropped. */
function drop(types: string[], files: File[]): boolean {
  fireEvent.dragOver(document.body, { dataTransfer: { types, files } });
  const isTaken = screen.queryByText("Drop to search") !== null;
  fireEvent.drop(document.body, { dataTransfer: { types, files } });
  expect(screen.queryByText("Drop to search")).toBeNull();
  return isTaken;
}

test("a photo that is dropped on Explore is searched by, and nothing from the page itself", async () => {
  const { path, expectFound, upload, user } = await openExplore();
  fireEvent.dragStart(document.body);
  expect(drop(["Files"], [photo()])).toBe(false);
  fireEvent.dragEnd(document.body);
  expect(drop(["text/plain"], [])).toBe(false);
  expect(drop(["Files"], [new File(["x"], "a.gif", { type: "image/gif" })])).toBe(true);
  expect(await screen.findByText("Please upload an image file")).toBeTruthy();
  expect(path()).toBe("/explore");
  drop(["Files"], [photo()]);
  await expectFound();
  // Another one is searched by next, from the results and while a search runs.
  expect(drop(["Files"], [new File(["x"], "a.gif", { type: "image/gif" })])).toBe(true);
  expect(screen.getByRole("list", { name: "Similar outfits" })).toBeTruthy();
  expect(drop(["Files"], [photo()])).toBe(true);
  expect(await screen.findByText("Looking at your photo")).toBeTruthy();
  await waitFor(() => expect(upload.count()).toBe(2));
  fireEvent.paste(document.body, { clipboardData: { types: ["Files"], files: [photo()] } });
  await waitFor(() => expect(upload.count()).toBe(3));
  upload.answer(found);
  expect(await screen.findByRole("list", { name: "Similar outfits" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Another photo" }));
  // The picker takes it, and says where.
  expect(drop(["Files"], [photo()])).toBe(false);
});

test("a photo that is pasted on Explore is searched by, but text with a picture of it belongs to its field", async () => {
  const { path, expectFound } = await openExplore();
  const field = screen.getByLabelText("Search outfits");
  const wasLeft = fireEvent.paste(field, { clipboardData: { types: ["text/plain", "Files"], files: [photo()] } });
  expect([wasLeft, path()]).toEqual([true, "/explore"]);
  fireEvent.paste(field, { clipboardData: { types: ["Files"], files: [photo()] } });
  await expectFound();
});
