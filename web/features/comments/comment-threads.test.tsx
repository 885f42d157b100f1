import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Comment } from "#contract/comments.ts";
import { deferred } from "#web/testing/deferred.ts";
import { leavePage } from "#web/testing/leave-page.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { mockLive } from "#web/testing/mock-live.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aComment, aMe, anAuthor, anOutfit, aPage, aProfile } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";

const outfit = anOutfit({ commentsCount: 3 });
const theo = anAuthor({ username: "theo" });
const noor = anAuthor({ username: "noor" });
const noah = anAuthor({ username: "noah" });
const mia = anAuthor({ id: memberId, username: "mia" });
const comment = (content: string, given: Partial<Comment> = {}) =>
  aComment({ outfitId: outfit.id, author: theo, content, createdAt: "2026-03-01T11:00:00.000Z", ...given });
const collar = comment("Love the collar!", { repliesCount: 2, likesCount: 4 });
const replyBy = (author: Comment["author"], content: string, minute: number) =>
  comment(content, { author, parentId: collar.id, createdAt: `2026-03-01T11:${minute}:00.000Z` });
const first = replyBy(noor, "Which brand?", 10);
const second = replyBy(mia, "Halden", 20);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T12:00:00.000Z") });
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  mockApi.on("GET /api/outfits/:outfitId/comments", aPage([collar]));
  mockApi.on("GET /api/comments/:commentId/replies", aPage([first, second]));
  mockApi.on("GET /api/outfits/:outfitId/similar", { items: [] });
  mockApi.on("GET /api/outfits", aPage([]));
  mockApi.on("POST /api/outfits/:outfitId/views", { ok: true });
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/profiles/:username", aProfile());
});
// Not before the app of the last test is closed: its session would be months old.
afterAll(() => vi.useRealTimers());

const open = () => renderApp(`/outfit/${outfit.id}`);
const asMember = () => {
  signIn();
  return open();
};
const replies = async () =>
  within(await screen.findByRole("list", { name: "Replies" }))
    .getAllByRole("listitem")
    .map((line) => line.textContent);
const count = () => screen.getByRole("heading", { name: /^Comments/ }).textContent;
const box = (name: string) => screen.findByRole<HTMLTextAreaElement>("textbox", { name });
/** The key that confirms what an input method has composed, in Safari. */
const byInputMethod = { isComposing: false, keyCode: 229 };

