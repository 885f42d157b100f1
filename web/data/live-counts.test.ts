import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Me } from "#contract/profiles.ts";
import { noteReply } from "#web/lib/saved-view.ts";
import { pushed } from "#web/service-worker/stores.ts";
import { mockLive } from "#web/testing/mock-live.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { aMe, anId } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";
import { startLiveCounts } from "./live-counts.ts";
import { meKey, meQuery, patchMe } from "./me.ts";

async function startWithIcon() {
  const shown: number[] = [];
  Object.assign(navigator, { setAppBadge: (count: number) => Promise.resolve(void shown.push(count)) });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "setAppBadge"));
  signIn();
  await mockLive();
  const client = new QueryClient();
  startLiveCounts(client);
  return { shown, client };
}

test("the icon of the app keeps the mark of a push message until the count is known, and then follows it", async () => {
  const { shown, client } = await startWithIcon();
  expect(shown).toEqual([]);
  client.setQueryData(meKey, aMe({ unreadNotificationsCount: 2, unreadMessagesCount: 1 }));
  patchMe(client, { unreadNotificationsCount: 0 });
  patchMe(client, { bio: "Linen all year" });
  expect(shown).toEqual([3, 1]);
  patchMe(client, { unreadMessagesCount: 0 });
  expect(shown).toEqual([3, 1, 0]);
});

test("the count that the server tells replaces a push message's also if it is the one shown last", async () => {
  const { shown, client } = await startWithIcon();
  const read = aMe({ unreadNotificationsCount: 0, unreadMessagesCount: 0 });
  client.setQueryData(meKey, read);
  // A message came while the app slept, and was read on another device.
  mockApi.on("GET /api/me", read);
  await client.fetchQuery({ ...meQuery, staleTime: 0 });
  expect(shown).toEqual([0, 0]);
});

describe("a push message that comes while a page is open", () => {
  /** Answers how many messages are still shown, and how often the app's icon got a count. */
  async function receive(counted: Me | ReturnType<typeof fails>) {
    const close = vi.fn<() => void>();
    const stay = vi.fn<() => void>();
    const registration = {
      getNotifications: async () => [
        { close, data: { path: "/outfit/1", isCounted: true } },
        // What the list leaves out, a message of an older server, and none of a server.
        ...[{ path: "/outfit/1", isCounted: false }, { path: "/outfit/1" }, null].map((data) => ({
          close: stay,
          data,
        })),
      ],
    };
    const worker = Object.assign(new EventTarget(), { getRegistration: async () => registration });
    Object.defineProperty(navigator, "serviceWorker", { value: worker, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, "serviceWorker"));
    const { shown, client } = await startWithIcon();
    client.setQueryData(meKey, aMe({ unreadNotificationsCount: 0, unreadMessagesCount: 0 }));
    const observer = new QueryObserver(client, { ...meQuery, staleTime: Infinity, retry: false });
    onTestFinished(observer.subscribe(() => undefined));
    mockApi.on("GET /api/me", counted);
    worker.dispatchEvent(new MessageEvent("message", { data: pushed }));
    await vi.waitFor(() => expect(mockApi.requests("GET /api/me")).toHaveLength(1));
    await vi.waitFor(() => expect(client.isFetching()).toBe(0));
    return { close, stay, shown };
  }

  test("after all was read elsewhere has its number corrected, and is closed if it is known to be counted", async () => {
    const { close, stay, shown } = await receive(aMe({ unreadNotificationsCount: 0, unreadMessagesCount: 0 }));
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
    expect(stay).not.toHaveBeenCalled();
    expect(shown).toEqual([0, 0]);
  });

  test.each([
    ["something is unread", aMe({ unreadNotificationsCount: 1, unreadMessagesCount: 0 })],
    ["nobody knows whether something is unread", fails("internal")],
  ])("stays while %s", async (_why, counted) => {
    const { close } = await receive(counted);
    expect(close).not.toHaveBeenCalled();
  });
});

test.each([undefined, 0, 1])("a saved reply may be older than a push message: %s stays on the icon", async (count) => {
  const { shown, client } = await startWithIcon();
  onTestFinished(() => noteReply(null));
  const before = count === undefined ? [] : [count];
  for (const unread of before)
    client.setQueryData(meKey, aMe({ unreadNotificationsCount: unread, unreadMessagesCount: 0 }));
  const queryFn = () => {
    noteReply("1000");
    return Promise.resolve(aMe({ unreadNotificationsCount: 0, unreadMessagesCount: 0 }));
  };
  await client.fetchQuery({ queryKey: meKey, queryFn, staleTime: 0 });
  expect(shown).toEqual(before);
});

test("the next member's count is shown also if it is the same", async () => {
  const { shown, client } = await startWithIcon();
  client.setQueryData(meKey, aMe({ unreadNotificationsCount: 2, unreadMessagesCount: 0 }));
  // Signing out removes the mark, see saved-data.ts.
  void client.resetQueries();
  await vi.waitFor(() => expect(client.getQueryData(meKey)).toBeUndefined());
  client.setQueryData(meKey, aMe({ unreadNotificationsCount: 2, unreadMessagesCount: 0 }));
  expect(shown).toEqual([2, 2]);
});

test("the unread messages are counted again after a conversation changed in another tab", async () => {
  signIn();
  const live = await mockLive();
  const client = new QueryClient();
  client.setQueryData(meKey, aMe({ unreadMessagesCount: 3 }));
  startLiveCounts(client);
  await live.tell("thread", { threadId: anId(), isGone: true });
  expect(client.getQueryState(meKey)?.isInvalidated).toBe(true);
});
