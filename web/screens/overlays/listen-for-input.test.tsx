import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aPage, aStyle } from "#web/testing/samples.ts";
import { listenForInput } from "./listen-for-input.ts";

beforeEach(() => {
  globalThis.earlyInput = { queue: [], keys: [], stop: () => undefined };
  mockApi.on("GET /api/outfits", aPage([]));
  mockApi.on("GET /api/styles", { items: [aStyle()] });
});
afterEach(() => void Reflect.deleteProperty(globalThis, "earlyInput"));

test("a keyboard without a mouse has the shortcuts, and the keys that load them are not lost", async () => {
  const { user, router } = await renderApp("/explore");
  const stop = listenForInput(router);
  await user.type(screen.getByRole("searchbox"), "gs");
  expect(globalThis.earlyInput?.keys).toEqual([]);
  (document.activeElement as HTMLElement).blur();
  await user.keyboard("gs");
  await waitFor(() => expect(router.state.location.pathname).toBe("/swipes"));
  stop();
});
