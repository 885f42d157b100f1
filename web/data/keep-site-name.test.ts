import { QueryClient } from "@tanstack/react-query";
import { expect, onTestFinished, test, vi } from "vitest";
import { aMe } from "#web/testing/samples.ts";
import { keepSiteName } from "./keep-site-name.ts";
import { meKey, patchMe } from "./me.ts";

test("a document without the site's name shows the one that the server told last", async () => {
  const client = new QueryClient();
  keepSiteName(client);
  client.setQueryData(meKey, aMe({ siteName: "Looks" }));
  patchMe(client, { siteName: "Wardrobe" });
  // The next document.
  vi.resetModules();
  onTestFinished(() => void vi.resetModules());
  const { siteName } = await import("#web/lib/site-name.ts");
  expect(siteName()).toBe("Wardrobe");
});
