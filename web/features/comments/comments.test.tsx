import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Comment } from "#contract/comments.ts";
import type { Outfit } from "#contract/outfits.ts";
import { deferred } from "#web/testing/deferred.ts";
import { leavePage } from "#web/testing/leave-page.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { mockLive } from "#web/testing/mock-live.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aComment, aMe, anAuthor, anId, anOutfit, aPage, aProfile } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";

const outfit = anOutfit({ commentsCount: 2 });
const theo = anAuthor({ username: "theo" });
const mia = anAuthor({ id: memberId, username: "mia" });
const comment = (content: string, given: Partial<Comment> = {}) =>
  aComment({ outfitId: outfit.id, author: theo, content, createdAt: "2026-03-01T11:00:00.000Z", ...given });
const collar = comment("Love the collar!");
const own = comment("Mine too", { author: mia, createdAt: "2026-03-01T10:00:00.000Z" });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T12:00:00.000Z") });
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  mockApi.on("GET /api/outfits/:outfitId/comments", aPage([collar, own]));
  mockApi.on("GET /api/outfits/:outfitId/similar", { items: [] });
  mockApi.on("GET /api/outfits", aPage([]));
  mockApi.on("POST /api/outfits/:outfitId/views", { ok: true });
});
// Not before the app of the last test is closed: its session would be months old.
afterAll(() => vi.useRealTimers());

const open = () => renderApp(`/outfit/${outfit.id}`);
function asMember(shown: Outfit = outfit) {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/outfits/:outfitId", shown);
  mockApi.on("GET /api/profiles/:username", aProfile(shown.author));
  return open();
}
const asOwner = () => asMember({ ...outfit, author: { ...outfit.author, ...mia } });

const lines = async () =>
  within(await screen.findByRole("list", { name: "Comments" }))
    .getAllByRole("listitem")
    .map((line) => line.textContent);
const line = async (message: string) => {
  const text = await within(await screen.findByRole("list", { name: "Comments" })).findByText(message);
  return within(text.closest("li") ?? text);
};
const count = () => screen.getByRole("heading", { name: /^Comments/ }).textContent;
const write = async (user: UserEvent, message: string) => {
  await user.click(await box());
  await user.paste(message);
  await user.keyboard("{Enter}");
};
const box = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Add a comment" });

describe("under an outfit", () => {
  test("lists the comments with their time, newest first", async () => {
    await open();
    expect(await lines()).toEqual([
      expect.stringMatching(/theo1h agoLove the collar!Reply$/),
      expect.stringMatching(/mia2h agoMine tooReply$/),
    ]);
    expect(count()).toBe("Comments 2");
  });

  test("announces that comments load, and that there are none yet", async () => {
    const answer = deferred<ReturnType<typeof aPage<Comment>>>();
    mockApi.on("GET /api/outfits/:outfitId/comments", () => answer.promise);
    await open();
    expect(await screen.findByText("Loading comments...")).toBeTruthy();
    answer.resolve(aPage([]));
    expect(await screen.findByText("No comments yet. Be the first.")).toBeTruthy();
    expect(screen.queryByText("Loading comments...")).toBeNull();
  });

  test("comments that failed to load show an error and load on retry", async () => {
    mockApi.on("GET /api/outfits/:outfitId/comments", fails("rate.limited"));
    const { user } = await open();
    expect(await screen.findByText("You're doing that too often. Please wait a moment.")).toBeTruthy();
    mockApi.on("GET /api/outfits/:outfitId/comments", aPage([collar]));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await lines()).toHaveLength(1);
  });

  test("older ones come by their cursor; a page that fails leaves the others and can be asked for again", async () => {
    mockApi.on("GET /api/outfits/:outfitId/comments", ({ query }) =>
      query["cursor"] === "older" ? fails("rate.limited") : aPage([collar], "older"),
    );
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "Show more comments" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Couldn't load more.");
    expect(await lines()).toHaveLength(1);
    mockApi.on("GET /api/outfits/:outfitId/comments", aPage([own]));
    await user.click(screen.getByRole("button", { name: "Show more comments" }));
    await waitFor(async () => expect(await lines()).toHaveLength(2));
    expect(screen.queryByRole("button", { name: "Show more comments" })).toBeNull();
  });
});

