import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { expectShiftBelow, recordLayoutShifts } from "./support/layout-shift.ts";
import { addresses } from "./support/server-settings.ts";

/** Serves one page and its styles without scripts; the rest of the page, from `cut` on, comes half a second later. */
async function servePageInParts(
  path: string,
  cookie: string,
  cut: string,
): Promise<AsyncDisposable & { origin: string }> {
  const respond = async ({ url = "", headers: { accept = "" } }: IncomingMessage, response: ServerResponse) => {
    if (url !== path && !/\.(css|woff2)$/.test(url)) return response.writeHead(404).end();
    const answer = await fetch(addresses.main + url, { headers: { accept, cookie } });
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    if (url !== path) return response.end(body);
    const at = body.indexOf(cut);
    expect(at).toBeGreaterThan(0);
    response.write(body.subarray(0, at));
    await wait(500);
    return response.end(body.subarray(at));
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

for (const { name, path, cookie, cut, size } of [
  {
    name: "the bar of a member's phone",
    path: "/edit-outfit/any",
    cookie: "fash-member=1",
    cut: "Messages</span>",
    size: { width: 390, height: 844 },
  },
  {
    name: "the dock of a member's phone on its side",
    path: "/edit-outfit/any",
    cookie: "fash-member=1",
    cut: "</nav>",
    size: { width: 844, height: 390 },
  },
  {
    name: "the bar of a visitor's phone",
    path: "/explore",
    cookie: "",
    cut: "Explore</span>",
    size: { width: 390, height: 844 },
  },
])
  test(`nothing moves when a page comes in parts: ${name}`, async ({ page }) => {
    await using server = await servePageInParts(path, cookie, cut);
    await recordLayoutShifts(page);
    await page.setViewportSize(size);
    await page.goto(server.origin + path);
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expectShiftBelow(page, 0.001);
  });
