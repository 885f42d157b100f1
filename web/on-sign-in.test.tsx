import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { hasIntent } from "./lib/kept-intent.ts";
import { onSignIn } from "./on-sign-in.ts";
import { authError, mockAuth } from "./testing/mock-auth.ts";
import { fails, mockApi } from "./testing/mock-api.ts";
import { renderApp } from "./testing/render-app.tsx";
import { aMe, anOutfit, aPage, aProfile } from "./testing/samples.ts";
import { signIn, signOut } from "./testing/sign-in.ts";

const outfit = anOutfit({ title: "Sea coat", liked: false, likesCount: 2 });

beforeEach(() => {
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  mockApi.on("GET /api/outfits/:outfitId/comments", aPage([]));
  mockApi.on("GET /api/outfits/:outfitId/similar", { items: [] });
  mockApi.on("POST /api/outfits/:outfitId/views", { ok: true });
  mockApi.on("GET /api/profiles/:username", aProfile(outfit.author));
});

/** The server knows it, this browser not yet. */
function endSession() {
  mockAuth({
    "POST /token": () => authError(400, "refresh_token_not_found"),
    "POST /logout": () => new Response(null, { status: 204 }),
  });
}

async function openAsMember() {
  signIn();
  const app = await renderApp(`/outfit/${outfit.id}`);
  const startServices = vi.fn<() => void>();
  onTestFinished(onSignIn(app.queryClient, startServices));
  return { ...app, startServices };
}

const likes = () => mockApi.requests("PUT /api/outfits/:outfitId/like").length;

test("a like after the session has ended is set at the next sign-in of the same page; services start once", async () => {
  mockApi.on("PUT /api/outfits/:outfitId/like", { liked: true, likesCount: 3, award: null });
  const { user, router, startServices } = await openAsMember();
  const like = await screen.findByRole("button", { name: /^Like Sea coat/ });
  signOut();
  await user.click(like);
  await waitFor(() => expect(router.state.location.pathname).toBe("/auth"));
  expect(likes()).toBe(0);
  signIn();
  await waitFor(() => expect(likes()).toBe(1));
  expect(hasIntent()).toBe(false);
  signOut();
  signIn();
  expect(likes()).toBe(1);
  expect(startServices).toHaveBeenCalledOnce();
});

test("so is one with which the end of the session was noticed", async () => {
  mockApi.on("PUT /api/outfits/:outfitId/like", fails("auth.session_ended"));
  const { user, router } = await openAsMember();
  endSession();
  await user.click(await screen.findByRole("button", { name: /^Like Sea coat/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/auth"));
  mockApi.on("PUT /api/outfits/:outfitId/like", { liked: true, likesCount: 3, award: null });
  const before = likes();
  signIn();
  await waitFor(() => expect(likes()).toBe(before + 1));
});

test("taking a like back is not kept", async () => {
  mockApi.on("GET /api/outfits/:outfitId", { ...outfit, liked: true });
  mockApi.on("DELETE /api/outfits/:outfitId/like", fails("auth.session_ended"));
  const { user, router } = await openAsMember();
  endSession();
  await user.click(await screen.findByRole("button", { name: /^Like Sea coat/, pressed: true }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/auth"));
  expect(hasIntent()).toBe(false);
});
