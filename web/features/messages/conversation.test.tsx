import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Message } from "#contract/messages.ts";
import { startLiveCounts } from "#web/data/live-counts.ts";
import { startOutbox } from "#web/data/outbox.ts";
import { getAnnouncement } from "#web/lib/announce.ts";
import { deferred } from "#web/testing/deferred.ts";
import { fails, type MockFailure, mockApi } from "#web/testing/mock-api.ts";
import { mockLive } from "#web/testing/mock-live.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, aMessage, anAuthor, anId, aPage, aThread } from "#web/testing/samples.ts";
import { memberId, signIn, signOut } from "#web/testing/sign-in.ts";

const noor = anAuthor({ username: "noor" });
const thread = aThread({ other: noor });
const address = `/messages?thread=${thread.id}`;
const theirs = (content: string, createdAt: string) =>
  aMessage({ threadId: thread.id, senderId: noor.id, content, createdAt });
const mine = (content: string, createdAt: string) =>
  aMessage({ threadId: thread.id, senderId: memberId, content, createdAt });
const messagePage = (items: Message[], nextCursor: string | null = null) => ({
  ...aPage(items, nextCursor),
  latestCursor: "latest",
});
const question = theirs("Where is that coat from?", "2026-03-01T11:00:00.000Z");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T12:00:00.000Z") });
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/threads", aPage([thread]));
  mockApi.on("GET /api/threads/:threadId", thread);
  mockApi.on("GET /api/threads/:threadId/messages", messagePage([question]));
  mockApi.on("POST /api/threads/:threadId/read", { ok: true });
});
// Not before the app of the last test is closed: its session would be months old.
afterAll(() => vi.useRealTimers());

const lines = async () =>
  within(await screen.findByRole("list", { name: "Messages" }))
    .getAllByRole("listitem")
    .map((line) => line.textContent);
const box = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Message to noor" });
const sent = () =>
  mockApi
    .requests("POST /api/threads/:threadId/messages")
    .map(({ body }) => body as { content: string; clientId: string });

