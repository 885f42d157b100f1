import { screen, within } from "@testing-library/react";
import { vi } from "vitest";
import type { Detection } from "#contract/detection.ts";
import { saveDraft } from "#web/features/outfit-editor/draft-store.ts";
import { emptyOutfit, type OutfitFields } from "#web/features/outfit-editor/outfit-form.ts";
import { mockApi } from "./mock-api.ts";
import { mockUpload } from "./mock-upload.ts";
import { renderApp } from "./render-app.tsx";
import { aMe, anId, aPage, aStyle } from "./samples.ts";
import { memberId, signIn } from "./sign-in.ts";

export const retro = aStyle({ name: "Retro" });
export const photo = () => new File(["photo"], "look.jpg", { type: "image/jpeg" });

/** A signed-in member, and a server that answers what the form and the pages after it ask for. */
export function prepareOutfitForm(): void {
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:photo", revokeObjectURL: () => undefined }));
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/styles", { items: [aStyle({ name: "Casual" }), retro] });
  mockApi.on("GET /api/profiles/:username/stylists", { items: [] });
  mockApi.on("GET /api/profiles/:username/outfits", aPage([]));
  mockApi.on("GET /api/profiles/:username/closet", aPage([]));
  mockApi.on("GET /api/outfits", aPage([]));
  mockApi.on("GET /api/detections/:imageId/place", { ahead: 0 });
  mockApi.on("GET /api/me/detection", { externalHost: null, brands: ["Halden", "Lune Studio"] });
}

/** The form at /add-outfit and the hands to fill it. */
export async function openOutfitForm(search = "") {
  const app = await renderApp(`/add-outfit${search}`);
  const { user } = app;
  await screen.findByRole("heading", { name: "Upload Outfit" });
  return {
    ...app,
    post: () => screen.getByRole("button", { name: "Post Outfit" }),
    choosePhoto: (file = photo()) => user.upload(screen.getByLabelText("Photo of the outfit"), file),
    fillDetails: async () => {
      await user.type(screen.getByLabelText(/^Title/), "Rust and indigo");
      await user.click(screen.getByRole("radio", { name: "Retro" }));
    },
  };
}

/** A photo that was uploaded, but not posted yet. */
export const storedPhoto = (number: number, hoursOld: number) => ({
  id: anId(),
  picture: { url: `/media/u/${number}.webp`, width: 1_080, height: 1_440, thumbhash: "" },
  uploadedAt: Date.now() - hoursOld * 3_600_000,
});

/** The form with a draft of a new outfit. */
export const openDraft = (draft: Partial<OutfitFields>, search = "") => {
  saveDraft(
    { userId: memberId, outfitId: null, basedOn: null },
    { ...emptyOutfit, title: "Rust and indigo", styleId: retro.id, ...draft },
  );
  return openOutfitForm(search);
};

/** Where a garment or person is in the photo. */
export const seenBox = { x: 0.2, y: 0.1, width: 0.5, height: 0.4 };
/** What a detection sees in the photo. */
export const seenClothes: Detection = {
  title: "Rust jacket with blue jeans",
  style: "Retro",
  items: [
    { category: "Jacket", brand: "", productName: "Rust jacket", box: seenBox, point: { x: 0.4321, y: 0.3 } },
    { category: "Pants", brand: "", productName: "Blue jeans", box: null, point: null },
  ],
  people: [seenBox],
};

/** The form with an uploaded photo, whose clothes can be detected. */
export async function openFormWithPhoto() {
  const upload = mockUpload();
  const form = await openOutfitForm();
  await form.choosePhoto();
  upload.finish();
  const press = async (name: string | RegExp) => form.user.click(await screen.findByRole("button", { name }));
  return { ...form, upload, press, detect: () => press("Detect Clothing with AI") };
}

export const itemCard = (number: number) => within(screen.getByRole("group", { name: `Item ${number}` }));
export const productNameOf = (number: number) =>
  itemCard(number).getByLabelText<HTMLInputElement>("Product name").value;
