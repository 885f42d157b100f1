import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anAuthor, anEvent, anOutfit, aPage, aProfile } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const [coat, boots] = [anOutfit({ title: "Coat" }), anOutfit({ title: "Boots" })];

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/outfits/:outfitId", ({ params }) => (params.outfitId === coat.id ? coat : boots));
  mockApi.on("GET /api/outfits/:outfitId/comments", aPage([]));
  mockApi.on("GET /api/outfits/:outfitId/similar", { items: [] });
  mockApi.on("GET /api/outfits", aPage([]));
  mockApi.on("POST /api/outfits/:outfitId/views", { ok: true });
  mockApi.on("GET /api/profiles/:username", aProfile(anAuthor()));
});

const box = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Add a comment" });
/** On the same screen, as by the arrows. */
async function go(router: Awaited<ReturnType<typeof renderApp>>["router"], { id, title }: typeof coat) {
  await act(() => router.navigate({ to: "/outfit/$outfitId", params: { outfitId: id } }));
  await screen.findByRole("heading", { name: title });
}

test("a comment that one writes stays with its outfit when another one takes its place", async () => {
  const { user, router } = await renderApp(`/outfit/${coat.id}`);
  await user.type(await box(), "Which wool?");
  await go(router, boots);
  expect((await box()).value).toBe("");
  await user.type(await box(), "Which leather?");
  await go(router, coat);
  expect((await box()).value).toBe("Which wool?");
});

test("a comment that is rejected after the switch is given back under its own outfit", async () => {
  const answer = deferred<ReturnType<typeof fails>>();
  mockApi.on("POST /api/outfits/:outfitId/comments", () => answer.promise);
  const { user, router } = await renderApp(`/outfit/${coat.id}`);
  await user.type(await box(), "Which wool?{Enter}");
  await waitFor(() => expect(mockApi.requests("POST /api/outfits/:outfitId/comments")).toHaveLength(1));
  await go(router, boots);
  answer.resolve(fails("internal"));
  expect(await screen.findByText("Failed to add comment")).toBeTruthy();
  expect((await box()).value).toBe("");
  await go(router, coat);
  expect((await box()).value).toBe("Which wool?");
});

test("a comment that one writes stays with its event, too", async () => {
  const [repair, swap] = [anEvent({ title: "Repair night" }), anEvent({ title: "Swap day" })];
  mockApi.on("GET /api/events/:eventId", ({ params }) => (params.eventId === repair.id ? repair : swap));
  mockApi.on("GET /api/events/:eventId/comments", aPage([]));
  mockApi.on("GET /api/events/:eventId/outfits", aPage([]));
  const { user, router } = await renderApp(`/events/${repair.id}`);
  await user.type(await box(), "Any thread?");
  await act(() => router.navigate({ to: "/events/$eventId", params: { eventId: swap.id } }));
  await screen.findByRole("heading", { name: swap.title });
  expect((await box()).value).toBe("");
});
