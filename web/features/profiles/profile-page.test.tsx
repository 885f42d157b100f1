import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { removeWithUndo } from "#web/lib/removals.ts";
import { leavePage } from "#web/testing/leave-page.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anAuthor, anOutfitCard, aPage, aProfile, aSave } from "#web/testing/samples.ts";
import { memberId, signIn, signOut } from "#web/testing/sign-in.ts";

const lou = anAuthor({ username: "lou" });

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/profiles/:username", aProfile({ username: "noor" }));
  mockApi.on("GET /api/profiles/:username/stylists", { items: [{ position: 1, stylist: lou }] });
  mockApi.on("GET /api/profiles/:username/outfits", aPage([]));
  mockApi.on("GET /api/profiles/:username/closet", aPage([]));
});

describe("another member's Top 3", () => {
  test("is a podium whose places lead to the stylists", async () => {
    await renderApp("/profile/noor");
    const podium = within(await screen.findByRole("list", { name: "Top 3 Stylist" }));
    expect(podium.getAllByRole("listitem")).toHaveLength(3);
    expect(podium.getByRole("link", { name: /lou/ }).getAttribute("href")).toBe("/profile/lou");
  });

  test("shows an error and loads on retry", async () => {
    mockApi.on("GET /api/profiles/:username/stylists", fails("internal"));
    const { user } = await renderApp("/profile/noor");
    const part = within(await screen.findByRole("region", { name: "Top 3 Stylist" }));
    expect(await part.findByRole("alert")).toBeTruthy();
    mockApi.on("GET /api/profiles/:username/stylists", { items: [] });
    await user.click(part.getByRole("button", { name: "Try again" }));
    expect(await part.findByRole("list", { name: "Top 3 Stylist" })).toBeTruthy();
    expect(part.queryByRole("alert")).toBeNull();
  });
});

test("the owner's page shares the public URL", async () => {
  const { user } = await renderApp("/me");
  const write = vi.spyOn(navigator.clipboard, "writeText");
  await user.click(await screen.findByRole("button", { name: "Share" }));
  await waitFor(() => expect(write).toHaveBeenCalledWith(`${location.origin}/profile/mia`));
});

