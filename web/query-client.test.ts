import { QueryObserver, queryOptions } from "@tanstack/react-query";
import { expect, onTestFinished, test, vi } from "vitest";
import { ApiError } from "./api/api-error.ts";
import { createQueryClient } from "./query-client.ts";
import { deferred } from "./testing/deferred.ts";

test("a load goes on when the screen that asked for the same data leaves", async () => {
  const client = createQueryClient(() => undefined);
  const replies: ((reply: string) => void)[] = [];
  const query = queryOptions({
    queryKey: ["styles"],
    // Reading the signal makes the query one that is cancelled.
    queryFn: ({ signal }) => {
      signal.throwIfAborted();
      return new Promise<string>((resolve) => replies.push(resolve));
    },
  });
  const leave = new QueryObserver(client, query).subscribe(() => undefined);
  const loaded = client.ensureQueryData(query);
  leave();
  await expect.poll(() => replies.length).toBe(2);
  replies[1]?.("from the second request");
  expect(await loaded).toBe("from the second request");
});

test("a first load that began before a change is repeated once it has ended, once for several changes", async () => {
  const client = createQueryClient(() => undefined);
  const replies: ((reply: string) => void)[] = [];
  const query = queryOptions({
    queryKey: ["outfits", "silk"],
    queryFn: () => new Promise<string>((resolve) => replies.push(resolve)),
  });
  const shown = new QueryObserver(client, query);
  onTestFinished(shown.subscribe(() => undefined));
  const changes = Promise.all([1, 2, 3].map(() => client.invalidateQueries({ queryKey: ["outfits"] })));
  replies[0]?.("before the change");
  await expect.poll(() => replies.length).toBe(2);
  replies[1]?.("after it");
  await changes;
  expect(shown.getCurrentResult().data).toBe("after it");
  expect(replies).toHaveLength(2);
});

test("nobody waits for a first load that is not on screen, and it is out of date once it has ended", async () => {
  const client = createQueryClient(() => undefined);
  const reply = deferred<string>();
  const query = queryOptions({ queryKey: ["profile"], queryFn: () => reply.promise });
  const prefetched = client.prefetchQuery(query);
  await client.invalidateQueries({ queryKey: ["profile"] });
  reply.resolve("before the change");
  await prefetched;
  await expect.poll(() => client.getQueryState(query.queryKey)?.isInvalidated).toBe(true);
});

test("where a change is to show later, what was loading in the meantime is out of date, and stays on screen", async () => {
  const client = createQueryClient(() => undefined);
  const reply = deferred<string>();
  const load = vi.fn<() => Promise<string>>(() => reply.promise);
  const query = queryOptions({ queryKey: ["outfits"], queryFn: load });
  onTestFinished(new QueryObserver(client, query).subscribe(() => undefined));
  await client.invalidateQueries({ refetchType: "none" });
  reply.resolve("before the change");
  await expect.poll(() => client.getQueryState(query.queryKey)?.isInvalidated).toBe(true);
  expect(load).toHaveBeenCalledTimes(1);
});

test("of several reads that are refused to a suspended member, one leads to the page that says why", async () => {
  const assign = vi.fn<(path: string) => void>();
  vi.stubGlobal("location", { pathname: "/closet", assign });
  onTestFinished(() => void vi.unstubAllGlobals());
  const client = createQueryClient(() => undefined);
  const refuse = async () => {
    const refused = new ApiError("auth.suspended", { status: 403 });
    const read = (key: string) => client.fetchQuery({ queryKey: [key], queryFn: () => Promise.reject(refused) });
    await Promise.allSettled([read("me"), read("closet")]);
  };
  await refuse();
  expect(assign.mock.calls).toEqual([["/account-status"]]);
  // Back shows the page again as it was.
  window.dispatchEvent(new Event("pagehide"));
  await refuse();
  expect(assign).toHaveBeenCalledTimes(2);
});
