import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { dayMs } from "#contract/durations.ts";
import type { Notification } from "#contract/notifications.ts";
import type { Author } from "#contract/page.ts";
import { notificationKeys } from "#web/data/notification-keys.ts";
import { deferred } from "#web/testing/deferred.ts";
import { leavePage } from "#web/testing/leave-page.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anAuthor, anId, aPage } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

function aNotification(given: Partial<Notification> = {}): Notification {
  const actor = anAuthor({ username: "theo" });
  return {
    id: anId(),
    type: "follower",
    title: "New follower",
    message: `${actor.username} started following you`,
    referenceId: actor.id,
    actor,
    actorFollowState: given.type === undefined ? "none" : null,
    othersCount: 0,
    path: `/profile/${actor.username}`,
    picture: null,
    isRead: false,
    createdAt: new Date().toISOString(),
    ...given,
  };
}

const unread = aNotification();
const read = aNotification({
  type: "like",
  message: "lena and 12 others liked your outfit",
  actor: anAuthor({ username: "lena" }),
  othersCount: 12,
  path: "/outfit/0199b000-0000-7000-8000-00000000abcd",
  isRead: true,
  createdAt: "2026-01-02T03:04:05.000Z",
});

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe({ unreadNotificationsCount: 1 }));
  mockApi.on("GET /api/notifications", aPage([unread, read]));
  mockApi.on("GET /api/follow-requests", aPage([]));
});

const rows = () => within(screen.getByRole("region", { name: "Notifications" })).getAllByRole("listitem");