test("a member is called by the display name, with the username where it identifies", async () => {
  const noor = aProfile({ username: "noor", displayName: "Noor Haddad", isPrivate: true, isVisible: false });
  mockApi.on("GET /api/profiles/:username", noor);
  mockApi.on("PUT /api/mutes/:memberId", { ok: true });
  const { user } = await renderApp("/profile/noor");
  expect((await screen.findByText(/to see outfits/)).textContent).toBe(
    "Follow Noor Haddad to see outfits, closet and stylists.",
  );
  expect(document.title).toBe("Noor Haddad (@noor) · Fash");
  expect(screen.getByRole("button", { name: "Follow Noor Haddad (@noor)" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Message/ })).toBeNull();
  const menu = screen.getByRole("button", { name: "More options for Noor Haddad (@noor)'s profile" });
  await user.click(menu);
  const dialog = within(await screen.findByRole("dialog", { name: "Noor Haddad (@noor)" }));
  await user.click(dialog.getByRole("button", { name: /^Block/ }));
  expect(await screen.findByRole("dialog", { name: "Block Noor Haddad (@noor)?" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(menu);
  await user.click(await screen.findByRole("button", { name: /^Mute/ }));
  expect(await screen.findByText("Noor Haddad (@noor) is muted")).toBeTruthy();
});

test("an own outfit that is deleted is missing everywhere until that is undone, and is deleted when the page is left", async () => {
  const outfit = anOutfitCard({ title: "Corduroy", author: anAuthor({ id: memberId, username: "mia" }) });
  const linen = anOutfitCard({ title: "Linen" });
  mockApi.on("GET /api/profiles/:username/outfits", aPage([outfit]));
  mockApi.on("GET /api/outfits", aPage([outfit, linen]));
  mockApi.on("GET /api/styles", { items: [] });
  mockApi.on("DELETE /api/outfits/:outfitId", { ok: true });
  const requests = () => mockApi.requests("DELETE /api/outfits/:outfitId");
  const { user, router, queryClient } = await renderApp("/me");
  const remove = async () => {
    await user.click(await screen.findByRole("button", { name: "Delete Corduroy" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
    expect(document.activeElement).toBe(screen.getByRole("region", { name: "Uploaded Outfit" }));
  };
  await remove();
  expect(await screen.findByText("No uploads yet")).toBeTruthy();
  await act(() => router.navigate({ to: "/explore" }));
  const feed = within(await screen.findByRole("list", { name: "Outfits" }));
  expect(feed.getByRole("button", { name: /^Like Linen/ })).toBeTruthy();
  expect(feed.queryByRole("button", { name: /^Like Corduroy/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Undo / }));
  expect(await feed.findByRole("button", { name: /^Like Corduroy/ })).toBeTruthy();
  await act(() => router.navigate({ to: "/me" }));
  await remove();
  expect(requests()).toHaveLength(0);
  await act(() => router.navigate({ to: "/explore" }));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  leavePage();
  await waitFor(() => expect(requests()).toHaveLength(1));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  const left = within(await screen.findByRole("list", { name: "Outfits" }));
  expect(left.getByRole("button", { name: /^Like Linen/ })).toBeTruthy();
  expect(left.queryByRole("button", { name: /^Like Corduroy/ })).toBeNull();
});

test("as many places wait for the outfits as there are, so that nothing below moves", async () => {
  mockApi.on("GET /api/profiles/:username", aProfile({ username: "noor", postsCount: 2 }));
  mockApi.on("GET /api/profiles/:username/outfits", () => new Promise(() => {}));
  await renderApp("/profile/noor");
  expect(within(await screen.findByRole("list", { name: "Loading outfits" })).getAllByRole("listitem")).toHaveLength(2);
});

test("nothing waits for outfits where there are none", async () => {
  mockApi.on("GET /api/profiles/:username", aProfile({ username: "noor", postsCount: 0 }));
  mockApi.on("GET /api/profiles/:username/outfits", () => new Promise(() => {}));
  await renderApp("/profile/noor");
  await screen.findByRole("heading", { name: "Uploaded Outfit" });
  expect(screen.queryByRole("list", { name: "Loading outfits" })).toBeNull();
});

test("the figures leave out an own outfit for as long as its deletion can be undone", async () => {
  const author = anAuthor({ id: memberId, username: "mia" });
  const shown = anOutfitCard({ title: "Corduroy", author, likesCount: 4 });
  const hidden = anOutfitCard({ title: "Tweed", author, likesCount: 2, isActive: false });
  mockApi.on("GET /api/me", aMe({ postsCount: 3, likesCount: 9 }));
  mockApi.on("GET /api/profiles/:username/outfits", aPage([shown, hidden]));
  const { user } = await renderApp("/me");
  const figures = async () => {
    const list = within(await screen.findByRole("list", { name: "Figures" }));
    return ["Posts", "Likes"].map((name) => list.getByRole("button", { name: new RegExp(name) }).textContent);
  };
  const remove = async (title: string) => {
    await user.click(await screen.findByRole("button", { name: `Delete ${title}` }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
  };
  expect(await figures()).toEqual(["3Posts", "9Likes"]);
  await remove("Corduroy");
  expect(await figures()).toEqual(["2Posts", "5Likes"]);
  await user.click(screen.getByRole("button", { name: /Likes/ }));
  expect(await screen.findByText(/has received 5 likes on 2 outfits/)).toBeTruthy();
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Close" }));
  await user.click(await screen.findByRole("button", { name: /^Undo / }));
  expect(await figures()).toEqual(["3Posts", "9Likes"]);
  // A hidden one is not in the figures.
  await remove("Tweed");
  expect(await figures()).toEqual(["3Posts", "9Likes"]);
});

test("a closet that fails to load shows an error", async () => {
  mockApi.on("GET /api/profiles/:username/closet", fails("internal"));
  await renderApp("/me");
  const part = within(await screen.findByRole("region", { name: "My Closet" }));
  expect(await part.findByRole("button", { name: "Try again" })).toBeTruthy();
});

describe("a visitor", () => {
  beforeEach(signOut);

  test("is asked to sign in where profiles are for members", async () => {
    mockApi.on("GET /api/profiles/:username", fails("auth.required"));
    const { router } = await renderApp("/profile/noor");
    await waitFor(() => expect(router.state.location.pathname).toBe("/auth"));
    expect(router.state.location.search).toEqual({ next: "/profile/noor" });
  });

  test("asks the server only once whether it shows profiles", async () => {
    mockApi.on("GET /api/profiles/:username", fails("auth.required"));
    const { router } = await renderApp("/profile/noor");
    await waitFor(() => expect(router.state.location.pathname).toBe("/auth"));
    const asked = mockApi.requests("GET /api/profiles/:username").length;
    await act(() => router.preloadRoute({ to: "/profile/$username", params: { username: "mia" } }));
    await act(() => router.navigate({ to: "/profile/$username", params: { username: "mia" } }));
    expect(router.state.location.search).toEqual({ next: "/profile/mia" });
    expect(mockApi.requests("GET /api/profiles/:username")).toHaveLength(asked);
  });

  test("reads a profile where the server allows it", async () => {
    await renderApp("/profile/noor");
    expect(await screen.findByRole("heading", { level: 1, name: "noor" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Follow @noor" })).toBeTruthy();
    expect(mockApi.requests("GET /api/me")).toEqual([]);
  });
});

test("a missing member shows 'not found' without a retry", async () => {
  mockApi.on("GET /api/profiles/:username", fails("profile.not_found"));
  await renderApp("/profile/nobody");
  expect(await screen.findByRole("heading", { level: 2, name: "Profile not found" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  expect(screen.getByRole("link", { name: "Explore Outfits" })).toBeTruthy();
});

test("a profile that failed to load says so and loads on retry", async () => {
  mockApi.on("GET /api/profiles/:username", fails("rate.limited"));
  const { user } = await renderApp("/profile/noor");
  expect(await screen.findByRole("heading", { level: 2, name: "Failed to load profile data" })).toBeTruthy();
  mockApi.on("GET /api/profiles/:username", aProfile({ username: "noor" }));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { level: 1, name: "noor" })).toBeTruthy();
});

test("another member's open closet shows more on demand", async () => {
  const [first, second] = [aSave(), aSave()];
  mockApi.on("GET /api/profiles/:username", aProfile({ username: "noor", isClosetPrivate: false }));
  mockApi.on("GET /api/profiles/:username/boards", { items: [] });
  mockApi.on("GET /api/profiles/:username/closet", ({ query }) =>
    query["cursor"] === "more" ? aPage([second]) : aPage([first], "more"),
  );
  const { user } = await renderApp("/profile/noor");
  const closet = within(await screen.findByRole("region", { name: "Closet" }));
  await user.click(await closet.findByRole("button", { name: "Show more" }));
  await waitFor(() => expect(closet.getAllByRole("listitem")).toHaveLength(2));
});

describe("the owner's public preview", () => {
  test("asks for the lists as visitors see them", async () => {
    mockApi.on("GET /api/me", aMe({ isClosetPrivate: false }));
    mockApi.on("GET /api/profiles/:username/boards", { items: [] });
    await renderApp("/me?view=public");
    expect(await screen.findByText("Public Preview Mode")).toBeTruthy();
    for (const list of ["outfits", "closet", "boards"] as const) {
      const asked = () => mockApi.requests(`GET /api/profiles/:username/${list}`);
      await waitFor(() => expect(asked().length).toBeGreaterThan(0));
      for (const { url } of asked()) expect(url.searchParams.get("view")).toBe("public");
    }
  });

  test("leaves out a save whose removal can be undone", async () => {
    const [coat, boots] = ["Wool coat", "Red boots"].map((title) => aSave({ outfit: anOutfitCard({ title }) }));
    mockApi.on("GET /api/me", aMe({ isClosetPrivate: false }));
    mockApi.on("GET /api/profiles/:username/boards", { items: [] });
    mockApi.on("GET /api/profiles/:username/closet", aPage([coat, boots].flatMap((save) => save ?? [])));
    await renderApp("/me?view=public");
    const closet = within(await screen.findByRole("list", { name: "Saved outfits" }));
    expect(closet.getAllByRole("listitem")).toHaveLength(2);
    act(() => removeWithUndo(`save ${coat?.outfit.id}`, "Removed from closet", () => Promise.resolve()));
    expect(closet.getAllByRole("listitem")).toHaveLength(1);
  });

  test("stays one where a former username leads to the current one", async () => {
    mockApi.on("GET /api/profiles/:username", aProfile({ id: memberId, username: "mia", isSelf: true }));
    mockApi.on("GET /api/profiles/:username/boards", { items: [] });
    const { router } = await renderApp("/profile/mia.old?view=public");
    expect(await screen.findByText("Public Preview Mode")).toBeTruthy();
    expect(router.state.location.href).toBe("/profile/mia?view=public");
  });

  test("of a private profile has what those see who do not follow", async () => {
    mockApi.on("GET /api/me", aMe({ isPrivate: true, isVerified: true, bio: "Wool and linen" }));
    await renderApp("/me?view=public");
    expect(await screen.findByRole("heading", { name: "This profile is private" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Exit Public View" })).toBeTruthy();
    expect(screen.queryByText("Wool and linen")).toBeNull();
    expect(screen.queryByText("Verified")).toBeNull();
    expect(screen.queryByRole("region", { name: "Uploaded Outfit" })).toBeNull();
    expect(mockApi.requests("GET /api/profiles/:username/outfits")).toHaveLength(0);
  });
});

test("the own profile at its public address has a way back to /me, which has none", async () => {
  mockApi.on("GET /api/profiles/:username", aProfile({ username: "mia", isSelf: true }));
  const { user } = await renderApp("/profile/mia");
  expect(await screen.findByRole("link", { name: "Settings" })).toBeTruthy();
  await user.click(screen.getByRole("link", { name: "Back to your profile" }));
  await waitFor(() => expect(screen.queryByRole("link", { name: "Back to your profile" })).toBeNull());
  expect(screen.getByRole("link", { name: "Settings" })).toBeTruthy();
});