describe("an open conversation", () => {
  test("with a deleted account can be read, leads to no profile and takes no message", async () => {
    const deleted = aThread({ other: anAuthor({ username: "Deleted member" }), isOtherDeleted: true });
    mockApi.on("GET /api/threads/:threadId", { ...deleted, id: thread.id });
    await renderApp(address);
    const open = within(await screen.findByRole("region", { name: "Conversation with Deleted member" }));
    expect(open.getByText("This account was deleted. You can still read what was written.")).toBeTruthy();
    expect(await lines()).toHaveLength(1);
    expect(open.queryByRole("textbox")).toBeNull();
    expect(open.queryByRole("link", { name: /Deleted member/ })).toBeNull();
  });

  test("shows a skeleton, then the member and the messages, oldest first", async () => {
    const answer = deferred<ReturnType<typeof messagePage>>();
    mockApi.on("GET /api/threads/:threadId/messages", () => answer.promise);
    await renderApp(address);
    const waiting = within(await screen.findByRole("region", { name: "Loading this conversation" }));
    expect(waiting.getByRole("link", { name: "All conversations" }).getAttribute("href")).toBe("/messages");
    answer.resolve(messagePage([mine("Halden.", "2026-03-01T11:30:00.000Z"), question]));
    expect(await lines()).toEqual(["Where is that coat from?1h ago", "Halden.30m ago"]);
    const name = within(screen.getByRole("region", { name: "Conversation with noor" })).getByRole("link", {
      name: /noor$/,
    });
    expect(name.getAttribute("href")).toBe("/profile/noor");
  });

  test("that failed to load shows an error and loads on retry", async () => {
    mockApi.on("GET /api/threads/:threadId/messages", fails("rate.limited"));
    const { user } = await renderApp(address);
    expect(await screen.findByRole("heading", { name: "Couldn't load this conversation" })).toBeTruthy();
    mockApi.on("GET /api/threads/:threadId/messages", messagePage([question]));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await lines()).toHaveLength(1);
  });

  test("that no longer exists links to the list, without a retry", async () => {
    mockApi.on("GET /api/threads/:threadId", fails("thread.not_found"));
    mockApi.on("GET /api/threads/:threadId/messages", fails("thread.not_found"));
    const { user, router } = await renderApp(address);
    expect(await screen.findByRole("heading", { name: "Conversation not found" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    await user.click(screen.getByRole("link", { name: "All conversations" }));
    expect(router.state.location.search).toEqual({});
  });

  test("loads older messages by cursor; a failed page can be retried", async () => {
    mockApi.on("GET /api/threads/:threadId/messages", ({ query }) =>
      query["cursor"] === "older" ? fails("rate.limited") : messagePage([question], "older"),
    );
    const { user } = await renderApp(address);
    await user.click(await screen.findByRole("button", { name: "Older messages" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Couldn't load more.");
    mockApi.on("GET /api/threads/:threadId/messages", messagePage([mine("Hello!", "2026-02-27T12:00:00.000Z")]));
    await user.click(screen.getByRole("button", { name: "Older messages" }));
    await waitFor(async () => expect(await lines()).toEqual(["Hello!2d ago", "Where is that coat from?1h ago"]));
    expect(screen.queryByRole("button", { name: "Older messages" })).toBeNull();
  });

  test("shows one timestamp for messages sent close together", async () => {
    const breath = [3, 2, 1].map((minute) => theirs(`Line ${minute}`, `2026-03-01T11:0${minute}:00.000Z`));
    mockApi.on("GET /api/threads/:threadId/messages", messagePage(breath));
    await renderApp(address);
    expect(await lines()).toEqual(["Line 1", "Line 2", "Line 357m ago"]);
  });
});

describe("a line that one writes", () => {
  test("is shown as being sent at once, with an empty box", async () => {
    const answer = deferred<Message>();
    mockApi.on("POST /api/threads/:threadId/messages", () => answer.promise);
    const { user } = await renderApp(address);
    await user.type(await box(), "  Halden, last winter  {Enter}");
    expect((await lines()).at(-1)).toBe("Halden, last winterSending…");
    expect((await box()).value).toBe("");
    answer.resolve(mine("Halden, last winter", "2026-03-01T12:00:00.000Z"));
    await waitFor(async () => expect((await lines()).at(-1)).toBe("Halden, last winternow"));
    expect(sent().map(({ content }) => content)).toEqual(["Halden, last winter"]);
  });

  test("that fails keeps its text; a retry sends the same message, so that it cannot arrive twice", async () => {
    mockApi.on("POST /api/threads/:threadId/messages", fails("rate.limited"));
    const { user } = await renderApp(address);
    await user.type(await box(), "Halden{Enter}");
    expect((await screen.findByText("Not sent.", { exact: false })).textContent).toContain("Not sent.");
    expect(await screen.findByText("You're doing that too often. Please wait a moment.")).toBeTruthy();
    mockApi.on("POST /api/threads/:threadId/messages", mine("Halden", "2026-03-01T12:00:00.000Z"));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(async () => expect(await lines()).toEqual(["Where is that coat from?1h ago", "Haldennow"]));
    const [first, second] = sent();
    expect(second).toEqual(first);
  });

  test("that repeats an earlier one says so", async () => {
    mockApi.on("POST /api/threads/:threadId/messages", fails("content.repeated"));
    const { user } = await renderApp(address);
    await user.type(await box(), "Halden{Enter}");
    expect(await screen.findByText("You already sent this message.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Discard" }));
  });

  test("that fails can be discarded, and later ones are still sent", async () => {
    mockApi.on("POST /api/threads/:threadId/messages", ({ body }): Message | MockFailure =>
      body.content === "Bad" ? fails("content.blocked_words") : mine(body.content, "2026-03-01T12:00:00.000Z"),
    );
    const { user } = await renderApp(address);
    await user.type(await box(), "Bad{Enter}Good{Enter}");
    await waitFor(async () => expect(await lines()).toContain("Goodnow"));
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect(await lines()).toEqual(["Where is that coat from?1h ago", "Goodnow"]);
    expect(sent()).toHaveLength(2);
  });

  describe("and that fails without a connection", () => {
    const isOffline = () => Promise.reject(new TypeError("Failed to fetch"));
    const arrives = () =>
      mockApi.on("POST /api/threads/:threadId/messages", ({ body }) => mine(body.content, "2026-03-01T12:00:00.000Z"));
    const failToSend = async (answer: typeof isOffline | MockFailure = isOffline) => {
      mockApi.on("POST /api/threads/:threadId/messages", answer);
      const app = await renderApp(address);
      onTestFinished(startOutbox(app.queryClient));
      await app.user.type(await box(), "From the tunnel{Enter}");
      expect(await screen.findByText("Not sent.", { exact: false })).toBeTruthy();
      return app;
    };
    const tokens = () =>
      mockApi
        .requests("POST /api/threads/:threadId/messages")
        .map(({ headers }) => headers["authorization"]?.replace("Bearer ", ""));

    test("is sent when the app is reached again", async () => {
      const live = await mockLive();
      await failToSend();
      arrives();
      mockApi.on("GET /api/threads/:threadId/messages", messagePage([]));
      await live.comeBack();
      await waitFor(async () => expect((await lines()).at(-1)).toBe("From the tunnelnow"));
    });

    test("is sent when the browser is online again, also from another screen, and once", async () => {
      const { unmount } = await failToSend();
      unmount();
      arrives();
      dispatchEvent(new Event("online"));
      dispatchEvent(new Event("online"));
      await waitFor(() => expect(localStorage.getItem(`fash.outbox.${memberId}`)).toBeNull());
      dispatchEvent(new Event("online"));
      const [first, second, ...more] = sent();
      expect(second).toEqual(first);
      expect(more).toEqual([]);
    });

    test("waits for its author while somebody else is signed in", async () => {
      const { unmount } = await failToSend();
      unmount();
      arrives();
      signIn({ id: anId(), token: "another-token" });
      dispatchEvent(new Event("online"));
      signOut();
      dispatchEvent(new Event("online"));
      signIn({ token: "later-token" });
      await waitFor(() => expect(sent()).toHaveLength(2));
      expect(tokens()).toEqual(["access-token", "later-token"]);
      expect(sent()[1]).toEqual(sent()[0]);
    });

    test("is not sent after another tab has sent or discarded it", async () => {
      await failToSend();
      arrives();
      const key = `fash.outbox.${memberId}`;
      localStorage.removeItem(key);
      dispatchEvent(new StorageEvent("storage", { key }));
      dispatchEvent(new Event("online"));
      await waitFor(async () => expect(await lines()).toHaveLength(1));
      expect(sent()).toHaveLength(1);
    });

    test.each(["at the next connection", "after a while"])(
      "is taken over from a tab that is gone, %s",
      async (when) => {
        await failToSend();
        arrives();
        vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], shouldAdvanceTime: true });
        const key = `fash.outbox.${memberId}`;
        localStorage.setItem(key, (localStorage.getItem(key) ?? "").replace("failed", "sending"));
        dispatchEvent(new StorageEvent("storage", { key }));
        expect((await lines()).at(-1)).toBe("From the tunnelSending…");
        if (when === "after a while") await vi.advanceTimersByTimeAsync(31_000);
        else dispatchEvent(new Event("online"));
        await waitFor(() => expect(localStorage.getItem(key)).toBeNull());
        expect(sent()).toHaveLength(2);
        expect(sent()[1]).toEqual(sent()[0]);
      },
    );

    test("is not sent again by itself if the server has refused it", async () => {
      const { user } = await failToSend(fails("content.blocked_words"));
      arrives();
      dispatchEvent(new Event("online"));
      await user.click(screen.getByRole("button", { name: "Try again" }));
      await waitFor(async () => expect((await lines()).at(-1)).toBe("From the tunnelnow"));
      expect(sent()).toHaveLength(2);
    });
  });

  test("that arrives live before its reply is shown once", async () => {
    const live = await mockLive();
    const answer = deferred<Message>();
    mockApi.on("POST /api/threads/:threadId/messages", () => answer.promise);
    const { user } = await renderApp(address);
    await user.type(await box(), "Halden{Enter}");
    await waitFor(() => expect(sent()).toHaveLength(1));
    const message = { ...mine("Halden", "2026-03-01T12:00:00.000Z"), clientId: sent()[0]?.clientId ?? null };
    await live.tell("message", message);
    expect(await lines()).toEqual(["Where is that coat from?1h ago", "Haldennow"]);
    answer.resolve(message);
    await user.type(await box(), "Next");
    expect(await lines()).toEqual(["Where is that coat from?1h ago", "Haldennow"]);
  });

  test("is kept until it is sent, for its writer alone", async () => {
    const { user, unmount } = await renderApp(address);
    await user.type(await box(), "Halden, I think");
    unmount();
    signIn({ id: anId() });
    const others = await renderApp(address);
    expect((await box()).value).toBe("");
    others.unmount();
    signIn();
    await renderApp(address);
    expect((await box()).value).toBe("Halden, I think");
  });

  test("is not sent while it is blank, and Shift+Enter is a new line of it", async () => {
    mockApi.on("POST /api/threads/:threadId/messages", ({ body }) => mine(body.content, "2026-03-01T12:00:00.000Z"));
    const { user } = await renderApp(address);
    await user.type(await box(), "   {Enter}");
    expect(screen.getByRole("button", { name: "Send" }).getAttribute("aria-disabled")).toBe("true");
    expect(sent()).toHaveLength(0);
    await user.type(await box(), "One{Shift>}{Enter}{/Shift}Two");
    // Safari's key that confirms what an input method has composed.
    fireEvent.keyDown(await box(), { key: "Enter", keyCode: 229 });
    expect((await box()).value).toBe("   One\nTwo");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(sent().map(({ content }) => content)).toEqual(["One\nTwo"]));
  });
});

