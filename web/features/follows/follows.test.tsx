import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { profileQueries } from "#web/data/profiles.ts";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anAuthor, anOutfit, aPage, aProfile } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";

const outfit = anOutfit();
const address = `/outfit/${outfit.id}`;
const { username } = outfit.author;

beforeEach(() => {
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  mockApi.on("GET /api/outfits/:outfitId/comments", aPage([]));
  mockApi.on("GET /api/outfits/:outfitId/similar", { items: [] });
  mockApi.on("GET /api/outfits", aPage([]));
});

function asMember(id = memberId) {
  signIn({ id });
  mockApi.on("GET /api/me", aMe({ id }));
  mockApi.on("POST /api/outfits/:outfitId/views", { ok: true });
  mockApi.on("GET /api/profiles/:username", aProfile(outfit.author));
}

const button = (label: string) => screen.findByRole("button", { name: `${label} @${username}` });

test("following is shown at once and confirmed", async () => {
  asMember();
  const answer = deferred<{ state: "following"; followersCount: number }>();
  mockApi.on("PUT /api/follows/:memberId", () => answer.promise);
  const { user } = await renderApp(address);
  await user.click(await button("Follow"));
  expect((await button("Following")).getAttribute("aria-pressed")).toBe("true");
  mockApi.on("GET /api/profiles/:username", aProfile({ ...outfit.author, followState: "following" }));
  answer.resolve({ state: "following", followersCount: 6 });
  expect(await screen.findByText("Following!")).toBeTruthy();
});

test("following who liked an outfit is shown at once, also if the list is loaded again meanwhile", async () => {
  asMember();
  const liker = anAuthor({ username: "lou" });
  const likers = [{ id: liker.id, member: liker, state: "none" as const, createdAt: "2026-01-02T03:04:05.000Z" }];
  const reply = { ...aPage(likers), likesCount: 4 };
  mockApi.on("GET /api/outfits/:outfitId/likes", reply);
  const answer = deferred<{ state: "following"; followersCount: number }>();
  mockApi.on("PUT /api/follows/:memberId", () => answer.promise);
  const { user, queryClient } = await renderApp(address);
  await user.click(await screen.findByRole("button", { name: "4 likes" }));
  const follow = await screen.findByRole("button", { name: "Follow @lou" });
  const late = deferred<typeof reply>();
  mockApi.on("GET /api/outfits/:outfitId/likes", () => late.promise);
  act(() => void queryClient.invalidateQueries({ queryKey: ["likers"] }));
  await user.click(follow);
  await act(async () => {
    late.resolve(reply);
    await late.promise;
  });
  const followed = await screen.findByRole("button", { name: "Following @lou" });
  expect(followed.getAttribute("aria-pressed")).toBe("true");
});

test("the button stays when the profile can't be loaded again", async () => {
  asMember();
  const { queryClient } = await renderApp(address);
  const follow = await button("Follow");
  mockApi.on("GET /api/profiles/:username", fails("internal"));
  await act(() => queryClient.invalidateQueries({ queryKey: ["profiles"] }));
  expect(follow.isConnected).toBe(true);
});

test("a failure is rolled back", async () => {
  asMember();
  mockApi.on("PUT /api/follows/:memberId", fails("internal"));
  const { user } = await renderApp(address);
  await user.click(await button("Follow"));
  expect(await screen.findByText("Failed to update follow")).toBeTruthy();
  expect((await button("Follow")).getAttribute("aria-pressed")).toBe("false");
});

test("an answer that comes under another outfit is not about its author", async () => {
  asMember();
  const theo = anAuthor({ username: "theo" });
  const next = anOutfit({ title: "Boots", author: { ...outfit.author, ...theo } });
  mockApi.on("GET /api/outfits/:outfitId", ({ params }) => (params.outfitId === next.id ? next : outfit));
  mockApi.on("GET /api/profiles/:username", ({ params }) =>
    aProfile(params.username === username ? outfit.author : theo),
  );
  const answer = deferred<{ state: "following"; followersCount: number }>();
  mockApi.on("PUT /api/follows/:memberId", () => answer.promise);
  const { user, router, queryClient } = await renderApp(address);
  const states = () =>
    [username, "theo"].map((name) => queryClient.getQueryData(profileQueries.profile(name).queryKey)?.followState);
  await user.click(await button("Follow"));
  await act(() => router.navigate({ to: "/outfit/$outfitId", params: { outfitId: next.id } }));
  const follow = await screen.findByRole("button", { name: "Follow @theo" });
  // What the caches hold is not loaded again at the end.
  const late = deferred<ReturnType<typeof aProfile>>();
  mockApi.on("GET /api/profiles/:username", () => late.promise);
  answer.resolve({ state: "following", followersCount: 6 });
  expect(await screen.findByText("Following!")).toBeTruthy();
  expect(states()).toEqual(["following", "none"]);
  expect(follow.getAttribute("aria-pressed")).toBe("false");
  late.resolve(aProfile(theo));
});

