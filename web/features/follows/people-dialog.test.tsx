import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Follow } from "#contract/follows.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import { mockLive } from "#web/testing/mock-live.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anAuthor, aPage, aProfile } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const aFollow = (username: string): Follow => {
  const member = anAuthor({ username });
  return { id: member.id, member, state: "none", createdAt: "2026-01-02T03:04:05.000Z" };
};
const lou = aFollow("lou");
const theo = aFollow("theo");

const listOf = (items: Follow[], count: number) => ({ ...aPage(items), count });

const figure = (name: RegExp) => screen.findByRole("button", { name });

function renderProfile(path: string) {
  signIn();
  mockApi.on("GET /api/me", aMe({ followersCount: 2 }));
  mockApi.on(
    "GET /api/profiles/:username",
    aProfile({ username: "noor", followersCount: 4, followingCount: 1, isVisible: true }),
  );
  mockApi.on("GET /api/profiles/:username/stylists", { items: [] });
  mockApi.on("GET /api/profiles/:username/outfits", aPage([]));
  mockApi.on("GET /api/profiles/:username/closet", aPage([]));
  mockApi.on("GET /api/profiles/:username/boards", { items: [] });
  return renderApp(path);
}

async function openFollowers(title: string) {
  const { user } = await renderProfile("/profile/noor");
  await user.click(await figure(/Followers/));
  const dialog = within(await screen.findByRole("dialog", { name: title }));
  await dialog.findByRole("link", { name: /lou/ });
  return { user, dialog };
}

test("those whom a list does not name are counted as they are now, not when the profile was loaded", async () => {
  mockApi.on("GET /api/profiles/:username/followers", listOf([lou], 3));
  mockApi.on("GET /api/profiles/:username/following", listOf([], 1));
  const { user, dialog } = await openFollowers("3 Followers");
  expect(dialog.getByText("And 2 members who keep to themselves.")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await user.click(await figure(/Following/));
  const following = within(await screen.findByRole("dialog", { name: "1 Following" }));
  expect(await following.findByText("1 member who keeps to themselves.")).toBeTruthy();
  expect(screen.queryByText("Not following anyone yet")).toBeNull();
});

test("nobody is said to be missing where all others have unfollowed since", async () => {
  mockApi.on("GET /api/profiles/:username/followers", listOf([lou], 1));
  const { dialog } = await openFollowers("1 Follower");
  expect(dialog.queryByText(/to themselves/)).toBeNull();
});

test("the focus stays in the dialog when a follower is removed", async () => {
  mockApi.on("GET /api/profiles/:username/followers", listOf([lou, theo], 2));
  mockApi.on("DELETE /api/followers/:memberId", { ok: true });
  const { user } = await renderProfile("/me");
  await user.click(await figure(/Followers/));
  await user.click(await screen.findByRole("button", { name: "Remove @lou from your followers" }));
  mockApi.on("GET /api/profiles/:username/followers", listOf([theo], 1));
  await user.click(screen.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.queryByRole("link", { name: /lou/ })).toBeNull());
  expect(screen.getByRole("list", { name: "Followers" }).parentElement).toBe(document.activeElement);
});

test.each(["the news", "a lost connection"])(
  "a new follower is counted, and listed, on the open own profile after %s",
  async (what) => {
    signIn();
    const live = await mockLive();
    mockApi.on("GET /api/profiles/:username/followers", listOf([lou], 2));
    const { user } = await renderProfile("/me");
    await user.click(await figure(/Followers/));
    await screen.findByRole("link", { name: /lou/ });
    mockApi.on("GET /api/me", aMe({ followersCount: 3 }));
    mockApi.on("GET /api/profiles/:username/followers", listOf([theo, lou], 3));
    if (what === "the news") await live.tell("notifications", { unreadCount: 1 });
    else await live.comeBack();
    const dialog = await screen.findByRole("dialog", { name: "3 Followers" });
    expect(await within(dialog).findByRole("link", { name: /theo/ })).toBeTruthy();
  },
);
