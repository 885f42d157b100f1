import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { type Deck, deckKey } from "#web/data/swipe-deck.ts";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anOutfit, anOutfitCard, aPage, aProfile } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const outfit = anOutfit();
const { username, id: authorId } = outfit.author;
const address = `/outfit/${outfit.id}`;
const opener = `More options for @${username}'s outfit`;

beforeEach(() => {
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  mockApi.on("GET /api/outfits/:outfitId/comments", aPage([]));
  mockApi.on("GET /api/outfits/:outfitId/similar", { items: [] });
  mockApi.on("GET /api/outfits", aPage([]));
});

function asMember() {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("POST /api/outfits/:outfitId/views", { ok: true });
  mockApi.on("GET /api/profiles/:username", aProfile(outfit.author));
}

async function openMenu() {
  asMember();
  const app = await renderApp(address);
  await app.user.click(await screen.findByRole("button", { name: opener }));
  await screen.findByRole("dialog", { name: `@${username}` });
  return app;
}

async function openReport() {
  const app = await openMenu();
  await app.user.click(screen.getByRole("button", { name: /^Report outfit/ }));
  await screen.findByRole("dialog", { name: "Report this outfit" });
  return app;
}

async function openBlock() {
  const app = await openMenu();
  await app.user.click(screen.getByRole("button", { name: /^Block/ }));
  const question = within(await screen.findByRole("dialog", { name: `Block @${username}?` }));
  return { ...app, question };
}

test("a visitor is asked to sign in and comes back to the outfit", async () => {
  const { user, router } = await renderApp(address);
  await user.click(await screen.findByRole("button", { name: opener }));
  expect(await screen.findByText("Please sign in")).toBeTruthy();
  await waitFor(() => expect(router.state.location.pathname).toBe("/auth"));
  expect(router.state.location.search).toEqual({ next: address });
});

test("the menu explains each of its three entries", async () => {
  await openMenu();
  const menu = within(screen.getByRole("dialog", { name: `@${username}` }));
  expect(menu.getAllByRole("listitem").map((entry) => entry.textContent)).toEqual([
    "Report outfitOur moderators will review it. Your report is anonymous.",
    "MuteHide their posts and notifications. They won't know.",
    "BlockYou won't see each other on Fash.",
  ]);
});

test("a member muted before can be unmuted", async () => {
  asMember();
  mockApi.on("GET /api/profiles/:username", { ...aProfile(outfit.author), isMuted: true });
  mockApi.on("DELETE /api/mutes/:memberId", { ok: true });
  const { user } = await renderApp(address);
  await user.click(await screen.findByRole("button", { name: opener }));
  await user.click(await screen.findByRole("button", { name: /^Unmute/ }));
  expect(await screen.findByText(`@${username} is no longer muted`)).toBeTruthy();
});

