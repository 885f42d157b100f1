import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Detection } from "#contract/detection.ts";
import { deferred } from "#web/testing/deferred.ts";
import { fails, type MockFailure, mockApi } from "#web/testing/mock-api.ts";
import { mockUpload } from "#web/testing/mock-upload.ts";
import { openDraft, photo, prepareOutfitForm, retro, seenClothes, storedPhoto } from "#web/testing/outfit-form.tsx";
import { renderApp } from "#web/testing/render-app.tsx";
import { anEvent, anOutfit } from "#web/testing/samples.ts";
import { memberId } from "#web/testing/sign-in.ts";

beforeEach(prepareOutfitForm);

const award = { success: false, pointsAwarded: 0, reason: "cooldown" } as const;
const outfit = anOutfit({ author: { ...anOutfit().author, id: memberId }, style: retro });
const saved = { ...outfit, title: "Saved title", updatedAt: "2026-11-02T10:00:00.000Z" };
const titleBox = () => screen.findByLabelText(/^Title/);
const draftOf = (id: string): unknown => JSON.parse(sessionStorage.getItem(`fash.draft.${memberId}.${id}`) ?? "null");
const question = () => screen.queryByRole("dialog", { name: "Leave without finishing?" });

/** A new outfit that is being posted, until the server's answer is given. */
async function post(search = "", firstPressed?: () => HTMLElement) {
  const reply = deferred<MockFailure | { outfit: typeof outfit; award: typeof award; linkAwards: never[] }>();
  mockApi.on("POST /api/outfits", () => reply.promise);
  const form = await openDraft({ image: storedPhoto(1, 1) }, search);
  if (firstPressed) await form.user.click(firstPressed());
  await form.user.click(form.post());
  await waitFor(() => expect(mockApi.requests("POST /api/outfits")).toHaveLength(1));
  const succeed = async () => {
    reply.resolve({ outfit: saved, award, linkAwards: [] });
    await screen.findByText("Outfit posted successfully!");
    await waitFor(() => expect(form.queryClient.isMutating()).toBe(0));
  };
  return { ...form, succeed, refuse: () => reply.resolve(fails("internal")) };
}

/** An edit that is being saved, until the server's answer is given. */
async function update() {
  const reply = deferred<{ outfit: typeof outfit; linkAwards: never[] }>();
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  mockApi.on("PUT /api/outfits/:outfitId", () => reply.promise);
  const app = await renderApp(`/edit-outfit/${outfit.id}`);
  await app.user.type(await titleBox(), " again");
  await app.user.click(screen.getByRole("button", { name: "Update Outfit" }));
  await waitFor(() => expect(mockApi.requests("PUT /api/outfits/:outfitId")).toHaveLength(1));
  const succeed = async () => {
    mockApi.on("GET /api/outfits/:outfitId", saved);
    reply.resolve({ outfit: saved, linkAwards: [] });
    await screen.findByText("Outfit updated successfully!");
  };
  return { ...app, succeed };
}

test("somebody who leaves while the outfit is sent is not asked, nor led back", async () => {
  const { router, succeed } = await post();
  await router.navigate({ to: "/explore" });
  await waitFor(() => expect(screen.queryByLabelText(/^Title/)).toBeNull());
  expect(draftOf("new")).toMatchObject({ fields: { title: "Rust and indigo" } });
  await succeed();
  await waitFor(() => expect(draftOf("new")).toBeNull());
  expect(router.state.location.pathname).toBe("/explore");
});

test("an outfit for an event is shown under it, although the form has not learned of the event yet", async () => {
  const event = anEvent();
  mockApi.on("GET /api/events/:eventId", () => deferred<typeof event>().promise);
  mockApi.on("PUT /api/events/:eventId/outfits/:outfitId", { ok: true });
  const { router, succeed } = await post(`?event=${event.id}`);
  await succeed();
  await waitFor(() => expect(router.state.location.pathname).toBe(`/events/${event.id}`));
  const [added] = mockApi.requests("PUT /api/events/:eventId/outfits/:outfitId");
  expect(added?.url.pathname).toBe(`/api/events/${event.id}/outfits/${saved.id}`);
});

test("what was typed while the outfit was posted goes on in its edit, also if one has left", async () => {
  const { user, router, succeed } = await post();
  await user.type(await titleBox(), ", belted");
  await router.navigate({ to: "/explore" });
  await waitFor(() => expect(draftOf("new")).toMatchObject({ fields: { title: "Rust and indigo, belted" } }));
  await succeed();
  await waitFor(() => expect(draftOf("new")).toBeNull());
  expect(draftOf(saved.id)).toMatchObject({ basedOn: saved.updatedAt, fields: { title: "Rust and indigo, belted" } });
  expect(router.state.location.pathname).toBe("/explore");
});

test("what is found in the photo while the outfit is posted does not count as typed", async () => {
  const found = deferred<Detection>();
  mockApi.on("POST /api/detections", () => found.promise);
  const detect = () => screen.getByRole("button", { name: "Detect Clothing with AI" });
  const { router, queryClient, succeed } = await post("", detect);
  await act(async () => found.resolve(seenClothes));
  await waitFor(() => expect(queryClient.isMutating()).toBe(1));
  await succeed();
  await waitFor(() => expect(router.state.location.pathname).toBe("/me"));
});

