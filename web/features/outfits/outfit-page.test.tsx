import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { outfitQueries } from "#web/data/outfits.ts";
import { rememberOpenedList } from "#web/lib/opened-list.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aComment, aMe, anAuthor, anId, anOutfit, anOutfitCard, aPage, aProfile } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";

const outfit = anOutfit({ title: "Father's corduroy", viewsCount: 1_234, commentsCount: 1 });
const address = `/outfit/${outfit.id}`;
const comment = aComment({ outfitId: outfit.id, content: "That collar!", author: anAuthor({ username: "theo" }) });

beforeEach(() => {
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  mockApi.on("GET /api/outfits/:outfitId/comments", aPage([comment]));
  mockApi.on("GET /api/outfits/:outfitId/similar", { items: [] });
});

function asMember(id = memberId, role: "user" | "admin" = "user") {
  signIn({ id });
  mockApi.on("GET /api/me", aMe({ id, role }));
  mockApi.on("POST /api/outfits/:outfitId/views", { ok: true });
  mockApi.on("GET /api/profiles/:username", aProfile(outfit.author));
}

test("visitors can change the theme here, where there are no bars; members have settings", async () => {
  const theme = "Switch between light and dark";
  const { user, unmount } = await renderApp(address);
  await user.click(await screen.findByRole("button", { name: theme }));
  expect(document.documentElement.dataset["theme"]).toBe("dark");
  await user.click(screen.getByRole("button", { name: theme }));
  expect(document.documentElement.dataset["theme"]).toBe("light");
  unmount();
  asMember();
  await renderApp(address);
  await screen.findByRole("heading", { name: "Father's corduroy", level: 1 });
  expect(screen.queryByRole("button", { name: theme })).toBeNull();
});

describe("the content", () => {
  test("title, owner, style, counts, description, tags and items, each with its way on", async () => {
    await renderApp(address);
    expect(await screen.findByRole("heading", { name: "Father's corduroy", level: 1 })).toBeTruthy();
    const links = Object.fromEntries(
      screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]),
    );
    expect(links).toMatchObject({
      Retro: `/explore?style=${outfit.style.id}`,
      "#corduroy": "/tag/corduroy",
    });
    expect(screen.getByText("1.2K views")).toBeTruthy();
    expect(await screen.findByText(outfit.description ?? "")).toBeTruthy();
    expect(document.title).toBe(`Father's corduroy by @${outfit.author.username} · Fash`);
  });

  test("an item with a shop opens it in a new tab that learns nothing of ours [S-45]", async () => {
    await renderApp(address);
    const shop = within(await screen.findByRole("list", { name: "Shop this look" }));
    const link = shop.getByRole("link", { name: /^Corduroy jacket, opens the shop in a new tab/ });
    expect(link.getAttribute("href")).toBe("https://shop.example/1");
    expect(link.getAttribute("rel")).toContain("noopener");
    expect(shop.queryByRole("link", { name: /Flared jeans/ })).toBeNull();
  });

  test("each brand links to its feed", async () => {
    await renderApp(address);
    const shop = within(await screen.findByRole("list", { name: "Shop this look" }));
    expect(shop.getByRole("link", { name: "Loom & Co" }).getAttribute("href")).toBe("/brand/Loom%20%26%20Co");
  });

  test("similar outfits are below with a link to the style, or nothing without any", async () => {
    const alike = anOutfitCard({ altText: "Moss corduroy" });
    mockApi.on("GET /api/outfits/:outfitId/similar", { items: [alike] });
    const { unmount } = await renderApp(address);
    const more = within(await screen.findByRole("region", { name: "More like this" }));
    expect(more.getByRole("link", { name: /Moss corduroy/ }).getAttribute("href")).toBe(`/outfit/${alike.id}`);
    expect(more.getByRole("link", { name: "All Retro" })).toBeTruthy();
    unmount();
    mockApi.on("GET /api/outfits/:outfitId/similar", { items: [] });
    await renderApp(address);
    await screen.findByRole("list", { name: "Shop this look" });
    expect(screen.queryByRole("region", { name: "More like this" })).toBeNull();
  });

  test("a hidden one is marked for its owner, who can edit it", async () => {
    asMember(outfit.author.id);
    mockApi.on("GET /api/outfits/:outfitId", { ...outfit, isActive: false });
    await renderApp(address);
    expect(await screen.findByText("Hidden")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Edit outfit" }).getAttribute("href")).toBe(`/edit-outfit/${outfit.id}`);
  });

  test("others have no edit button", async () => {
    asMember();
    await renderApp(address);
    await screen.findByRole("heading", { level: 1 });
    expect(screen.queryByRole("link", { name: "Edit outfit" })).toBeNull();
  });

  test("a missing one says so and links to the feed", async () => {
    mockApi.on("GET /api/outfits/:outfitId", fails("outfit.not_found"));
    mockApi.on("GET /api/outfits/:outfitId/comments", fails("outfit.not_found"));
    await renderApp(address);
    expect(await screen.findByRole("heading", { name: "This outfit isn't available" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Explore Outfits" }).getAttribute("href")).toBe("/explore");
  });

  test("one that is gone since is not shown from the cache; any other failure keeps it", async () => {
    const { queryClient } = await renderApp(address);
    await screen.findByRole("heading", { name: "Father's corduroy" });
    const reload = () => act(() => queryClient.refetchQueries(outfitQueries.detail(outfit.id)));
    mockApi.on("GET /api/outfits/:outfitId", fails("rate.limited"));
    await reload();
    expect(screen.getByRole("heading", { name: "Father's corduroy" })).toBeTruthy();
    mockApi.on("GET /api/outfits/:outfitId", fails("outfit.not_found"));
    await reload();
    expect(await screen.findByRole("heading", { name: "This outfit isn't available" })).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "Father's corduroy" })).toBeNull();
  });

  test("one that could not be loaded can be tried again", async () => {
    mockApi.on("GET /api/outfits/:outfitId", fails("internal"));
    const { user } = await renderApp(address);
    expect(await screen.findByRole("heading", { name: "Failed to load outfit" })).toBeTruthy();
    mockApi.on("GET /api/outfits/:outfitId", outfit);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "Father's corduroy" })).toBeTruthy();
  });
});