describe("a report", () => {
  test("needs a reason, and sends it with the details or with none", async () => {
    const answer = deferred<{ ok: true }>();
    mockApi.on("POST /api/reports", () => answer.promise);
    const { user } = await openReport();
    const send = screen.getByRole<HTMLButtonElement>("button", { name: "Send report" });
    expect(send.disabled).toBe(true);
    expect(screen.getAllByRole("radio")).toHaveLength(7);
    await user.click(screen.getByRole("radio", { name: "Hate speech" }));
    await user.type(screen.getByRole("textbox", { name: "Details" }), "   ");
    await user.click(send);
    expect(send.getAttribute("aria-busy")).toBe("true");
    answer.resolve({ ok: true });
    expect(await screen.findByText("Thank you. Our moderators will review it.")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(mockApi.requests("POST /api/reports").map(({ body }) => body)).toEqual([
      { targetType: "outfit", targetId: outfit.id, reason: "hate", details: null },
    ]);
  });

  test("that fails keeps its text and can be sent again", async () => {
    mockApi.on("POST /api/reports", fails("rate.limited"));
    const { user } = await openReport();
    await user.click(screen.getByRole("radio", { name: "Something else" }));
    const details = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Details" });
    await user.type(details, "A stolen face");
    await user.click(screen.getByRole("button", { name: "Send report" }));
    expect(await screen.findByText("You're doing that too often. Please wait a moment.")).toBeTruthy();
    expect(details.value).toBe("A stolen face");
    mockApi.on("POST /api/reports", { ok: true });
    await user.click(screen.getByRole("button", { name: "Send report" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(mockApi.requests("POST /api/reports")).toHaveLength(2);
  });
});

describe("a mute", () => {
  test("is confirmed and closes the menu", async () => {
    mockApi.on("PUT /api/mutes/:memberId", ({ params }) => {
      expect(params.memberId).toBe(authorId);
      return { ok: true };
    });
    const { user } = await openMenu();
    await user.click(screen.getByRole("button", { name: /^Mute/ }));
    expect(await screen.findByText(`@${username} is muted`)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("that fails leaves the menu open and says so", async () => {
    mockApi.on("PUT /api/mutes/:memberId", fails("internal"));
    const { user } = await openMenu();
    await user.click(screen.getByRole("button", { name: /^Mute/ }));
    expect(await screen.findByText("Failed to update mute")).toBeTruthy();
    expect(screen.getByRole("dialog", { name: `@${username}` })).toBeTruthy();
  });
});

test.each(["Mute", "Block"])(
  "%s takes the member's cards out of the swipe deck, also those to undo",
  async (action) => {
    mockApi.on("PUT /api/mutes/:memberId", { ok: true });
    mockApi.on("PUT /api/blocks/:memberId", { ok: true });
    const { user, queryClient } = await openMenu();
    const other = anOutfitCard();
    const [passed, dealt] = [anOutfitCard({ author: outfit.author }), anOutfitCard({ author: outfit.author })];
    queryClient.setQueryData<Deck>(deckKey, { items: [dealt, other], past: [{ card: passed, direction: "pass" }] });
    await user.click(screen.getByRole("button", { name: new RegExp(`^${action}`) }));
    if (action === "Block") await user.click(await screen.findByRole("button", { name: "Block" }));
    await waitFor(() => expect(queryClient.getQueryData(deckKey)).toEqual({ items: [other], past: [] }));
  },
);

describe("a block", () => {
  test("asks first, says what it means, and does nothing if cancelled", async () => {
    const { user, question } = await openBlock();
    expect(question.getByText(/no longer follow each other\. You can unblock them in Settings\.$/)).toBeTruthy();
    await user.click(question.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(mockApi.requests("PUT /api/blocks/:memberId")).toHaveLength(0);
  });

  test("leaves the page that is no longer visible, and asks for nothing of it again", async () => {
    mockApi.on("PUT /api/blocks/:memberId", { ok: true });
    const { user, router, question } = await openBlock();
    const before = mockApi.requests("GET /api/outfits/:outfitId").length;
    mockApi.on("GET /api/outfits/:outfitId", fails("outfit.not_found"));
    mockApi.on("GET /api/outfits/:outfitId/comments", fails("outfit.not_found"));
    mockApi.on("GET /api/outfits/:outfitId/similar", fails("outfit.not_found"));
    mockApi.on("GET /api/profiles/:username", fails("profile.not_found"));
    mockApi.on("GET /api/styles", { items: [] });
    await user.click(question.getByRole("button", { name: "Block" }));
    expect(await screen.findByText(`@${username} is blocked`)).toBeTruthy();
    await waitFor(() => expect(router.state.location.pathname).toBe("/explore"));
    await waitFor(() => expect(mockApi.requests("GET /api/outfits")).not.toHaveLength(0));
    expect(mockApi.requests("GET /api/outfits/:outfitId")).toHaveLength(before);
    expect(screen.queryByText(/isn't available|not found/)).toBeNull();
  });

  test("that fails keeps the dialog open and shows the error", async () => {
    mockApi.on("PUT /api/blocks/:memberId", fails("internal"));
    const { user, router, question } = await openBlock();
    await user.click(question.getByRole("button", { name: "Block" }));
    expect(await screen.findByText("Failed to update block")).toBeTruthy();
    expect(question.getByRole("button", { name: "Block" })).toBeTruthy();
    expect(router.state.location.pathname).toBe(address);
  });
});