test("the draft is kept when the post fails after the form was left", async () => {
  const { router, refuse } = await post();
  await router.navigate({ to: "/explore" });
  refuse();
  expect(await screen.findByText("Failed to post outfit")).toBeTruthy();
  void router.navigate({ to: "/add-outfit" });
  expect(await titleBox()).toHaveProperty("value", "Rust and indigo");
});

test("the next outfit, begun while the one before is sent, stays", async () => {
  const { user, router, succeed } = await post();
  await router.navigate({ to: "/explore" });
  await waitFor(() => expect(screen.queryByLabelText(/^Title/)).toBeNull());
  void router.navigate({ to: "/add-outfit" });
  await user.click(await screen.findByRole("button", { name: "Start over" }));
  await user.type(await titleBox(), "The next one");
  await waitFor(() => expect(draftOf("new")).toMatchObject({ fields: { title: "The next one" } }));
  await succeed();
  expect([router.state.location.pathname, question()]).toEqual(["/add-outfit", null]);
  expect(await titleBox()).toHaveProperty("value", "The next one");
  expect(draftOf("new")).toMatchObject({ fields: { title: "The next one" } });
});

test("'Keep draft and leave' keeps what nobody has changed since it was posted from here", async () => {
  const { user, router, succeed } = await post();
  await router.navigate({ to: "/explore" });
  await waitFor(() => expect(screen.queryByLabelText(/^Title/)).toBeNull());
  await router.navigate({ to: "/add-outfit" });
  await titleBox();
  await succeed();
  await waitFor(() => expect(draftOf("new")).toBeNull());
  void router.navigate({ to: "/explore" });
  await user.click(await screen.findByRole("button", { name: "Keep draft and leave" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/explore"));
  expect(draftOf("new")).toMatchObject({ fields: { title: "Rust and indigo" } });
});

test("what is typed while the outfit is posted goes on in its edit", async () => {
  const { user, router, succeed } = await post();
  expect(screen.getByRole("button", { name: "Start over" })).toHaveProperty("disabled", true);
  await user.type(await titleBox(), ", belted");
  mockApi.on("GET /api/outfits/:outfitId", saved);
  await succeed();
  expect(await screen.findByText(/^What you changed meanwhile is still here/)).toBeTruthy();
  await waitFor(() => expect(router.state.location.pathname).toBe(`/edit-outfit/${saved.id}`));
  await screen.findByRole("button", { name: "Update Outfit" });
  expect(await titleBox()).toHaveProperty("value", "Rust and indigo, belted");
  expect(draftOf("new")).toBeNull();
  // The photos are posted: they cannot be lost any more, as those of a draft are after a day.
  expect(draftOf(saved.id)).toMatchObject({ fields: { image: { id: expect.any(String) } } });
  expect(JSON.stringify(draftOf(saved.id))).not.toContain("uploadedAt");
});

test("what is typed while an edit is saved stays in the form", async () => {
  const { user, router, succeed } = await update();
  await user.type(await titleBox(), " and again");
  await succeed();
  expect(await screen.findByText(/^What you changed meanwhile is still here/)).toBeTruthy();
  await waitFor(() => expect(draftOf(outfit.id)).toMatchObject({ basedOn: saved.updatedAt }));
  expect(await screen.findByText("We saved your draft.")).toBeTruthy();
  expect(await titleBox()).toHaveProperty("value", `${outfit.title} again and again`);
  expect(router.state.location.pathname).toBe(`/edit-outfit/${outfit.id}`);
});

test("somebody who leaves while an edit is saved is not led back, and finds what they typed since", async () => {
  const { user, router, succeed } = await update();
  await user.type(await titleBox(), " and again");
  await router.navigate({ to: "/explore" });
  await waitFor(() => expect(screen.queryByLabelText(/^Title/)).toBeNull());
  await succeed();
  await waitFor(() => expect(draftOf(outfit.id)).toMatchObject({ basedOn: saved.updatedAt }));
  expect([router.state.location.pathname, question()]).toEqual(["/explore", null]);
  void router.navigate({ to: "/edit-outfit/$outfitId", params: { outfitId: outfit.id } });
  expect(await titleBox()).toHaveProperty("value", `${outfit.title} again and again`);
});

test("a photo that is still uploaded when the outfit is posted has to be chosen again, and leaving it asks", async () => {
  mockUpload();
  const { user, router, succeed } = await post();
  await user.upload(screen.getByLabelText("More photos of the outfit"), photo());
  await screen.findByText(/^Uploading/);
  void router.navigate({ to: "/explore" });
  await waitFor(() => expect(question()).not.toBeNull());
  await user.click(screen.getByRole("button", { name: "Close" }));
  mockApi.on("GET /api/outfits/:outfitId", saved);
  await succeed();
  expect(await screen.findByText("Please choose your photo again.")).toBeTruthy();
  await waitFor(() => expect(router.state.location.pathname).toBe(`/edit-outfit/${saved.id}`));
});
