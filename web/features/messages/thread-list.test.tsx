import { act, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startLiveCounts } from "#web/data/live-counts.ts";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { mockLive } from "#web/testing/mock-live.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, aMessage, anAuthor, aPage, aThread } from "#web/testing/samples.ts";
import { signIn, signOut } from "#web/testing/sign-in.ts";

const noor = aThread({ other: anAuthor({ username: "noor" }), lastMessagePreview: "Halden, last winter" });
const theo = aThread({ other: anAuthor({ username: "theo" }), lastMessagePreview: "See you there" });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T12:00:00.000Z") });
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/threads", aPage([noor, theo]));
});
// Not before the app of the last test is closed: its session would be months old.
afterAll(() => vi.useRealTimers());

const rows = async () =>
  within(await screen.findByRole("list", { name: "Conversations" }))
    .getAllByRole("link")
    .map((row) => row.textContent);

describe("the list of conversations", () => {
  test("has the shape of its rows while it loads", async () => {
    const answer = deferred<ReturnType<typeof aPage<typeof noor>>>();
    mockApi.on("GET /api/threads", () => answer.promise);
    await renderApp("/messages");
    expect((await screen.findByRole("list", { name: "Loading conversations" })).getAttribute("aria-busy")).toBe("true");
    answer.resolve(aPage([noor]));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(screen.queryByRole("list", { name: "Loading conversations" })).toBeNull();
    expect(screen.getByRole("heading", { name: "Pick a conversation" })).toBeTruthy();
  });

  test("stands alone at an address with something else than an id", async () => {
    await renderApp("/messages?thread=noor");
    expect(await rows()).toHaveLength(2);
    expect(screen.getByRole("heading", { name: "Pick a conversation" })).toBeTruthy();
    expect(mockApi.requests("GET /api/threads/:threadId")).toHaveLength(0);
  });

  test("leads to the outfits while there are no conversations", async () => {
    mockApi.on("GET /api/threads", aPage([]));
    await renderApp("/messages");
    expect(await screen.findByRole("heading", { name: "No messages yet" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Explore Outfits" }).getAttribute("href")).toBe("/explore");
    expect(screen.queryByRole("heading", { name: "Pick a conversation" })).toBeNull();
  });

  test("shows an error if it failed to load, and loads on retry", async () => {
    mockApi.on("GET /api/threads", fails("rate.limited"));
    const { user } = await renderApp("/messages");
    expect(await screen.findByRole("heading", { name: "Couldn't load your messages" })).toBeTruthy();
    expect(screen.getByText("You're doing that too often. Please wait a moment.")).toBeTruthy();
    mockApi.on("GET /api/threads", aPage([theo]));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await rows()).toHaveLength(1);
  });

  test("loads more by cursor; a failed page keeps the list and can be retried", async () => {
    mockApi.on("GET /api/threads", ({ query }) =>
      query["cursor"] === "older" ? fails("rate.limited") : aPage([noor], "older"),
    );
    const { user } = await renderApp("/messages");
    await user.click(await screen.findByRole("button", { name: "Older conversations" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Couldn't load more.");
    expect(await rows()).toHaveLength(1);
    mockApi.on("GET /api/threads", aPage([theo]));
    await user.click(screen.getByRole("button", { name: "Older conversations" }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.queryByRole("button", { name: "Older conversations" })).toBeNull();
  });

  test("shows the member, the latest message, its age and the unread count", async () => {
    const lastMessageAts = ["2026-03-01T11:59:30.000Z", "2026-03-01T11:18:00.000Z", "2026-03-01T07:00:00.000Z"];
    const [now, minutes, hours] = lastMessageAts.map((lastMessageAt) => ({ lastMessageAt }));
    mockApi.on(
      "GET /api/threads",
      aPage([
        { ...noor, ...now, unreadCount: 2 },
        { ...theo, ...minutes, isLastMessageMine: true },
        {
          ...aThread({ other: anAuthor({ username: "ines" }), lastMessagePreview: "Hello" }),
          ...hours,
          isRequest: true,
        },
        aThread({
          other: anAuthor({ username: "kofi" }),
          lastMessagePreview: "Bye",
          lastMessageAt: "2026-02-26T12:00:00.000Z",
        }),
      ]),
    );
    await renderApp("/messages");
    expect(await rows()).toEqual([
      expect.stringMatching(/noornowHalden, last winter2 unread$/),
      expect.stringMatching(/theo42m agoYou: See you there$/),
      expect.stringMatching(/ines5h agoRequest · Hello$/),
      expect.stringMatching(/kofi3d agoBye$/),
    ]);
  });

  test("is searched after a pause in typing, and shows when nothing matches", async () => {
    mockApi.on("GET /api/threads", ({ query }) => {
      if (query["search"] === "coat") return aPage([noor]);
      return query["search"] === undefined ? aPage([noor, theo]) : aPage([]);
    });
    const { user } = await renderApp("/messages");
    expect(await rows()).toHaveLength(2);
    const box = screen.getByRole("searchbox", { name: "Search messages" });
    await user.click(box);
    await user.paste(" coat ");
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    await user.clear(box);
    await user.paste("umbrella");
    expect(await screen.findByText("No conversations found.")).toBeTruthy();
    await user.clear(box);
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(mockApi.requests("GET /api/threads").map(({ url }) => url.searchParams.get("search"))).toEqual([
      null,
      "coat",
      "umbrella",
    ]);
  });

  test("is loaded again after a message that came while another screen was open", async () => {
    const live = await mockLive();
    const { queryClient, router } = await renderApp("/messages");
    startLiveCounts(queryClient);
    expect(await rows()).toHaveLength(2);
    await act(() => router.navigate({ to: "/splash" }));
    const arrived = { ...theo, lastMessagePreview: "Bring an umbrella", unreadCount: 1 };
    mockApi.on("GET /api/threads", aPage([arrived, noor]));
    await live.tell("message", aMessage({ threadId: theo.id, senderId: theo.other.id, content: "Bring an umbrella" }));
    act(() => router.history.back());
    await waitFor(async () => expect((await rows())[0]).toContain("Bring an umbrella"));
  });

  test("adds live messages, and missed ones after a reconnect", async () => {
    const live = await mockLive();
    const { queryClient } = await renderApp("/messages");
    startLiveCounts(queryClient);
    expect((await rows())[1]).toContain("See you there");
    const arrived = { ...theo, lastMessagePreview: "Bring an umbrella", unreadCount: 1 };
    mockApi.on("GET /api/threads", aPage([arrived, noor]));
    await live.tell("message", aMessage({ threadId: theo.id, senderId: theo.other.id, content: "Bring an umbrella" }));
    await waitFor(async () => expect((await rows())[0]).toMatch(/theo.*Bring an umbrella1 unread$/));
    mockApi.on("GET /api/threads", aPage([{ ...noor, lastMessagePreview: "Still there?" }, arrived]));
    await live.comeBack();
    await waitFor(async () => expect((await rows())[0]).toContain("Still there?"));
  });
});

test("a visitor is led to sign in and back to the conversation", async () => {
  signOut();
  mockApi.on("GET /api/outfits", aPage([]));
  const { router } = await renderApp(`/messages?thread=${noor.id}`);
  await waitFor(() => expect(router.state.location.pathname).toBe("/auth"));
  expect(router.state.location.search).toEqual({ next: `/messages?thread=${noor.id}` });
  expect(mockApi.requests("GET /api/threads")).toHaveLength(0);
});