describe("replies", () => {
  test("are loaded on demand, oldest first, and can be closed again", async () => {
    const { user } = await open();
    expect(mockApi.requests("GET /api/comments/:commentId/replies")).toHaveLength(0);
    await user.click(await screen.findByRole("button", { name: "View 2 replies" }));
    expect(await replies()).toEqual([
      expect.stringMatching(/noor.*Which brand\?Reply$/),
      expect.stringMatching(/mia.*HaldenReply$/),
    ]);
    await user.click(screen.getByRole("button", { name: "Hide replies" }));
    expect(screen.queryByRole("list", { name: "Replies" })).toBeNull();
  });

  test("that failed to load can be loaded again", async () => {
    mockApi.on("GET /api/comments/:commentId/replies", fails("rate.limited"));
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "View 2 replies" }));
    await screen.findByText("You're doing that too often. Please wait a moment.");
    mockApi.on("GET /api/comments/:commentId/replies", aPage([first]));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await replies()).toHaveLength(1);
  });

  test("appear at once below their comment and are counted; the field closes", async () => {
    const answer = deferred<{ comment: Comment; award: null }>();
    mockApi.on("POST /api/comments/:commentId/replies", () => answer.promise);
    const { user } = await asMember();
    await user.click(await screen.findByRole("button", { name: "Reply to @theo" }));
    await replies();
    await user.type(await box("Reply to theo"), "So do I{Enter}");
    expect((await replies())[2]).toMatch(/Posting…So do I$/);
    expect(screen.getByRole("button", { name: "Hide replies" })).toBeTruthy();
    expect(count()).toBe("Comments 4");
    const stored = comment("So do I", { author: mia, parentId: collar.id, createdAt: "2026-03-01T12:00:00.000Z" });
    answer.resolve({ comment: stored, award: null });
    expect(await screen.findByText("Reply added!")).toBeTruthy();
    expect(await replies()).toHaveLength(3);
    expect(screen.queryByRole("textbox", { name: "Reply to theo" })).toBeNull();
    const [sent] = mockApi.requests("POST /api/comments/:commentId/replies");
    expect([sent?.url.pathname, sent?.body]).toEqual([`/api/comments/${collar.id}/replies`, { content: "So do I" }]);
  });

  test("name whom they answer by the display name", async () => {
    const named = comment("Love the collar!", { author: { ...theo, displayName: "Theo Brandt" } });
    mockApi.on("GET /api/outfits/:outfitId/comments", aPage([named]));
    const { user } = await asMember();
    expect(await screen.findByRole("button", { name: /^Like comment by Theo Brandt \(@theo\)/ })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Reply to Theo Brandt (@theo)" }));
    expect(await box("Reply to Theo Brandt")).toHaveProperty("placeholder", "Reply to Theo Brandt");
  });

  test("Escape closes the field, and the focus is back at its button", async () => {
    const { user } = await asMember();
    const opener = await screen.findByRole("button", { name: "Reply to @theo" });
    await user.click(opener);
    expect(document.activeElement).toBe(await box("Reply to theo"));
    // A keyboard that is choosing letters takes it back by the same key.
    for (const told of [{ isComposing: true }, byInputMethod])
      fireEvent.keyDown(await box("Reply to theo"), { key: "Escape", ...told });
    expect(await box("Reply to theo")).toBeTruthy();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("textbox", { name: "Reply to theo" })).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  test("appear at once as the first one, also without a live connection", async () => {
    const lonely = { ...collar, repliesCount: 0 };
    mockApi.on("GET /api/outfits/:outfitId/comments", aPage([lonely]));
    mockApi.on("GET /api/comments/:commentId/replies", aPage([]));
    const stored = comment("So do I", { author: mia, parentId: collar.id, createdAt: "2026-03-01T12:00:00.000Z" });
    mockApi.on("POST /api/comments/:commentId/replies", { comment: stored, award: null });
    const { user } = await asMember();
    await user.click(await screen.findByRole("button", { name: "Reply to @theo" }));
    await waitFor(() => expect(mockApi.requests("GET /api/comments/:commentId/replies")).toHaveLength(1));
    await user.type(await box("Reply to theo"), "So do I{Enter}");
    expect(await screen.findByText("Reply added!")).toBeTruthy();
    expect(await replies()).toEqual([expect.stringMatching(/mia.*So do IReply$/)]);
    expect(screen.getByRole("button", { name: "Hide replies" })).toBeTruthy();
    expect(count()).toBe("Comments 4");
  });

  test("that are rejected are removed, and their words are back in the field", async () => {
    mockApi.on("POST /api/comments/:commentId/replies", fails("comment.not_found"));
    const { user } = await asMember();
    await user.click(await screen.findByRole("button", { name: "Reply to @theo" }));
    await replies();
    await user.type(await box("Reply to theo"), "So do I{Enter}");
    await waitFor(async () => expect((await box("Reply to theo")).value).toBe("So do I"));
    expect(await replies()).toHaveLength(2);
    expect(count()).toBe("Comments 3");
  });

  test("to a reply begin with its author's name and join the same comment", async () => {
    mockApi.on("POST /api/comments/:commentId/replies", { comment: first, award: null });
    const { user } = await asMember();
    await user.click(await screen.findByRole("button", { name: "View 2 replies" }));
    await user.click(await screen.findByRole("button", { name: "Reply to @noor" }));
    const field = await box("Reply to noor");
    expect(field.value).toBe("@noor ");
    expect(document.activeElement).toBe(field);
    expect(screen.getByRole("button", { name: "Post reply" }).getAttribute("aria-disabled")).toBe("true");
    await user.type(field, "Halden{Enter}");
    await waitFor(() => expect(mockApi.requests("POST /api/comments/:commentId/replies")).toHaveLength(1));
    const [sent] = mockApi.requests("POST /api/comments/:commentId/replies");
    expect([sent?.url.pathname, sent?.body]).toEqual([
      `/api/comments/${collar.id}/replies`,
      { content: "@noor Halden" },
    ]);
  });

  test("ask visitors to sign in", async () => {
    const { user, router } = await open();
    await user.click(await screen.findByRole("button", { name: "Reply to @theo" }));
    expect(await screen.findByText("Please sign in to comment")).toBeTruthy();
    await waitFor(() => expect(router.state.location.pathname).toBe("/auth"));
  });

  test("arrive live with the server's counts, also while they are closed", async () => {
    signIn();
    const live = await mockLive();
    const { user } = await open();
    const third = replyBy(noor, "Thanks", 30);
    await screen.findByRole("button", { name: "View 2 replies" });
    await live.tell("comment", third, 4, 3);
    expect(await screen.findByRole("button", { name: "View 3 replies" })).toBeTruthy();
    expect(count()).toBe("Comments 4");
    mockApi.on("GET /api/comments/:commentId/replies", aPage([first, second, third]));
    await user.click(screen.getByRole("button", { name: "View 3 replies" }));
    expect(await replies()).toHaveLength(3);
    const fourth = replyBy(noor, "Bye", 40);
    await live.tell("comment", fourth, 5, 4);
    await live.tell("comment", fourth, 5, 4);
    expect((await replies())[3]).toMatch(/Bye/);
    const place = { outfitId: outfit.id, eventId: null, parentId: collar.id };
    await live.tell("commentRemoved", { ...place, commentId: first.id, commentsCount: 4, repliesCount: 3 });
    expect(await replies()).toHaveLength(3);
    expect(count()).toBe("Comments 4");
  });
});