describe("live", () => {
  test("an incoming message appears once, even if delivered twice, and is marked as read", async () => {
    const live = await mockLive();
    await renderApp(address);
    await waitFor(() => expect(mockApi.requests("POST /api/threads/:threadId/read")).toHaveLength(1));
    const answer = theirs("Never mind", "2026-03-01T12:00:00.000Z");
    await live.tell("message", answer);
    await live.tell("message", answer);
    // A second time it would end with a space.
    expect(getAnnouncement()).toBe("noor: Never mind");
    await live.tell("message", mine("From my phone", "2026-03-01T11:59:00.000Z"));
    expect(getAnnouncement()).toBe("noor: Never mind");
    await waitFor(async () =>
      expect(await lines()).toEqual(["Where is that coat from?1h ago", "From my phone1m ago", "Never mindnow"]),
    );
    await waitFor(() => expect(mockApi.requests("POST /api/threads/:threadId/read")).toHaveLength(2));
  });

  test("a message that comes while another screen is open is there on the return", async () => {
    const live = await mockLive();
    const { queryClient, router } = await renderApp(address);
    startLiveCounts(queryClient);
    await lines();
    await act(() => router.navigate({ to: "/splash" }));
    const answer = theirs("Never mind", "2026-03-01T12:00:00.000Z");
    mockApi.on("GET /api/threads/:threadId/messages", messagePage([answer, question]));
    await live.tell("message", answer);
    act(() => router.history.back());
    await waitFor(async () => expect(await lines()).toEqual(["Where is that coat from?1h ago", "Never mindnow"]));
  });

  test("one sees that the other is writing, until the line is there", async () => {
    const live = await mockLive();
    await renderApp(address);
    await lines();
    await live.tell("typing", { threadId: anId(), userId: anId() });
    expect(screen.queryByText("noor is typing…")).toBeNull();
    await live.tell("typing", { threadId: thread.id, userId: noor.id });
    expect(screen.getByText("noor is typing…")).toBeTruthy();
    await live.tell("message", theirs("Done", "2026-03-01T12:00:00.000Z"));
    expect(screen.queryByText("noor is typing…")).toBeNull();
  });

  test("typing is sent, but not with every letter", async () => {
    const live = await mockLive();
    const { user } = await renderApp(address);
    await user.type(await box(), "Halden");
    expect(live.said).toEqual([["typing", { threadId: thread.id }]]);
  });

  test("the last message that the other has read says 'Read'", async () => {
    const live = await mockLive();
    const [first, second] = [mine("Halden", "2026-03-01T11:10:00.000Z"), mine("Or Loom?", "2026-03-01T11:30:00.000Z")];
    mockApi.on("GET /api/threads/:threadId/messages", messagePage([second, first, question]));
    mockApi.on("GET /api/threads/:threadId", { ...thread, otherReadAt: first.createdAt });
    const { queryClient } = await renderApp(address);
    startLiveCounts(queryClient);
    expect((await lines()).slice(1)).toEqual(["Halden50m ago · Read", "Or Loom?30m ago"]);
    mockApi.on("GET /api/threads/:threadId", { ...thread, otherReadAt: second.createdAt });
    await live.tell("read", { threadId: thread.id, userId: noor.id, readAt: second.createdAt });
    await waitFor(async () => expect((await lines()).slice(1)).toEqual(["Halden50m ago", "Or Loom?30m ago · Read"]));
  });

  test("after a reconnect, missed messages are loaded page by page from the last cursor", async () => {
    const live = await mockLive();
    mockApi.on("GET /api/threads/:threadId/messages", ({ query }) => {
      if (query["after"] === "latest") return messagePage([theirs("One", "2026-03-01T11:40:00.000Z")], "more");
      if (query["after"] === "more") return messagePage([theirs("Two", "2026-03-01T11:59:30.000Z")]);
      return messagePage([question]);
    });
    await renderApp(address);
    expect(await lines()).toHaveLength(1);
    await live.comeBack();
    await waitFor(async () =>
      expect(await lines()).toEqual(["Where is that coat from?1h ago", "One20m ago", "Twonow"]),
    );
  });

  test("a message during a load of an older state is not lost", async () => {
    const live = await mockLive();
    const first = deferred<ReturnType<typeof messagePage>>();
    mockApi.on("GET /api/threads/:threadId/messages", () => first.promise);
    const { user } = await renderApp(address);
    await waitFor(() => expect(mockApi.requests("GET /api/threads/:threadId/messages")).toHaveLength(1));
    await live.tell("message", theirs("Never mind", "2026-03-01T11:30:00.000Z"));
    first.resolve(messagePage([question], "older"));
    await waitFor(async () => expect((await lines()).at(-1)).toBe("Never mind30m ago"));
    const older = deferred<ReturnType<typeof messagePage>>();
    mockApi.on("GET /api/threads/:threadId/messages", () => older.promise);
    await user.click(screen.getByRole("button", { name: "Older messages" }));
    await waitFor(() => expect(mockApi.requests("GET /api/threads/:threadId/messages")).toHaveLength(2));
    await live.tell("message", theirs("Found it", "2026-03-01T12:00:00.000Z"));
    older.resolve(messagePage([theirs("Hello", "2026-03-01T10:00:00.000Z")]));
    await waitFor(async () => expect((await lines())[0]).toBe("Hello2h ago"));
    expect((await lines()).at(-1)).toBe("Found itnow");
  });

  test("a reconnect during the first load loads what came after it", async () => {
    const live = await mockLive();
    const first = deferred<ReturnType<typeof messagePage>>();
    mockApi.on("GET /api/threads/:threadId/messages", ({ query }) =>
      query["after"] === "latest" ? messagePage([theirs("Missed", "2026-03-01T11:59:30.000Z")]) : first.promise,
    );
    await renderApp(address);
    await waitFor(() => expect(mockApi.requests("GET /api/threads/:threadId/messages")).toHaveLength(1));
    await live.comeBack();
    first.resolve(messagePage([question]));
    await waitFor(async () => expect(await lines()).toEqual(["Where is that coat from?1h ago", "Missednow"]));
  });
});
