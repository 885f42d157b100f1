import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { anOutfit, aPage } from "#web/testing/samples.ts";
import { Input } from "./input.tsx";
import { Textarea } from "./textarea.tsx";

test.each([
  ["text", <Input key="" aria-label="Field" />, "auto"],
  ["a search", <Input key="" type="search" aria-label="Field" />, "auto"],
  ["a long text", <Textarea key="" aria-label="Field" />, "auto"],
  ["an e-mail address", <Input key="" type="email" aria-label="Field" />, null],
  ["a URL", <Input key="" type="url" aria-label="Field" />, null],
])("the direction of what is typed follows the script, unless it has one: %s", (_what, field, dir) => {
  render(field);
  expect(screen.getByLabelText("Field").getAttribute("dir")).toBe(dir);
});

test("an outfit's title and description follow the direction of their script", async () => {
  const outfit = anOutfit({ title: "מעיל", description: "מעיל צמר: Acme" });
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  mockApi.on("GET /api/outfits/:outfitId/comments", aPage([]));
  mockApi.on("GET /api/outfits/:outfitId/similar", { items: [] });
  await renderApp(`/outfit/${outfit.id}`);
  const heading = await screen.findByRole("heading", { level: 1 });
  for (const text of [heading, screen.getByText("מעיל צמר: Acme")]) expect(text.getAttribute("dir")).toBe("auto");
});