describe("a comment with replies", () => {
  test("does not count a reply that is deleted but may come back", async () => {
    mockApi.on("GET /api/outfits/:outfitId/comments", aPage([{ ...collar, repliesCount: 1 }]));
    mockApi.on("GET /api/comments/:commentId/replies", aPage([second]));
    const { user } = await asMember();
    await user.click(await screen.findByRole("button", { name: "View 1 reply" }));
    await replies();
    await user.click(screen.getByRole("button", { name: "Delete comment" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
    await screen.findByText("Comment deleted successfully");
    expect(screen.queryByRole("button", { name: /Hide replies|View 1 reply/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: /^Undo / }));
    expect(await screen.findByRole("button", { name: "Hide replies" })).toBeTruthy();
    expect(await replies()).toHaveLength(1);
  });

  test("keeps its only reply within reach of the owner who hides it, who can show it again", async () => {
    mockApi.on("GET /api/outfits/:outfitId", { ...outfit, author: { ...outfit.author, id: memberId } });
    mockApi.on("GET /api/outfits/:outfitId/comments", aPage([{ ...collar, repliesCount: 1 }]));
    mockApi.on("GET /api/comments/:commentId/replies", aPage([first]));
    mockApi.on("PUT /api/comments/:commentId/hidden", first);
    const { user } = await asMember();
    await user.click(await screen.findByRole("button", { name: "View 1 reply" }));
    const reply = within(await screen.findByRole("list", { name: "Replies" }));
    await user.click(reply.getByRole("button", { name: "Hide comment" }));
    expect(await screen.findByText("Comment hidden")).toBeTruthy();
    expect(count()).toBe("Comments 2");
    await user.click(screen.getByRole("button", { name: "Hide replies" }));
    await user.click(screen.getByRole("button", { name: "View 1 reply" }));
    await user.click(await screen.findByRole("button", { name: "Show comment" }));
    expect(await screen.findByText("Comment shown")).toBeTruthy();
    expect(count()).toBe("Comments 3");
  });

  test("of an older release, whose hidden replies are not counted, is opened", async () => {
    const { hiddenRepliesCount: _, ...saved } = collar;
    mockApi.on("GET /api/outfits/:outfitId/comments", () => Response.json({ items: [saved], nextCursor: null }));
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "View 2 replies" }));
    expect(await replies()).toHaveLength(2);
  });

  test("with hidden replies only is opened by who sees them, and its subscription costs no second read", async () => {
    mockApi.on("GET /api/outfits/:outfitId/comments", aPage([{ ...collar, repliesCount: 0, hiddenRepliesCount: 1 }]));
    mockApi.on("GET /api/comments/:commentId/replies", aPage([{ ...first, isHidden: true }]));
    signIn();
    const live = await mockLive();
    const { user } = await open();
    const toggle = await screen.findByRole("button", { name: "View 1 reply" });
    await live.acknowledge({ commentsCount: 1 });
    await user.click(toggle);
    expect(await replies()).toHaveLength(1);
    expect(mockApi.requests("GET /api/outfits/:outfitId/comments")).toHaveLength(1);
  });

  test("leaves its place when it is deleted by others, and goes with the last reply", async () => {
    signIn();
    const live = await mockLive();
    await open();
    await screen.findByText("Love the collar!");
    const place = { outfitId: outfit.id, eventId: null };
    const removed = { ...place, commentId: collar.id, parentId: null };
    await live.tell("commentRemoved", { ...removed, commentsCount: 2, repliesCount: 2 });
    expect(await screen.findByText("Comment deleted")).toBeTruthy();
    expect(screen.queryByText("Love the collar!")).toBeNull();
    expect(screen.queryByRole("button", { name: "Reply to @theo" })).toBeNull();
    const last = { ...place, commentId: first.id, parentId: collar.id };
    await live.tell("commentRemoved", { ...last, commentsCount: 0, repliesCount: 0 });
    await waitFor(() => expect(screen.queryByText("Comment deleted")).toBeNull());
  });

  const replyButtons = () => screen.queryAllByRole("button", { name: /^Reply to/ });

  test.each([
    ["deleted", { author: null, content: "" }],
    ["hidden", { isHidden: true }],
  ])("that is %s offers nobody to reply", async (_state, given) => {
    mockApi.on("GET /api/outfits/:outfitId/comments", aPage([{ ...collar, ...given }]));
    const { user } = await asMember();
    await user.click(await screen.findByRole("button", { name: "View 2 replies" }));
    expect(await replies()).toHaveLength(2);
    expect(replyButtons()).toEqual([]);
  });

  test("that is deleted meanwhile closes the field of a reply and says why", async () => {
    signIn();
    const live = await mockLive();
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "Reply to @theo" }));
    await user.type(await screen.findByRole("textbox", { name: "Reply to theo" }), "Halden");
    const removed = { outfitId: outfit.id, eventId: null, commentId: collar.id, parentId: null };
    await live.tell("commentRemoved", { ...removed, commentsCount: 2, repliesCount: 2 });
    expect(await screen.findByText("Nobody can reply to a comment that is deleted.")).toBeTruthy();
    expect(screen.queryByRole("textbox", { name: "Reply to theo" })).toBeNull();
  });

  test("of one's own is a place without words until the deletion is undone", async () => {
    mockApi.on("GET /api/outfits/:outfitId/comments", aPage([{ ...collar, author: mia }]));
    mockApi.on("DELETE /api/comments/:commentId", { ok: true });
    const { user } = await asMember();
    const remove = async () => {
      await user.click(await screen.findByRole("button", { name: "Delete comment" }));
      await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
      await screen.findByText("Comment deleted");
    };
    await remove();
    await user.click(screen.getByRole("button", { name: "View 2 replies" }));
    expect(await replies()).toHaveLength(2);
    expect(replyButtons()).toEqual([]);
    await user.click(screen.getByRole("button", { name: /^Undo / }));
    await screen.findByText("Love the collar!");
    expect(replyButtons()).toHaveLength(3);
    await user.click(screen.getByRole("button", { name: "Hide replies" }));
    await remove();
    leavePage();
    await waitFor(() => expect(mockApi.requests("DELETE /api/comments/:commentId")).toHaveLength(1));
    expect(await screen.findByText("Comment deleted")).toBeTruthy();
    expect(screen.getByRole("button", { name: "View 2 replies" })).toBeTruthy();
  });
});

