import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
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

const press = (key: string) =>
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));

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

test("keys pressed while the shortcuts load are not lost on a computer", async () => {
  const { router } = await renderApp("/explore");
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(any-pointer: fine)" }));
  const stop = listenForInput(router);
  press("g");
  press("s");
  await waitFor(() => expect(router.state.location.pathname).toBe("/swipes"));
  stop();
});

test("a listener of its own hears a letter once", async () => {
  const { router } = await renderApp("/explore");
  const stop = listenForInput(router);
  const heard: string[] = [];
  const listen = (event: KeyboardEvent) => {
    heard.push(event.key);
    if (event.key === "j") event.preventDefault();
  };
  addEventListener("keydown", listen);
  for (const key of ["j", "g", "s"]) press(key);
  await waitFor(() => expect(router.state.location.pathname).toBe("/swipes"));
  expect(heard).toEqual(["j", "g", "s", "g", "s"]);
  removeEventListener("keydown", listen);
  stop();
});
