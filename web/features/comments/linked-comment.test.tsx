import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Comment } from "#contract/comments.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aComment, anAuthor, anOutfit, aPage } from "#web/testing/samples.ts";

const outfit = anOutfit({ commentsCount: 3 });
const theo = anAuthor({ username: "theo" });
const comment = (content: string, day: number, given: Partial<Comment> = {}) =>
  aComment({ outfitId: outfit.id, author: theo, content, createdAt: `2026-02-0${day}T11:00:00.000Z`, ...given });
const newest = comment("Newest", 9);
const old = comment("Love the collar!", 2, { repliesCount: 2 });
const oldest = comment("First", 1);
const reply = comment("Which brand?", 3, { parentId: old.id });
const lateReply = comment("Halden", 4, { parentId: old.id });

const scrolledTo = vi.fn<(element: Element) => void>();
beforeEach(() => {
  scrolledTo.mockClear();
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    scrolledTo(this);
  };
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  mockApi.on("GET /api/outfits/:outfitId/comments", ({ query }) =>
    query["cursor"] === undefined ? aPage([newest], "more") : aPage([old, oldest]),
  );
  mockApi.on("GET /api/comments/:commentId/replies", aPage([reply, lateReply]));
  mockApi.on("GET /api/comments/:commentId", { comment: old, parent: null });
  mockApi.on("GET /api/outfits/:outfitId/similar", { items: [] });
  mockApi.on("GET /api/outfits", aPage([]));
});

const open = (id: string) => renderApp(`/outfit/${outfit.id}?comment=${id}`);
const focused = () => document.activeElement?.getAttribute("aria-label");
const texts = (list: string) =>
  within(screen.getByRole("list", { name: list }))
    .getAllByRole("group")
    .map((row) => row.getAttribute("aria-label"));
const shown = (words: string[]) => words.filter((text) => screen.queryAllByText(text).length > 0);

describe("an address with a comment", () => {
  test("opens the page at it, focused, with its replies, though its page of the list is not loaded", async () => {
    const { user } = await open(old.id);
    await waitFor(() => expect(focused()).toBe("theo: Love the collar!"));
    expect(scrolledTo).toHaveBeenCalledWith(document.activeElement);
    expect(await screen.findByRole("list", { name: "Replies" })).toBeTruthy();
    expect(texts("Comments")).toEqual(["theo: Love the collar!"]);
    expect(screen.queryByText("First")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Show more comments" }));
    await screen.findByText("First");
    expect(screen.getAllByText("Love the collar!")).toHaveLength(1);
    expect(scrolledTo).toHaveBeenCalledTimes(1);
  });

  test("opens a reply among those of its comment", async () => {
    mockApi.on("GET /api/comments/:commentId/replies", aPage([reply], "more"));
    mockApi.on("GET /api/comments/:commentId", { comment: lateReply, parent: old });
    await open(lateReply.id);
    await waitFor(() => expect(focused()).toBe("theo: Halden"));
    const lines = within(screen.getByRole("list", { name: "Replies" })).getAllByRole("listitem");
    expect(lines.map((line) => line.textContent)).toEqual([
      expect.stringContaining("Which brand?"),
      expect.stringContaining("Halden"),
    ]);
    expect(mockApi.requests("GET /api/outfits/:outfitId/comments")).toHaveLength(1);
  });

  test("that is no longer there says so and shows the others", async () => {
    mockApi.on("GET /api/comments/:commentId", fails("comment.not_found"));
    await open(old.id);
    expect(await screen.findByText("This comment isn't available any more.")).toBeTruthy();
    expect(await screen.findByText("Newest")).toBeTruthy();
    expect(scrolledTo).not.toHaveBeenCalled();
  });

  test("of another outfit is not shown here", async () => {
    const elsewhere = comment("Elsewhere", 5, { outfitId: crypto.randomUUID() });
    mockApi.on("GET /api/comments/:commentId", { comment: elsewhere, parent: null });
    await open(elsewhere.id);
    expect(await screen.findByText("This comment isn't available any more.")).toBeTruthy();
    expect(screen.queryByText("Elsewhere")).toBeNull();
  });

  test("that is no id asks for nothing", async () => {
    await open("nothing");
    expect(await screen.findByText("Newest")).toBeTruthy();
    expect(mockApi.requests("GET /api/comments/:commentId")).toHaveLength(0);
    expect(shown(["This comment isn't available any more."])).toEqual([]);
  });
});