describe("the photograph", () => {
  test("is shown alone, larger where it is pressed, until it is closed", async () => {
    const { user } = await renderApp(address);
    await user.click(await screen.findByRole("button", { name: "Zoom" }));
    const dialog = within(screen.getByRole("dialog", { name: "Photo of Father's corduroy" }));
    expect(dialog.getByRole("img", { name: outfit.altText }).getAttribute("src")).toBe(outfit.picture.url);
    await user.click(dialog.getByRole("button", { name: "Enlarge the photo" }));
    const whole = dialog.getByRole("button", { name: "Show the whole photo" });
    expect(whole.style.width).toBe("200vw");
    await user.click(whole);
    expect(dialog.getByRole("button", { name: "Enlarge the photo" })).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog", { name: "Photo of Father's corduroy" })).toBeNull();
  });

  test("leads to the outfits before and after it in the list, in place, by button and arrow key", async () => {
    const others = [anOutfit({ title: "Before" }), anOutfit({ title: "After" })] as const;
    const all = [others[0], outfit, others[1]];
    mockApi.on(
      "GET /api/outfits/:outfitId",
      ({ params }) => all.find(({ id }) => id === params.outfitId) ?? fails("outfit.not_found"),
    );
    const list = document.createElement("ul");
    list.innerHTML = all.map(({ id }) => `<li><a href="/outfit/${id}"></a></li>`).join("");
    rememberOpenedList(list.querySelector("a"));
    onTestFinished(() => rememberOpenedList(null));
    const { user, router } = await renderApp(address);
    await user.click(await screen.findByRole("button", { name: "Next outfit" }));
    expect(await screen.findByRole("heading", { name: "After", level: 1 })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("button", { name: "Next outfit" })).toBeNull());
    await user.keyboard("{ArrowLeft}");
    expect(await screen.findByRole("heading", { name: "Father's corduroy", level: 1 })).toBeTruthy();
    await user.click(await screen.findByRole("button", { name: "Previous outfit" }));
    expect(await screen.findByRole("heading", { name: "Before", level: 1 })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("button", { name: "Previous outfit" })).toBeNull());
    expect(router.history.length).toBe(1);
  });

  test("leads on through its own list again after Back from an outfit of another", async () => {
    const [after, alike] = [anOutfit({ title: "After" }), anOutfit({ title: "Alike", altText: "Alike" })];
    const all = [outfit, after, alike];
    mockApi.on(
      "GET /api/outfits/:outfitId",
      ({ params }) => all.find(({ id }) => id === params.outfitId) ?? fails("outfit.not_found"),
    );
    mockApi.on("GET /api/outfits/:outfitId/similar", { items: [alike] });
    const list = document.createElement("ul");
    list.innerHTML = [outfit, after].map(({ id }) => `<li><a href="/outfit/${id}"></a></li>`).join("");
    rememberOpenedList(list.querySelector("a"));
    onTestFinished(() => rememberOpenedList(null));
    const { user, router } = await renderApp(address);
    await screen.findByRole("button", { name: "Next outfit" });
    await user.click(await screen.findByRole("link", { name: /Alike/ }));
    await screen.findByRole("heading", { name: "Alike", level: 1 });
    await waitFor(() => expect(screen.queryByRole("button", { name: "Next outfit" })).toBeNull());
    router.history.back();
    await screen.findByRole("heading", { name: "Father's corduroy", level: 1 });
    await user.click(await screen.findByRole("button", { name: "Next outfit" }));
    expect(await screen.findByRole("heading", { name: "After", level: 1 })).toBeTruthy();
  });
});

