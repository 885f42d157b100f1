import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { descriptionOf } from "#web/testing/description-of.ts";
import { goBackAtOnce } from "#web/testing/go-back-at-once.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { mockUpload } from "#web/testing/mock-upload.ts";
import {
  openDraft,
  openOutfitForm,
  photo,
  prepareOutfitForm,
  productNameOf,
  retro,
  seenClothes,
  storedPhoto,
} from "#web/testing/outfit-form.tsx";
import { renderApp } from "#web/testing/render-app.tsx";
import { anAuthor, anId, anOutfit, aPage, aProfile } from "#web/testing/samples.ts";
import { memberId, signOut } from "#web/testing/sign-in.ts";
import { saveDraft } from "./draft-store.ts";
import { emptyItem, nothingSuggested, toFields } from "./outfit-form.ts";

beforeEach(prepareOutfitForm);

test("a draft with its photo survives a reload and can be discarded", async () => {
  const upload = mockUpload();
  const first = await openOutfitForm();
  await first.choosePhoto();
  upload.finish();
  await first.fillDetails();
  await first.user.type(screen.getByLabelText("Tags"), "denim{Enter}");
  window.dispatchEvent(new Event("pagehide"));
  first.unmount();

  const second = await openOutfitForm();
  expect(screen.getByLabelText(/^Title/)).toHaveProperty("value", "Rust and indigo");
  expect(screen.getByRole("radio", { name: "Retro" })).toHaveProperty("checked", true);
  expect(screen.getByText("#denim")).toBeTruthy();
  expect(second.post()).toHaveProperty("disabled", false);
  await second.user.click(screen.getByRole("button", { name: "Start over" }));
  expect(screen.getByLabelText(/^Title/)).toHaveProperty("value", "");
  expect(screen.getByRole("button", { name: /Add your photo/ })).toBeTruthy();
});

