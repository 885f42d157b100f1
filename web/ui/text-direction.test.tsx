import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aComment, aMe, anAuthor, anOutfit, aPage, aProfile } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";
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

test("the preview of an outfit's title follows the direction of its script", async () => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/styles", { items: [] });
  const { user } = await renderApp("/add-outfit");
  await user.type(await screen.findByRole("textbox", { name: /^Title/ }), "מעיל");
  expect(screen.getByText("מעיל").dir).toBe("auto");
});

test("an answer follows the direction of what comes after the name at its beginning", async () => {
  const outfit = anOutfit();
  const theo = anAuthor({ username: "theo" });
  const mentions = [{ name: "theo", username: "theo" }];
  const comment = aComment({ outfitId: outfit.id, author: theo, content: "@theo שלום", mentions, repliesCount: 1 });
  const reply = aComment({ outfitId: outfit.id, author: anAuthor({ username: "noor" }), parentId: comment.id });
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/profiles/:username", aProfile(theo));
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  mockApi.on("GET /api/outfits/:outfitId/comments", aPage([comment]));
  mockApi.on("GET /api/comments/:commentId/replies", aPage([reply]));
  mockApi.on("GET /api/outfits/:outfitId/similar", { items: [] });
  mockApi.on("POST /api/outfits/:outfitId/views", { ok: true });
  const { user } = await renderApp(`/outfit/${outfit.id}`);
  // What is in such an element does not count for the direction of the text around it.
  expect((await screen.findByRole("link", { name: "@theo", description: "" })).closest("p bdi")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "View 1 reply" }));
  await user.click(await screen.findByRole("button", { name: "Reply to @noor" }));
  const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Reply to noor" });
  expect([field.value, field.dir]).toEqual(["@noor ", "auto"]);
  await user.type(field, "שלום");
  expect([field.value, field.dir]).toEqual(["@noor שלום", "rtl"]);
  await user.clear(field);
  await user.type(field, "@noor hello שלום");
  expect(field.dir).toBe("auto");
});