describe("views and sharing", () => {
  test("a member's look is counted once, a visitor's not at all", async () => {
    await renderApp(address);
    await screen.findByRole("heading", { level: 1 });
    expect(mockApi.requests("POST /api/outfits/:outfitId/views")).toHaveLength(0);
    asMember();
    await waitFor(() => expect(mockApi.requests("POST /api/outfits/:outfitId/views")).toHaveLength(1));
  });

  test("without a share sheet the link is copied: the outfit's, also where the address leads to a comment", async () => {
    mockApi.on("GET /api/comments/:commentId", { comment, parent: null });
    mockApi.on("GET /api/comments/:commentId/replies", aPage([]));
    const { user } = await renderApp(`${address}?comment=${comment.id}`);
    await user.click(await screen.findByRole("button", { name: "Share" }));
    expect(await screen.findByText("Link copied to clipboard!")).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}${address}`);
  });

  test("the device's share sheet is used where there is one, and closing it copies nothing", async () => {
    const share = vi.fn<() => Promise<never>>(() => Promise.reject(new DOMException("closed", "AbortError")));
    Object.assign(navigator, { share });
    onTestFinished(() => void Reflect.deleteProperty(navigator, "share"));
    const { user } = await renderApp(address);
    await user.click(await screen.findByRole("button", { name: "Share" }));
    expect(share).toHaveBeenCalledWith({ title: "Father's corduroy", url: `${location.origin}${address}` });
    expect(screen.queryByText("Link copied to clipboard!")).toBeNull();
  });
});

describe("comments", () => {
  const list = async () => within(await screen.findByRole("list", { name: "Comments" }));
  const write = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Add a comment" });

  test("a member's comment is added on top, the count rises, the box empties", async () => {
    asMember();
    const added = aComment({ outfitId: outfit.id, content: "Love it", author: anAuthor({ username: "mia" }) });
    mockApi.on("POST /api/outfits/:outfitId/comments", ({ body }) => ({
      comment: { ...added, content: body.content.trim() },
      award: null,
    }));
    const { user } = await renderApp(address);
    await user.type(await write(), " Love it {Enter}");
    expect(await screen.findByText("Comment added!")).toBeTruthy();
    const rows = (await list()).getAllByRole("listitem").map((row) => row.textContent);
    expect(rows[0]).toContain("Love it");
    expect(rows).toHaveLength(2);
    expect(screen.getByRole("heading", { name: "Comments 2" })).toBeTruthy();
    expect((await write()).textContent).toBe("");
  });

  test("one that fails keeps its text in the box", async () => {
    asMember();
    mockApi.on("POST /api/outfits/:outfitId/comments", fails("internal"));
    const { user } = await renderApp(address);
    await user.type(await write(), "Love it{Enter}");
    expect(await screen.findByText("Failed to add comment")).toBeTruthy();
    expect((await write()).value).toBe("Love it");
  });

  test("a blank one cannot be sent", async () => {
    asMember();
    const { user } = await renderApp(address);
    await user.type(await write(), "   {Enter}");
    expect(mockApi.requests("POST /api/outfits/:outfitId/comments")).toHaveLength(0);
    expect(screen.getByRole("button", { name: "Post comment" }).getAttribute("aria-disabled")).toBe("true");
  });

  test("a visitor is asked to sign in", async () => {
    // The sign-in page's cover.
    mockApi.on("GET /api/outfits", aPage([]));
    const { user, router } = await renderApp(address);
    await user.type(await write(), "Love it{Enter}");
    expect(await screen.findByText("Please sign in to comment")).toBeTruthy();
    expect(router.state.location).toMatchObject({ pathname: "/auth", search: { next: address } });
  });

  test("only the writer and admins can delete one, after a question", async () => {
    asMember(anId(), "admin");
    mockApi.on("DELETE /api/comments/:commentId", { ok: true });
    const { user } = await renderApp(address);
    await user.click(await screen.findByRole("button", { name: "Delete comment" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Delete this comment?" }));
    await user.type(dialog.getByRole("textbox"), "Spam.");
    await user.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("No comments yet. Be the first.")).toBeTruthy();
  });

  test("others cannot", async () => {
    asMember();
    await renderApp(address);
    await list();
    expect(screen.queryByRole("button", { name: "Delete comment" })).toBeNull();
  });
});
