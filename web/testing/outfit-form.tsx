import { screen } from "@testing-library/react";
import { vi } from "vitest";
import { mockApi } from "./mock-api.ts";
import { renderApp } from "./render-app.tsx";
import { aMe, aPage, aStyle } from "./samples.ts";
import { signIn } from "./sign-in.ts";

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
  mockApi.on("GET /api/closet", aPage([]));
  mockApi.on("GET /api/outfits", aPage([]));
  mockApi.on("GET /api/me/detection", { externalHost: null, brands: ["Halden", "Lune Studio"] });
}

/** The form at /add-outfit and the hands to fill it. */
export async function openOutfitForm() {
  const app = await renderApp("/add-outfit");
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