describe("a comment that one writes", () => {
  const written = comment("Which brand?", { author: mia, createdAt: "2026-03-01T12:00:00.000Z" });

  test("is shown on top and counted at once, with an empty box; a toast confirms it", async () => {
    const answer = deferred<{ comment: Comment; award: null }>();
    mockApi.on("POST /api/outfits/:outfitId/comments", () => answer.promise);
    const { user } = await asMember();
    await lines();
    await write(user, "  Which brand? ");
    await waitFor(async () => expect((await lines())[0]).toMatch(/miaPosting…Which brand\?$/));
    expect(count()).toBe("Comments 3");
    expect((await box()).value).toBe("");
    answer.resolve({ comment: written, award: null });
    expect(await screen.findByText("Comment added!")).toBeTruthy();
    expect((await lines())[0]).toMatch(/mianowWhich brand\?Reply$/);
    expect(await lines()).toHaveLength(3);
    expect(count()).toBe("Comments 3");
  });

  test("is shown on top also if this device's clock is slow", async () => {
    vi.setSystemTime(Date.parse("2026-03-01T09:00:00.000Z"));
    mockApi.on("POST /api/outfits/:outfitId/comments", { comment: written, award: null });
    const { user } = await asMember();
    await lines();
    await write(user, "Which brand?");
    await waitFor(async () => expect((await lines())[0]).toMatch(/Which brand\?Reply$/));
    expect(await lines()).toHaveLength(3);
  });

  test("shows earned points, and no toast if it earns none", async () => {
    const award = { success: true, pointsAwarded: 3, reason: null };
    mockApi.on("POST /api/outfits/:outfitId/comments", { comment: written, award });
    const { user } = await asMember();
    await write(user, "Which brand?");
    expect(await screen.findByText("+3 points earned for a comment!")).toBeTruthy();
    const none = { success: false, pointsAwarded: 0, reason: "cooldown" as const };
    mockApi.on("POST /api/outfits/:outfitId/comments", { comment: comment("And now?", { author: mia }), award: none });
    await write(user, "And now?");
    await line("And now?");
    expect(screen.queryByText(/\+0 points/)).toBeNull();
  });

  test("that is rejected is removed, and its text is put back before what was typed in the meantime", async () => {
    const answer = deferred<ReturnType<typeof fails>>();
    mockApi.on("POST /api/outfits/:outfitId/comments", () => answer.promise);
    const { user } = await asMember();
    await lines();
    await write(user, "Which brand?");
    await line("Which brand?");
    await user.type(await box(), "Halden?");
    answer.resolve(fails("internal"));
    expect(await screen.findByText("Failed to add comment")).toBeTruthy();
    await waitFor(async () => expect(await lines()).toHaveLength(2));
    expect((await box()).value).toBe("Which brand?\nHalden?");
    expect(count()).toBe("Comments 2");
  });

  test("that repeats an earlier one says so", async () => {
    mockApi.on("POST /api/outfits/:outfitId/comments", fails("content.repeated"));
    const { user } = await asMember();
    await write(user, "Love it");
    expect(await screen.findByText("You already posted this comment.")).toBeTruthy();
  });

  test("of a visitor is kept while they are asked to sign in", async () => {
    const { user, router } = await open();
    await write(user, "Which brand?");
    expect(await screen.findByText("Please sign in to comment")).toBeTruthy();
    await waitFor(() => expect(router.state.location.pathname).toBe("/auth"));
    expect(mockApi.requests("POST /api/outfits/:outfitId/comments")).toHaveLength(0);
    await router.navigate({ to: "/outfit/$outfitId", params: { outfitId: outfit.id } });
    expect(await screen.findByRole("textbox", { name: "Add a comment" })).toHaveProperty("value", "Which brand?");
  });

  test("that arrives live before its reply is shown once", async () => {
    const answer = deferred<{ comment: Comment; award: null }>();
    mockApi.on("POST /api/outfits/:outfitId/comments", () => answer.promise);
    signIn();
    const live = await mockLive();
    const { user } = await asMember();
    await lines();
    await write(user, "Which brand?");
    await line("Posting…");
    await live.tell("comment", written, 3, 0);
    expect((await lines()).map((message) => message?.includes("Which brand?"))).toEqual([true, false, false]);
    answer.resolve({ comment: written, award: null });
    expect(await screen.findByText("Comment added!")).toBeTruthy();
    expect(await lines()).toHaveLength(3);
    expect(count()).toBe("Comments 3");
  });
});