test("without a connection a follow is taken back, also from the count and after a second tap", async () => {
  asMember();
  mockApi.on("GET /api/profiles/:username", aProfile({ ...outfit.author, followersCount: 5, isVisible: true }));
  mockApi.on("GET /api/profiles/:username/stylists", { items: [] });
  mockApi.on("GET /api/profiles/:username/outfits", aPage([]));
  mockApi.on("GET /api/profiles/:username/closet", aPage([]));
  mockApi.on("GET /api/profiles/:username/boards", { items: [] });
  const { user } = await renderApp(`/profile/${username}`);
  const followers = async () =>
    within(await screen.findByRole("list", { name: "Figures" })).getByRole("button", { name: /Followers/ }).textContent;
  expect(await followers()).toBe("5Followers");
  const lost = deferred<ReturnType<typeof fails>>();
  for (const endpoint of ["PUT /api/follows/:memberId", "DELETE /api/follows/:memberId"] as const)
    mockApi.on(endpoint, () => lost.promise);
  mockApi.on("GET /api/profiles/:username", fails("server.unavailable"));
  await user.click(await button("Follow"));
  await button("Following");
  expect(await followers()).toBe("6Followers");
  await user.click(await button("Following"));
  await user.click(await button("Follow"));
  await button("Following");
  lost.resolve(fails("server.unavailable"));
  await waitFor(() => expect(mockApi.requests("PUT /api/follows/:memberId")).toHaveLength(2));
  await button("Follow");
  expect(await followers()).toBe("5Followers");
});

test("a private member is asked", async () => {
  asMember();
  mockApi.on("GET /api/profiles/:username", aProfile({ ...outfit.author, isPrivate: true, isVisible: false }));
  mockApi.on("PUT /api/follows/:memberId", { state: "requested", followersCount: 5 });
  const { user } = await renderApp(address);
  await user.click(await button("Follow"));
  expect(await screen.findByText("Follow request sent")).toBeTruthy();
});

test("a request that is withdrawn before its answer says so, and stands again if that fails", async () => {
  asMember();
  mockApi.on("GET /api/profiles/:username", aProfile({ ...outfit.author, isPrivate: true, isVisible: false }));
  const { user } = await renderApp(address);
  const withdrawSoon = async (outcome: unknown) => {
    const asked = deferred<{ state: "requested"; followersCount: number }>();
    mockApi.on("PUT /api/follows/:memberId", () => asked.promise);
    mockApi.on("DELETE /api/follows/:memberId", outcome as { state: "none"; followersCount: number });
    await user.click(await button("Follow"));
    await user.click(await button("Requested"));
    mockApi.on("GET /api/profiles/:username", fails("server.unavailable"));
    asked.resolve({ state: "requested", followersCount: 5 });
  };
  await withdrawSoon({ state: "none", followersCount: 5 });
  expect(await screen.findByText("Follow request withdrawn")).toBeTruthy();
  await withdrawSoon(fails("internal"));
  await screen.findByText("Failed to update follow");
  expect((await button("Requested")).getAttribute("aria-pressed")).toBe("true");
});

test("a visitor is asked to sign in and returns here", async () => {
  const { user, router } = await renderApp(address);
  await user.click(await button("Follow"));
  await waitFor(() => expect(router.state.location.pathname).toBe("/auth"));
  expect(router.state.location.search).toMatchObject({ next: address });
});

test("members cannot follow themselves", async () => {
  asMember(outfit.author.id);
  await renderApp(address);
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByRole("button", { name: /^Follow/ })).toBeNull();
});