describe("the like of a comment", () => {
  const button = () => screen.findByRole("button", { name: /^Like comment by @theo/ });

  test("is set and taken back at once, with its count", async () => {
    mockApi.on("PUT /api/comments/:commentId/like", { liked: true, likesCount: 5 });
    mockApi.on("DELETE /api/comments/:commentId/like", { liked: false, likesCount: 4 });
    const { user } = await asMember();
    expect((await button()).textContent).toBe("4");
    await user.click(await button());
    expect((await button()).textContent).toBe("5");
    expect((await button()).getAttribute("aria-pressed")).toBe("true");
    await user.click(await button());
    await waitFor(async () => expect((await button()).textContent).toBe("4"));
    expect((await button()).getAttribute("aria-pressed")).toBe("false");
  });

  test("returns with an error if it failed", async () => {
    mockApi.on("PUT /api/comments/:commentId/like", fails("internal"));
    const { user } = await asMember();
    await user.click(await button());
    expect(await screen.findByText("Failed to update like")).toBeTruthy();
    expect((await button()).textContent).toBe("4");
  });

  test("asks visitors to sign in, and counts live", async () => {
    const { user } = await open();
    await user.click(await button());
    expect(await screen.findByText("Please sign in to like comments")).toBeTruthy();
    expect(mockApi.requests("PUT /api/comments/:commentId/like")).toHaveLength(0);
  });

  test("of others is counted live", async () => {
    signIn();
    const live = await mockLive();
    await open();
    await button();
    const place = { outfitId: outfit.id, eventId: null, parentId: null };
    await live.tell("commentLikes", { ...place, commentId: collar.id, likesCount: 9 });
    await waitFor(async () => expect((await button()).textContent).toBe("9"));
  });
});