test("leaving with unsaved work asks, and the draft can be kept", async () => {
  const { user, router } = await openOutfitForm();
  await user.type(screen.getByLabelText(/^Title/), "Half a look");
  void router.navigate({ to: "/me" });
  const dialog = within(await screen.findByRole("dialog", { name: "Leave without finishing?" }));
  await user.click(dialog.getByRole("button", { name: "Close" }));
  expect(router.state.location.pathname).toBe("/add-outfit");
  void router.navigate({ to: "/me" });
  await user.click(await screen.findByRole("button", { name: "Keep draft and leave" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/me"));
  void router.navigate({ to: "/add-outfit" });
  expect(await screen.findByLabelText(/^Title/)).toHaveProperty("value", "Half a look");
});

test("a discarded draft is deleted", async () => {
  const { user, router } = await openOutfitForm();
  await user.type(screen.getByLabelText(/^Title/), "Half a look");
  void router.navigate({ to: "/me" });
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/me"));
  void router.navigate({ to: "/add-outfit" });
  expect(await screen.findByLabelText(/^Title/)).toHaveProperty("value", "");
});

test("an untouched form is left without a question", async () => {
  const { router } = await openOutfitForm();
  await router.navigate({ to: "/me" });
  expect(router.state.location.pathname).toBe("/me");
});

test("leaving asks until all photos are uploaded or left out, and says that the others are lost", async () => {
  const upload = mockUpload();
  const { user, choosePhoto, router } = await openOutfitForm();
  const askToLeave = async () => {
    void router.navigate({ to: "/me" });
    const dialog = await screen.findByRole("dialog", { name: "Leave without finishing?" });
    const { textContent } = dialog;
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    return textContent;
  };
  const lost = "Photos that aren't uploaded yet are lost.";
  await choosePhoto();
  expect(await askToLeave()).toContain(lost);
  upload.fail("internal");
  expect(await screen.findByText("Failed to upload image")).toBeTruthy();
  expect(await askToLeave()).toContain(lost);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  upload.finish();
  await user.upload(await screen.findByLabelText("More photos of the outfit"), [photo(), photo()]);
  upload.fail("internal");
  expect(await screen.findByText("Failed to upload image")).toBeTruthy();
  expect(await askToLeave()).toContain(lost);
  await user.click(screen.getByRole("button", { name: "Leave it out" }));
  upload.finish();
  expect(await screen.findByText(/^2\/6/)).toBeTruthy();
  expect(await askToLeave()).not.toContain(lost);
});

test("server errors are shown at their fields, and the form stays", async () => {
  const upload = mockUpload();
  const { user, post, choosePhoto, fillDetails } = await openOutfitForm();
  await choosePhoto();
  upload.finish();
  await fillDetails();
  mockApi.on("POST /api/outfits", fails("request.invalid", [{ path: "title", message: "Title is required" }]));
  await user.click(post());
  await waitFor(() => expect(descriptionOf(screen.getByLabelText(/^Title/))).toBe("Title is required"));
  mockApi.on("POST /api/outfits", fails("style.not_found"));
  await user.click(post());
  expect(await screen.findAllByText("This style isn't available any more.")).not.toHaveLength(0);
  expect(screen.getByLabelText(/^Title/)).toHaveProperty("value", "Rust and indigo");
});

test("an unavailable server keeps the form filled and shows an error", async () => {
  const upload = mockUpload();
  const { user, post, choosePhoto, fillDetails } = await openOutfitForm();
  await choosePhoto();
  upload.finish();
  await fillDetails();
  mockApi.on("POST /api/outfits", fails("server.unavailable"));
  await user.click(post());
  expect(await screen.findByText("We can't reach Fash right now. Please try again in a moment.")).toBeTruthy();
  expect(screen.getByLabelText(/^Title/)).toHaveProperty("value", "Rust and indigo");
  expect(post()).toHaveProperty("disabled", false);
});

test("an expired session leads to the sign-in and keeps the draft", async () => {
  const upload = mockUpload();
  const { user, post, choosePhoto, fillDetails, router } = await openOutfitForm();
  await choosePhoto();
  upload.finish();
  await fillDetails();
  mockApi.on("POST /api/outfits", () => {
    signOut();
    return fails("auth.required");
  });
  await user.click(post());
  await waitFor(() => expect(router.state.location.pathname).toBe("/auth"));
  expect(await screen.findByText("Please sign in to post outfits")).toBeTruthy();
  expect(sessionStorage.getItem(`fash.draft.${memberId}.new`)).toContain("Rust and indigo");
});

test("a draft older than its upload asks for the photo again and keeps the rest", async () => {
  const { post, choosePhoto } = await openDraft({ image: storedPhoto(1, 25), altText: "Front" });
  expect(await screen.findByText("Please choose your photo again.")).toBeTruthy();
  expect(screen.getByRole("button", { name: /Add your photo/ })).toBeTruthy();
  expect(screen.getByLabelText(/^Title/)).toHaveProperty("value", "Rust and indigo");
  expect(screen.getByLabelText("Alt text")).toHaveProperty("value", "");
  expect(post()).toHaveProperty("disabled", true);
  const upload = mockUpload();
  await choosePhoto();
  upload.finish();
  await waitFor(() => expect(screen.queryByText("Please choose your photo again.")).toBeNull());
});

test("a draft whose photos are gone in part keeps the others", async () => {
  const [gone, kept] = [storedPhoto(1, 25), storedPhoto(2, 23)];
  const more = { ...storedPhoto(3, 25), altText: "" };
  const { post } = await openDraft({ image: gone, morePhotos: [{ ...kept, altText: "Shoes" }, more] });
  expect(await screen.findByText("Please choose your photo again.")).toBeTruthy();
  expect(await screen.findByText("1/6")).toBeTruthy();
  expect(screen.getByLabelText("Alt text")).toHaveProperty("value", "Shoes");
  expect(post()).toHaveProperty("disabled", false);
});

test("a further photo that the server refuses is named", async () => {
  const image = storedPhoto(1, 1);
  const { user, post } = await openDraft({ image, morePhotos: [{ ...storedPhoto(2, 1), altText: "" }] });
  const issue = { path: "morePhotos.0.imageId", message: "Must be a valid image URL" };
  mockApi.on("POST /api/outfits", fails("image.not_yours", [issue]));
  await user.click(post());
  expect(await screen.findByText("Photo 2: Must be a valid image URL")).toBeTruthy();
  expect(descriptionOf(screen.getByLabelText("Photo of the outfit"))).toBe("");
  await user.click(screen.getByRole("button", { name: "Remove photo 2" }));
  await waitFor(() => expect(screen.queryByText(/^Photo 2: /)).toBeNull());
});

test("the error of a refused cover is not that of the photo that follows it", async () => {
  const { user, post } = await openDraft({
    image: storedPhoto(1, 1),
    morePhotos: [{ ...storedPhoto(2, 1), altText: "" }],
  });
  const issue = { path: "imageId", message: "Must be a valid image URL" };
  mockApi.on("POST /api/outfits", fails("image.not_yours", [issue]));
  await user.click(post());
  const describes = () => descriptionOf(screen.getByLabelText("Photo of the outfit"));
  await waitFor(() => expect(describes()).toBe("Must be a valid image URL"));
  await user.click(screen.getByRole("button", { name: "Remove photo 1" }));
  await waitFor(() => expect(describes()).toBe(""));
});

test("an edit begins with the outfit as it is and keeps its photo", async () => {
  const outfit = anOutfit({ author: { ...anOutfit().author, id: memberId }, style: retro });
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  mockApi.on("GET /api/outfits/:outfitId/comments", aPage([]));
  const linkAwards = [{ success: true, pointsAwarded: 7, reason: null }];
  mockApi.on("PUT /api/outfits/:outfitId", { outfit, linkAwards });
  mockApi.on("POST /api/outfits/:outfitId/views", { ok: true });
  mockApi.on("GET /api/outfits/:outfitId/similar", { items: [] });
  mockApi.on("GET /api/profiles/:username", aProfile(outfit.author));
  const { user, router } = await renderApp(`/edit-outfit/${outfit.id}`);
  const title = await screen.findByLabelText(/^Title/);
  expect(title).toHaveProperty("value", outfit.title);
  expect(screen.getAllByRole("group", { name: /^Item/ })).toHaveLength(2);
  await user.clear(title);
  expect(screen.getByRole("button", { name: "Update Outfit" })).toHaveProperty("disabled", true);
  expect(screen.getByText("Please complete all required fields")).toBeTruthy();
  await user.paste("t".repeat(101));
  await user.tab();
  await waitFor(() => expect(descriptionOf(title)).toBe("Title must be less than 100 characters"));
  await user.clear(title);
  await user.type(title, "A new name");
  await user.click(screen.getByRole("button", { name: "Update Outfit" }));
  expect(await screen.findByText("Outfit updated successfully!")).toBeTruthy();
  expect(await screen.findByText(/^\+7 points earned/)).toBeTruthy();
  expect(router.state.location.pathname).toBe(`/outfit/${outfit.id}`);
  const body = mockApi.requests("PUT /api/outfits/:outfitId")[0]?.body;
  expect(body).toMatchObject({ title: "A new name", styleId: retro.id, tags: outfit.tags });
  expect(body).toMatchObject({ imageId: outfit.photos[0]?.imageId, morePhotos: [] });
});

test("an outfit edited again at once begins with the saved version and is not replaced while typing", async () => {
  const outfit = anOutfit({ author: { ...anOutfit().author, id: memberId }, style: retro });
  const saved = { ...outfit, title: "Saved title", updatedAt: "2026-11-02T10:00:00.000Z" };
  let reply: Promise<typeof outfit> | typeof outfit = outfit;
  mockApi.on("GET /api/outfits/:outfitId", () => reply);
  mockApi.on("GET /api/outfits/:outfitId/comments", aPage([]));
  mockApi.on("PUT /api/outfits/:outfitId", { outfit: saved, linkAwards: [] });
  mockApi.on("POST /api/outfits/:outfitId/views", { ok: true });
  mockApi.on("GET /api/outfits/:outfitId/similar", { items: [] });
  mockApi.on("GET /api/profiles/:username", aProfile(outfit.author));
  const { user, router } = await renderApp(`/edit-outfit/${outfit.id}`);
  await user.type(await screen.findByLabelText(/^Title/), " again");
  await user.click(screen.getByRole("button", { name: "Update Outfit" }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/outfit/${outfit.id}`));
  // The address changes before the screen does: the outfit's page is there once the form is gone.
  await waitFor(() => expect(screen.queryByLabelText(/^Title/)).toBeNull());
  await waitFor(() => expect(mockApi.counts().answering).toBe(0));
  const loads = mockApi.requests("GET /api/outfits/:outfitId").length;

  let send: (version: typeof outfit) => void = () => undefined;
  reply = new Promise((resolve) => (send = resolve));
  void router.navigate({ to: "/edit-outfit/$outfitId", params: { outfitId: outfit.id } });
  await waitFor(() => expect(mockApi.requests("GET /api/outfits/:outfitId").length).toBeGreaterThan(loads));
  expect(screen.queryByLabelText(/^Title/)).toBeNull();
  send(saved);
  expect(await screen.findByLabelText(/^Title/)).toHaveProperty("value", "Saved title");
});

test("the form that Back finds before the next page has come begins anew after a post, and keeps and asks as any", async () => {
  const award = { success: false, pointsAwarded: 0, reason: "cooldown" } as const;
  mockApi.on("POST /api/outfits", { outfit: anOutfit(), award, linkAwards: [] });
  const { user, router, post } = await openDraft({ image: storedPhoto(1, 1) });
  const title = screen.getByLabelText(/^Title/);
  goBackAtOnce(router);
  await user.click(post());
  await waitFor(() => expect(title).toHaveProperty("value", ""));
  expect([router.state.location.pathname, title.isConnected]).toEqual(["/add-outfit", true]);
  expect(screen.getByRole("button", { name: /Add your photo/ })).toBeTruthy();
  await user.type(title, "The next look");
  void router.navigate({ to: "/me" });
  await user.click(await screen.findByRole("button", { name: "Keep draft and leave" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/me"));
  void router.navigate({ to: "/add-outfit" });
  expect(await screen.findByLabelText(/^Title/)).toHaveProperty("value", "The next look");
});

test("the form that Back finds before the next page has come changes the outfit as it was saved", async () => {
  const outfit = anOutfit({ author: { ...anOutfit().author, id: memberId }, style: retro });
  const saved = { ...outfit, title: "Saved title", updatedAt: "2026-11-02T10:00:00.000Z" };
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  mockApi.on("PUT /api/outfits/:outfitId", { outfit: saved, linkAwards: [] });
  const { user, router } = await renderApp(`/edit-outfit/${outfit.id}`);
  await user.type(await screen.findByLabelText(/^Title/), " again");
  goBackAtOnce(router);
  await user.click(screen.getByRole("button", { name: "Update Outfit" }));
  await waitFor(() => expect(screen.getByLabelText(/^Title/)).toHaveProperty("value", "Saved title"));
  await waitFor(() => expect(router.state.isLoading).toBe(false));
  expect(router.state.location.pathname).toBe(`/edit-outfit/${outfit.id}`);
  await user.type(screen.getByLabelText(/^Title/), "!");
  window.dispatchEvent(new Event("pagehide"));
  const draft: unknown = JSON.parse(sessionStorage.getItem(`fash.draft.${memberId}.${outfit.id}`) ?? "null");
  expect(draft).toMatchObject({ basedOn: saved.updatedAt, fields: { title: "Saved title!" } });
  void router.navigate({ to: "/me" });
  expect(await screen.findByRole("dialog", { name: "Leave without finishing?" })).toBeTruthy();
});

test("an edit begins with the server's own reply and stays as typed when another device saves the outfit", async () => {
  const outfit = anOutfit({ author: { ...anOutfit().author, id: memberId }, style: retro });
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  const { user, queryClient, router } = await renderApp(`/edit-outfit/${outfit.id}`);
  const title = await screen.findByLabelText(/^Title/);
  expect(mockApi.requests("GET /api/outfits/:outfitId").map(({ cache }) => cache)).toEqual(["no-store"]);
  await user.clear(title);
  await user.type(title, "Typed here");
  const changed = { ...outfit, title: "Saved there", updatedAt: "2026-11-02T10:00:00.000Z" };
  mockApi.on("GET /api/outfits/:outfitId", changed);
  // As when a lost connection is back.
  await act(() => queryClient.invalidateQueries());
  // As 'Skip to content' does when it is pressed again.
  for (const hash of ["#main", "#main"]) {
    await act(async () => router.history.push(`/edit-outfit/${outfit.id}${hash}`));
    await waitFor(() => expect(router.state.isLoading).toBe(false));
  }
  expect(screen.getByLabelText(/^Title/)).toHaveProperty("value", "Typed here");
});

test("the draft of an edit shows each photo at the address that it has now, and keeps what was seen in it", async () => {
  const posted = anOutfit({ author: { ...anOutfit().author, id: memberId }, style: retro });
  const [coverId, nextId] = [anId(), anId()];
  const at = (folder: string) => {
    const [cover, next] = [1, 2].map((place) => ({ ...posted.picture, url: `/media/${folder}/${place}.webp` }));
    const toPhoto = (imageId: string, picture = posted.picture) => ({
      imageId,
      picture,
      altText: "",
      writtenAltText: null,
    });
    return { ...posted, picture: cover ?? posted.picture, photos: [toPhoto(coverId, cover), toPhoto(nextId, next)] };
  };
  const fields = toFields(at("old"));
  const jacket = {
    ...emptyItem,
    category: "Jacket",
    productName: "Rust jacket",
    suggestionId: "Jacket/Rust jacket",
  } as const;
  const found = { url: "/media/old/1.webp", detection: seenClothes };
  saveDraft(
    { userId: memberId, outfitId: posted.id, basedOn: posted.updatedAt },
    {
      ...fields,
      title: "A new name",
      morePhotos: [...fields.morePhotos, { ...storedPhoto(3, 1), altText: "" }],
      items: [jacket],
      suggested: { ...nothingSuggested, found, cards: [jacket] },
    },
  );
  mockApi.on("GET /api/outfits/:outfitId", at("new"));
  await renderApp(`/edit-outfit/${posted.id}`);
  expect(await screen.findByLabelText(/^Title/)).toHaveProperty("value", "A new name");
  const photos = within(screen.getByRole("list", { name: "Photos" })).getAllByRole("img");
  expect(photos.map((image) => image.getAttribute("src"))).toEqual([
    "/media/new/1.webp",
    "/media/new/2.webp",
    "/media/u/3.webp",
  ]);
  expect(await screen.findByText("AI Detected")).toBeTruthy();
  expect(productNameOf(1)).toBe("Rust jacket");
});

test.each([
  ["says so where its outfit has changed since", { title: "Typed here" }, true],
  ["is not missed where it is posted", {}, false],
])("the draft of an edit %s", async (_what, typed, isMissed) => {
  const outfit = anOutfit({ author: { ...anOutfit().author, id: memberId }, style: retro });
  const basedOn = "2026-01-01T10:00:00.000Z";
  saveDraft({ userId: memberId, outfitId: outfit.id, basedOn }, { ...toFields(outfit), ...typed });
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  await renderApp(`/edit-outfit/${outfit.id}`);
  expect(await screen.findByLabelText(/^Title/)).toHaveProperty("value", outfit.title);
  expect(screen.queryByText("This outfit has changed since, so your draft was dropped.") !== null).toBe(isMissed);
  if (isMissed) expect(sessionStorage.getItem(`fash.draft.${memberId}.${outfit.id}`)).toBeNull();
});

test("another member's outfit cannot be edited", async () => {
  const outfit = anOutfit({ author: { ...anOutfit().author, ...anAuthor() } });
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  await renderApp(`/edit-outfit/${outfit.id}`);
  expect(await screen.findByText("You don't have permission to edit this outfit")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Update Outfit" })).toBeNull();
});

test("an outfit that is gone, or fails to load, leads back instead of to an empty form", async () => {
  const outfit = anOutfit();
  mockApi.on("GET /api/outfits/:outfitId", fails("outfit.not_found"));
  const { user, router } = await renderApp(`/edit-outfit/${outfit.id}`);
  expect(await screen.findByText("This outfit isn't available")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Back" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  await act(() => router.navigate({ to: "/nowhere" as never }));
  mockApi.on("GET /api/outfits/:outfitId", fails("internal"));
  await act(() => router.navigate({ to: "/edit-outfit/$outfitId", params: { outfitId: outfit.id } }));
  expect(await screen.findByText("Failed to load outfit")).toBeTruthy();
  mockApi.on("GET /api/outfits/:outfitId", { ...outfit, author: { ...outfit.author, id: memberId } });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: "Update Outfit" })).toBeTruthy();
});

test("a visitor is sent to the sign-in first", async () => {
  signOut();
  const { router } = await renderApp("/add-outfit");
  expect(router.state.location.pathname).toBe("/auth");
});