describe("the list", () => {
  test("shows notifications grouped by age, marks unread ones and links to their subjects", async () => {
    await renderApp("/notifications");
    const today = within(await screen.findByRole("region", { name: "Today" }));
    expect(today.getByRole("link", { name: /Unread\. ?theo started following you/ }).getAttribute("href")).toBe(
      "/profile/theo",
    );
    const earlier = within(screen.getByRole("region", { name: "Earlier" }));
    const link = earlier.getByRole("link", { name: /lena and 12 others liked your outfit/ });
    expect(link.getAttribute("href")).toBe("/outfit/0199b000-0000-7000-8000-00000000abcd");
  });

  test("has headings of the day that it is, also after midnight", async () => {
    await renderApp("/notifications");
    await screen.findByRole("region", { name: "Today" });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + dayMs });
    onTestFinished(() => void vi.useRealTimers());
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    expect(await screen.findByRole("region", { name: "Yesterday" })).toBeTruthy();
  });

  test("has the names in bold, also those that are written from right to left", async () => {
    const aisha = anAuthor({ username: "aisha", displayName: "عائشة" });
    const message = "\u2068عائشة\u2069 and 2 others liked your outfit";
    mockApi.on("GET /api/notifications", aPage([unread, aNotification({ type: "like", message, actor: aisha })]));
    await renderApp("/notifications");
    expect((await screen.findByText("theo")).tagName).toBe("STRONG");
    expect(screen.getByText("\u2068عائشة\u2069 and 2 others").tagName).toBe("STRONG");
  });

  test("has a delete button for each with the start of its message as name", async () => {
    const message = `Your outfit was removed. ${"It shows a person who did not agree. ".repeat(20)}`;
    const unbroken = "x".repeat(90);
    const messages = ["Your reward is on its way", message, unbroken];
    const items = messages.map((text) => aNotification({ type: "moderation", message: text, actor: null }));
    mockApi.on("GET /api/notifications", aPage(items));
    await renderApp("/notifications");
    const buttons = await screen.findAllByRole("button", { name: /^Delete notification/ });
    expect(buttons.map(({ ariaLabel }) => ariaLabel?.replace("Delete notification: ", ""))).toEqual([
      "Your reward is on its way",
      "Your outfit was removed. It shows a person who did not agree. It shows a person…",
      `${"x".repeat(80)}…`,
    ]);
  });

  test("marks all as read and says so", async () => {
    mockApi.on("POST /api/notifications/read", { unreadCount: 0 });
    const { user } = await renderApp("/notifications");
    await user.click(await screen.findByRole("button", { name: "Mark all read" }));
    expect(await screen.findByText("All notifications marked as read")).toBeTruthy();
    expect(mockApi.requests("POST /api/notifications/read")).toHaveLength(1);
  });

  test("deletes one after a question; for ten seconds it can be undone", async () => {
    let items = [unread, read];
    mockApi.on("GET /api/notifications", () => aPage(items));
    mockApi.on("DELETE /api/notifications/:notificationId", ({ params }) => {
      items = items.filter(({ id }) => id !== (params as { notificationId: string }).notificationId);
      return { unreadCount: 0 };
    });
    const { user } = await renderApp("/notifications");
    await user.click(await screen.findByRole("button", { name: /^Delete notification: theo/ }));
    const question = () => screen.getByRole("dialog", { name: "Delete this notification?" });
    await user.click(within(question()).getByRole("button", { name: "Cancel" }));
    expect(rows()).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: /^Delete notification: theo/ }));
    await user.click(within(question()).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Notification deleted")).toBeTruthy();
    expect(rows()).toHaveLength(1);
    expect(mockApi.requests("DELETE /api/notifications/:notificationId")).toHaveLength(0);
    await user.click(screen.getByRole("button", { name: /^Undo / }));
    expect(rows()).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: /^Delete notification: theo/ }));
    await user.click(within(question()).getByRole("button", { name: "Delete" }));
    leavePage();
    await waitFor(() => expect(mockApi.requests("DELETE /api/notifications/:notificationId")).toHaveLength(1));
    expect(rows()).toHaveLength(1);
  });

  test("counts a deleted one nowhere while it may come back", async () => {
    mockApi.on("GET /api/notifications", aPage([unread]));
    const { user } = await renderApp("/notifications");
    expect(await screen.findByRole("link", { name: "Notifications, 1 unread" })).toBeTruthy();
    await user.click(await screen.findByRole("button", { name: /^Delete notification: theo/ }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
    expect(await screen.findByRole("heading", { name: "No notifications yet" })).toBeTruthy();
    expect(screen.queryByText("1 unread")).toBeNull();
    expect(screen.queryByRole("button", { name: /Mark all read|Clear all/ })).toBeNull();
    expect(screen.getByRole("link", { name: "Notifications" })).toBeTruthy();
    mockApi.on("DELETE /api/notifications/:notificationId", fails("internal"));
    leavePage();
    expect(await screen.findByRole("link", { name: "Notifications, 1 unread" })).toBeTruthy();
    expect(screen.getByText("1 unread")).toBeTruthy();
  });

  test("is not empty while there are more pages, even if all that is loaded was deleted", async () => {
    mockApi.on("GET /api/notifications", aPage([unread], "older"));
    const { user } = await renderApp("/notifications");
    await user.click(await screen.findByRole("button", { name: /^Delete notification: theo/ }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
    await screen.findByText("Notification deleted");
    expect(screen.queryByRole("link", { name: /theo/ })).toBeNull();
    expect(screen.queryByRole("heading", { name: "No notifications yet" })).toBeNull();
    expect(screen.getByRole("button", { name: "Clear all" })).toBeTruthy();
  });

  test("has deleted one that went with its cause meanwhile", async () => {
    mockApi.on("DELETE /api/notifications/:notificationId", fails("notification.not_found"));
    mockApi.on("GET /api/notifications/unread-count", { unreadCount: 0 });
    const { user, queryClient } = await renderApp("/notifications");
    await user.click(await screen.findByRole("button", { name: /^Delete notification: theo/ }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
    mockApi.on("GET /api/notifications", aPage([read]));
    leavePage();
    await waitFor(() => expect(mockApi.requests("GET /api/notifications/unread-count")).toHaveLength(1));
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    expect(rows()).toHaveLength(1);
    expect(screen.queryByText(/isn't available any more/)).toBeNull();
  });

  test("brings one back that others joined after it was deleted", async () => {
    const shown = { ...read, isRead: false };
    let items = [shown];
    mockApi.on("GET /api/notifications", () => aPage(items));
    mockApi.on("DELETE /api/notifications/:notificationId", { unreadCount: 1 });
    const { user, queryClient } = await renderApp("/notifications");
    await user.click(await screen.findByRole("button", { name: /^Delete notification: lena/ }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
    items = [{ ...shown, message: "noor and 13 others liked your outfit", createdAt: new Date().toISOString() }];
    await queryClient.invalidateQueries({ queryKey: notificationKeys.list });
    expect(screen.queryByRole("link", { name: /liked your outfit/ })).toBeNull();
    leavePage();
    expect(await screen.findByRole("link", { name: /noor and 13 others/ })).toBeTruthy();
    const [request] = mockApi.requests("DELETE /api/notifications/:notificationId");
    expect(request?.url.searchParams.get("until")).toBe(shown.createdAt);
  });

  test("brings one back that could not be deleted", async () => {
    mockApi.on("DELETE /api/notifications/:notificationId", fails("internal"));
    const { user } = await renderApp("/notifications");
    await user.click(await screen.findByRole("button", { name: /^Delete notification: theo/ }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
    leavePage();
    expect(await screen.findByText("Failed to delete notification")).toBeTruthy();
    expect(rows()).toHaveLength(2);
  });

  test("a new follower can be followed back, and the button then says so", async () => {
    let actorFollowState: Notification["actorFollowState"] = "none";
    mockApi.on("GET /api/notifications", () => aPage([{ ...unread, actorFollowState }, read]));
    mockApi.on("PUT /api/follows/:memberId", () => {
      actorFollowState = "following";
      return { state: "following", followersCount: 1 };
    });
    const { user } = await renderApp("/notifications");
    await user.click(await screen.findByRole("button", { name: "Follow back @theo" }));
    expect(await screen.findByRole("button", { name: "Following @theo" })).toBeTruthy();
    expect(screen.getAllByRole("button", { name: /^Follow/ })).toHaveLength(1);
    expect(mockApi.requests("PUT /api/follows/:memberId")).toHaveLength(1);
  });

  test("clears all after 'Clear all notifications?' and is then empty", async () => {
    let items = [unread, read];
    mockApi.on("GET /api/notifications", () => aPage(items));
    mockApi.on("DELETE /api/notifications", () => {
      items = [];
      return { unreadCount: 0 };
    });
    const { user } = await renderApp("/notifications");
    await user.click(await screen.findByRole("button", { name: "Clear all" }));
    const question = screen.getByRole("dialog", { name: "Clear all notifications?" });
    await user.click(within(question).getByRole("button", { name: "Clear all" }));
    expect(await screen.findByText("All notifications cleared")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "No notifications yet" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Clear all" })).toBeNull();
  });

  test("what arrives behind the question is not cleared", async () => {
    let items = [unread, read];
    mockApi.on("GET /api/notifications", () => aPage(items));
    const { user, queryClient } = await renderApp("/notifications");
    await user.click(await screen.findByRole("button", { name: "Clear all" }));
    const createdAt = new Date(Date.parse(unread.createdAt) + 1_000).toISOString();
    const news = aNotification({ type: "moderation", message: "We hid your comment", createdAt });
    items = [news, unread, read];
    await queryClient.invalidateQueries({ queryKey: notificationKeys.list });
    const cleared = deferred<{ unreadCount: number }>();
    mockApi.on("DELETE /api/notifications", () => cleared.promise);
    const question = screen.getByRole("dialog", { name: "Clear all notifications?" });
    await user.click(within(question).getByRole("button", { name: "Clear all" }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    const [request] = mockApi.requests("DELETE /api/notifications");
    expect(request?.url.searchParams.get("until")).toBe(unread.createdAt);
    items = [news];
    cleared.resolve({ unreadCount: 1 });
    expect(await screen.findByText("All notifications cleared")).toBeTruthy();
    expect(rows()).toHaveLength(1);
  });

  test("that fails to load shows an error and retries", async () => {
    mockApi.on("GET /api/notifications", fails("internal"));
    const { user } = await renderApp("/notifications");
    expect(await screen.findByRole("heading", { name: "Couldn't load your notifications" })).toBeTruthy();
    mockApi.on("GET /api/notifications", aPage([unread]));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("link", { name: /theo started following you/ })).toBeTruthy();
  });
});

const requestBy = (member: Author) => ({
  id: member.id,
  member,
  state: "none" as const,
  createdAt: "2026-01-02T03:04:05.000Z",
});

test("a follow request can be accepted, and then leaves the list", async () => {
  const lena = anAuthor({ username: "lena", displayName: "Lena Ode" });
  let waiting = [lena, anAuthor({ username: "kai" })].map(requestBy);
  mockApi.on("GET /api/follow-requests", () => aPage(waiting));
  mockApi.on("PUT /api/follow-requests/:memberId", ({ params }) => {
    waiting = waiting.filter(({ id }) => id !== params.memberId);
    return { ok: true };
  });
  const { user } = await renderApp("/notifications");
  expect((await screen.findByRole("link", { name: /Lena Ode/ })).textContent).toMatch(/@lena · ./);
  await user.click(screen.getByRole("button", { name: "Accept Lena Ode (@lena)" }));
  expect(await screen.findByText("Follow request accepted")).toBeTruthy();
  // The focus stays where the buttons were, and goes to the page with the last of them.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("region", { name: "Follow requests" })));
  await user.click(screen.getByRole("button", { name: "Accept @kai" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
  expect(screen.queryByRole("heading", { name: "Follow requests" })).toBeNull();
});

test("follow requests that could not be loaded say so and load on a retry", async () => {
  mockApi.on("GET /api/follow-requests", fails("rate.limited"));
  const { user } = await renderApp("/notifications");
  const retry = await screen.findByRole("button", { name: "Try again" });
  mockApi.on("GET /api/follow-requests", aPage([requestBy(anAuthor({ username: "lena" }))]));
  await user.click(retry);
  expect(await screen.findByRole("button", { name: "Accept @lena" })).toBeTruthy();
});

test("one error and one retry suffice if neither the list nor the follow requests could be loaded", async () => {
  mockApi.on("GET /api/notifications", fails("internal"));
  mockApi.on("GET /api/follow-requests", fails("internal"));
  const { user } = await renderApp("/notifications");
  expect(await screen.findByRole("heading", { name: "Couldn't load your notifications" })).toBeTruthy();
  expect(screen.getAllByRole("alert")).toHaveLength(1);
  mockApi.on("GET /api/notifications", aPage([unread]));
  mockApi.on("GET /api/follow-requests", aPage([requestBy(anAuthor({ username: "lena" }))]));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: "Accept @lena" })).toBeTruthy();
  expect(await screen.findByRole("link", { name: /theo started following you/ })).toBeTruthy();
});

test("a switch of one type is saved with the ways of the others as they were", async () => {
  mockApi.on("GET /api/me/sessions", { items: [] } as never);
  const choice = { type: "like" as const, inApp: true, byMail: false, byPush: false };
  mockApi.on("GET /api/me/notifications", { types: [choice], pushKey: "B", isPushSubscribed: false });
  mockApi.on("PUT /api/me/notifications/:type", ({ body }) => ({
    type: "like",
    ...(body as Omit<typeof choice, "type">),
  }));
  const { ChoiceTable } = await import("./choice-table.tsx");
  const { renderPiece } = await import("#web/testing/render-app.tsx");
  const { user } = renderPiece(<ChoiceTable choices={[choice]} hasMail isMailOn isPushOn={false} />);
  await user.click(screen.getByRole("checkbox", { name: "Likes: Email" }));
  await expect
    .poll(() => mockApi.requests("PUT /api/me/notifications/:type").map(({ body }) => body))
    .toEqual([{ inApp: true, byMail: true, byPush: false }]);
});
