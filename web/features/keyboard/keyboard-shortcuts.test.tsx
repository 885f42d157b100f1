import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aPage, aStyle } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";
import { listenForShortcuts } from "./keyboard-shortcuts.ts";

beforeEach(() => {
  mockApi.on("GET /api/outfits", aPage([]));
  mockApi.on("GET /api/styles", { items: [aStyle()] });
});

async function open() {
  const app = await renderApp("/explore");
  const stop = listenForShortcuts(app.router);
  return { ...app, stop };
}

test("? opens the sheet, and its own keys are the dialog's", async () => {
  const { user, stop } = await open();
  await user.keyboard("?");
  expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Keyboard shortcuts" })).toBeNull());
  stop();
});

test("/ goes to the search field, where letters are only letters", async () => {
  const { user, router, stop } = await open();
  await user.keyboard("/");
  const field = await screen.findByRole("searchbox");
  expect(document.activeElement).toBe(field);
  await user.keyboard("gh?");
  expect(field).toHaveProperty("value", "gh?");
  expect(router.state.location.pathname).toBe("/explore");
  stop();
});

test("G and a letter open a screen; the letter alone does not", async () => {
  const { user, router, stop } = await open();
  await user.keyboard("s");
  expect(router.state.location.pathname).toBe("/explore");
  await user.keyboard("gs");
  await waitFor(() => expect(router.state.location.pathname).toBe("/swipes"));
  stop();
});

test("a suspended member stays on the one page that is open to them", async () => {
  signIn();
  mockApi.on("GET /api/me", fails("auth.suspended"));
  mockApi.on("GET /api/me/account-status", { username: "mia", isSuspended: true, suspendedUntil: null, actions: [] });
  const { user, router } = await renderApp("/account-status");
  const stop = listenForShortcuts(router);
  await screen.findByRole("heading", { name: "Your account is suspended" });
  await user.keyboard("ge");
  expect(router.state.location.pathname).toBe("/account-status");
  expect(router.state.status).toBe("idle");
  stop();
});