describe("the caller's own comment", () => {
  test("is deleted after a question, and for ten seconds it can be undone; those of others cannot be", async () => {
    mockApi.on("DELETE /api/comments/:commentId", { ok: true });
    const { user } = await asMember();
    expect((await line("Love the collar!")).queryByRole("button", { name: "Delete comment" })).toBeNull();
    await user.click((await line("Mine too")).getByRole("button", { name: "Delete comment" }));
    const question = within(screen.getByRole("dialog", { name: "Delete this comment?" }));
    expect(question.getByText("Mine too")).toBeTruthy();
    expect(mockApi.requests("DELETE /api/comments/:commentId")).toHaveLength(0);
    await user.click(question.getByRole("button", { name: "Delete" }));
    expect(document.activeElement).toBe(screen.getByRole("region", { name: /^Comments/ }));
    expect(await screen.findByText("Comment deleted successfully")).toBeTruthy();
    expect(count()).toBe("Comments 1");
    await user.click(screen.getByRole("button", { name: /^Undo / }));
    expect(count()).toBe("Comments 2");
    await user.click((await line("Mine too")).getByRole("button", { name: "Delete comment" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
    expect(mockApi.requests("DELETE /api/comments/:commentId")).toHaveLength(0);
    leavePage();
    expect(await lines()).toEqual([expect.stringContaining("Love the collar!")]);
    await waitFor(() => expect(count()).toBe("Comments 1"));
    expect(mockApi.requests("DELETE /api/comments/:commentId").map(({ url }) => url.pathname)).toEqual([
      `/api/comments/${own.id}`,
    ]);
  });

  test("can be written again at once after it was deleted", async () => {
    mockApi.on("DELETE /api/comments/:commentId", { ok: true });
    const again = comment("Mine too", { author: mia, createdAt: "2026-03-01T12:00:00.000Z" });
    let deletions = 0;
    mockApi.on("POST /api/outfits/:outfitId/comments", () => {
      deletions = mockApi.requests("DELETE /api/comments/:commentId").length;
      return { comment: again, award: null };
    });
    const { user } = await asMember();
    await user.click((await line("Mine too")).getByRole("button", { name: "Delete comment" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
    await user.type(await box(), "Mine too{Enter}");
    expect(await screen.findByText("Comment added!")).toBeTruthy();
    expect(deletions).toBe(1);
    expect(await lines()).toHaveLength(2);
    expect(count()).toBe("Comments 2");
  });

  test("that could not be deleted stays, with an error", async () => {
    mockApi.on("DELETE /api/comments/:commentId", fails("internal"));
    const { user } = await asMember();
    await user.click((await line("Mine too")).getByRole("button", { name: "Delete comment" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
    leavePage();
    expect(await screen.findByText("Failed to delete comment")).toBeTruthy();
    expect(await lines()).toHaveLength(2);
    expect(count()).toBe("Comments 2");
  });

  test("cannot be hidden or reported by its writer, and others' cannot be hidden by anyone but the owner", async () => {
    await asMember();
    const mine = await line("Mine too");
    expect(mine.queryByRole("button", { name: /^More about/ })).toBeNull();
    expect(
      (await line("Love the collar!")).getByRole("button", { name: "More options for @theo's comment" }),
    ).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Hide comment" })).toBeNull();
  });
});

describe("the outfit's owner", () => {
  test("hides a comment at once, no longer counted, and shows it again", async () => {
    mockApi.on("PUT /api/comments/:commentId/hidden", ({ body }) => ({ ...collar, ...body }));
    const { user } = await asOwner();
    await user.click((await line("Love the collar!")).getByRole("button", { name: "Hide comment" }));
    expect((await line("Love the collar!")).getByText("Hidden")).toBeTruthy();
    expect(count()).toBe("Comments 1");
    await user.click((await line("Love the collar!")).getByRole("button", { name: "Show comment" }));
    expect((await line("Love the collar!")).queryByText("Hidden")).toBeNull();
    expect(count()).toBe("Comments 2");
    await waitFor(() =>
      expect(mockApi.requests("PUT /api/comments/:commentId/hidden").map(({ body }) => body)).toEqual([
        { isHidden: true },
        { isHidden: false },
      ]),
    );
  });

  test("sees it again with the reason if hiding failed", async () => {
    mockApi.on("PUT /api/comments/:commentId/hidden", fails("internal"));
    const { user } = await asOwner();
    await user.click((await line("Love the collar!")).getByRole("button", { name: "Hide comment" }));
    expect(await screen.findByText("Failed to update comment")).toBeTruthy();
    expect((await line("Love the collar!")).queryByText("Hidden")).toBeNull();
    expect(count()).toBe("Comments 2");
  });
});

test("an admin gives the author of another's comment a reason for hiding and for deleting it", async () => {
  mockApi.on("PUT /api/comments/:commentId/hidden", ({ body }) => ({ ...collar, ...body }));
  mockApi.on("DELETE /api/comments/:commentId", { ok: true });
  const opening = asMember();
  mockApi.on("GET /api/me", aMe({ role: "admin" }));
  const { user } = await opening;
  const decide = async (name: string, reason: string) => {
    await user.click((await line("Love the collar!")).getByRole("button", { name: `${name} comment` }));
    const dialog = within(await screen.findByRole("dialog", { name: `${name} this comment?` }));
    // A filler, which nobody can see.
    await user.type(dialog.getByRole("textbox", { name: /Reason/ }), "\u3164");
    await user.click(dialog.getByRole("button", { name }));
    expect(dialog.getByText("Please give a reason")).toBeTruthy();
    await user.clear(dialog.getByRole("textbox", { name: /Reason/ }));
    await user.type(dialog.getByRole("textbox", { name: /Reason/ }), reason);
    await user.click(dialog.getByRole("button", { name }));
  };
  await decide("Hide", "Rude");
  await screen.findByText("Comment hidden");
  await user.click((await line("Love the collar!")).getByRole("button", { name: "Show comment" }));
  await screen.findByText("Comment shown");
  await decide("Delete", "Too rude");
  leavePage();
  await waitFor(() => expect(mockApi.requests("DELETE /api/comments/:commentId")).toHaveLength(1));
  const bodies = [
    ...mockApi.requests("PUT /api/comments/:commentId/hidden"),
    ...mockApi.requests("DELETE /api/comments/:commentId"),
  ];
  expect(bodies.map(({ body }) => body)).toEqual([
    { isHidden: true, reason: "Rude" },
    { isHidden: false },
    { reason: "Too rude" },
  ]);
});

describe("live", () => {
  test("comments of others appear once, by time, with the server's count, and are announced", async () => {
    signIn();
    const live = await mockLive();
    await asMember();
    await lines();
    expect(live.said).toContainEqual(["subscribeOutfit", { outfitId: outfit.id }]);
    const between = comment("In between", { createdAt: "2026-03-01T10:30:00.000Z" });
    await live.tell("comment", between, 7, 0);
    await live.tell("comment", between, 7, 0);
    await live.tell("comment", comment("Elsewhere", { outfitId: anId() }), 1, 0);
    expect(await lines()).toEqual(
      ["Love the collar!", "In between", "Mine too"].map((message) => expect.stringContaining(message) as string),
    );
    expect(count()).toBe("Comments 7");
    expect(screen.getByText("theo commented: In between")).toBeTruthy();
  });

  test("deleted and hidden comments disappear", async () => {
    signIn();
    const live = await mockLive();
    await asMember();
    await lines();
    const place = { outfitId: outfit.id, eventId: null, commentId: collar.id, parentId: null };
    await live.tell("commentRemoved", { ...place, commentsCount: 1, repliesCount: 0 });
    expect(await lines()).toEqual([expect.stringContaining("Mine too")]);
    expect(count()).toBe("Comments 1");
  });
});
