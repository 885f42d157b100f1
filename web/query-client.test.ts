import { QueryObserver, queryOptions } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createQueryClient } from "./query-client.ts";

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
