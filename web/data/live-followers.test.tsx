import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { mockLive } from "#web/testing/mock-live.ts";
import { aProfile } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";
import { useLiveFollowers } from "./live-followers.ts";
import { meKey } from "./me.ts";

test("many notifications at once reload the followers at once, and once more after a pause", async () => {
  signIn();
  const live = await mockLive();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, "invalidateQueries");
  const reloads = () => invalidate.mock.calls.filter(([filter]) => filter?.queryKey === meKey).length;
  renderHook(() => useLiveFollowers(aProfile({ isSelf: true })), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  const counts: number[] = [];
  const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms));
  for (const unreadCount of [1, 2, 3]) await live.tell("notifications", { unreadCount });
  counts.push(reloads());
  await pass(3_000);
  counts.push(reloads());
  await pass(10_000);
  counts.push(reloads());
  await live.tell("notifications", { unreadCount: 4 });
  counts.push(reloads());
  expect(counts).toEqual([1, 2, 2, 3]);
});
