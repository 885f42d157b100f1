import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { AccountData } from "#contract/account.ts";
import { isSignOutExpected } from "#web/lib/expected-sign-out.ts";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderPiece } from "#web/testing/render-app.tsx";
import { aMe } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";
import { AccountDataSection } from "./account-data.tsx";

type Export = AccountData["export"];

const anExport = (change: Partial<NonNullable<Export>>): NonNullable<Export> => ({
  id: "00000000-0000-4000-8000-000000000001",
  status: "waiting",
  bytes: null,
  endsAt: null,
  downloadUrl: null,
  createdAt: new Date().toISOString(),
  ...change,
});

function open(newest: Export = null) {
  signIn();
  mockApi.on("GET /api/me/data", { export: newest });
  const root = createRootRoute();
  const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: "/account-status" })]);
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  return renderPiece(
    <RouterContextProvider router={router as never}>
      <AccountDataSection />
    </RouterContextProvider>,
  );
}
afterEach(() => void vi.useRealTimers());

const preparer = () => screen.findByRole<HTMLButtonElement>("button", { name: "Prepare my data" });
const opener = () => screen.getByRole<HTMLButtonElement>("button", { name: "Delete my account" });
const question = () => within(screen.getByRole("dialog"));

test("after a new username in another tab, the account can be deleted by that one", async () => {
  mockApi.on("GET /api/me", aMe({ username: "mia" }));
  const { user } = open();
  await waitFor(() => expect(opener().disabled).toBe(false));
  await user.click(opener());
  const submit = () => question().getByRole("button", { name: "Delete my account" });
  const wrong = "Type your username exactly as it is shown";
  await user.click(submit());
  expect(question().getByRole("alert").textContent).toBe(wrong);
  await user.type(question().getByRole("textbox", { name: /^Type mia to confirm/ }), "mia");
  expect(screen.queryByText(wrong)).toBeNull();
  mockApi.on("GET /api/me", aMe({ username: "mia.k" }));
  mockApi.on("POST /api/me/deletion", fails("request.invalid", [{ path: "username", message: wrong }]));
  await user.click(submit());
  const field = await question().findByRole("textbox", { name: /^Type mia\.k to confirm/ });
  expect(question().getByRole("alert").textContent).toBe(wrong);
  const answer = deferred<ReturnType<typeof fails>>();
  mockApi.on("POST /api/me/deletion", () => answer.promise);
  await user.type(field, ".k");
  expect(screen.queryByText(wrong, { selector: "[role=alert] *, [role=alert]" })).toBeNull();
  await user.click(submit());
  await waitFor(() => expect(mockApi.requests("POST /api/me/deletion")).toHaveLength(2));
  // The server ends the session before it answers.
  expect(isSignOutExpected()).toBe(true);
  expect(question().getByRole<HTMLButtonElement>("button", { name: "Keep my account" }).disabled).toBe(true);
  await user.keyboard("{Escape}");
  expect(question().getByText("Delete your account?")).toBeTruthy();
  answer.resolve(fails("rate.limited"));
  await waitFor(() => expect(isSignOutExpected()).toBe(false));
});

test("the account cannot be deleted before its username is known", async () => {
  const answer = deferred<ReturnType<typeof aMe>>();
  mockApi.on("GET /api/me", () => answer.promise);
  open();
  expect(opener().disabled).toBe(true);
  answer.resolve(aMe());
  await waitFor(() => expect(opener().disabled).toBe(false));
});

test("a copy is offered until its link ends, then another one", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout", "Date"] });
  mockApi.on("GET /api/me", aMe());
  const ready = { status: "ready" as const, bytes: 5_000, endsAt: new Date(Date.now() + 600_000).toISOString() };
  open(anExport({ ...ready, downloadUrl: "/exports/e1" }));
  const link = await screen.findByRole("link", { name: "Download" });
  // Where the server redirects, the browser must not save a page as the copy.
  expect(link.hasAttribute("download")).toBe(false);
  mockApi.on("GET /api/me/data", { export: anExport(ready) });
  await vi.advanceTimersByTimeAsync(590_000);
  expect(mockApi.requests("GET /api/me/data")).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(12_000);
  expect((await preparer()).disabled).toBe(false);
  expect(screen.queryByText(/The link works until/)).toBeNull();
});

test("where another tab has asked for a copy already, it is shown to be prepared", async () => {
  mockApi.on("GET /api/me", aMe());
  const { user } = open();
  await waitFor(async () => expect((await preparer()).disabled).toBe(false));
  mockApi.on("POST /api/me/data/exports", fails("export.waiting"));
  mockApi.on("GET /api/me/data", { export: anExport({}) });
  await user.click(await preparer());
  expect(await screen.findByText(/^We are preparing your data\. You can leave this page/)).toBeTruthy();
});