describe("mentions", () => {
  test("are links to the member's profile of today; unknown ones are words", async () => {
    const content = "Ask @Noor. or @nobody, not a@noor.example";
    const asked = comment(content, { mentions: [{ name: "noor", username: "noor.new" }] });
    mockApi.on("GET /api/outfits/:outfitId/comments", aPage([asked]));
    await open();
    const link = await screen.findByRole("link", { name: "@Noor" });
    expect(link.getAttribute("href")).toBe("/profile/noor.new");
    expect(link.closest("p")?.textContent).toBe(content);
    expect(screen.queryByRole("link", { name: "@nobody" })).toBeNull();
  });

  test("are suggested while they are typed and chosen by keyboard, without sending the comment", async () => {
    mockApi.on("GET /api/stylists", { items: [noah, noor] });
    const { user } = await asMember();
    const field = await box("Add a comment");
    await user.type(field, "Like @no");
    const options = await screen.findAllByRole("option");
    expect(options.map((option) => option.getAttribute("aria-selected"))).toEqual(["true", "false"]);
    expect(mockApi.requests("GET /api/stylists").at(-1)?.url.searchParams.get("search")).toBe("no");
    fireEvent.keyDown(field, { key: "ArrowDown", ...byInputMethod });
    expect(options[0]?.getAttribute("aria-selected")).toBe("true");
    await user.keyboard("{ArrowDown}");
    expect(field.getAttribute("aria-activedescendant")).toBe(screen.getByRole("option", { selected: true }).id);
    await user.keyboard("{Enter}");
    expect(field.value).toBe("Like @noor ");
    expect(field.selectionStart).toBe("Like @noor ".length);
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(mockApi.requests("POST /api/outfits/:outfitId/comments")).toHaveLength(0);
  });

  test("are suggested only as far as they fit the letters of now, while the next ones are being found", async () => {
    mockApi.on("GET /api/stylists", { items: [noah, noor] });
    mockApi.on("POST /api/outfits/:outfitId/comments", () => deferred<never>().promise);
    const { user } = await asMember();
    const field = await box("Add a comment");
    await user.type(field, "@no");
    await screen.findByRole("option", { name: /noah/ });
    mockApi.on("GET /api/stylists", () => deferred<never>().promise);
    await user.keyboard("o");
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([expect.stringMatching(/noor$/)]);
    await user.keyboard("{Enter}and @leo{Enter}");
    const [sent] = mockApi.requests("POST /api/outfits/:outfitId/comments");
    expect(sent?.body).toMatchObject({ content: "@noor and @leo" });
  });

  test("are chosen by a tap, and Escape closes the suggestions", async () => {
    mockApi.on("GET /api/stylists", { items: [noor] });
    const { user } = await asMember();
    const field = await box("Add a comment");
    await user.type(field, "@no");
    await user.click(await screen.findByRole("option", { name: /noor/ }));
    expect(field.value).toBe("@noor ");
    expect(document.activeElement).toBe(field);
    await user.type(field, "and @no");
    await screen.findByRole("option");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("option")).toBeNull();
    expect(field.value).toBe("@noor and @no");
  });

  test("are suggested only in a field that has the focus", async () => {
    mockApi.on("GET /api/stylists", { items: [noor] });
    const { user } = await asMember();
    await user.type(await box("Add a comment"), "Like @no");
    await screen.findByRole("option");
    await user.click(screen.getByRole("heading", { name: /^Comments/ }));
    expect(screen.queryByRole("option")).toBeNull();
    await user.click(await box("Add a comment"));
    expect(screen.getByRole("option", { name: /noor/ })).toBeTruthy();
  });
});
