import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { isFirstSession } from "#web/api/first-session.ts";
import { renderPiece } from "#web/testing/render-app.tsx";
import { memberId, signIn } from "#web/testing/sign-in.ts";
import { AuthCallback } from "./auth-callback.tsx";

function renderCallback(at = "/") {
  const root = createRootRoute();
  const routeTree = root.addChildren(["/", "/auth"].map((path) => createRoute({ getParentRoute: () => root, path })));
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [at] }) });
  renderPiece(
    <RouterContextProvider router={router as never}>
      <AuthCallback />
    </RouterContextProvider>,
  );
  return router;
}

test("a provider's sign-in that cannot be completed leads back to /auth with an error", async () => {
  sessionStorage.setItem(
    "fash.oauth-flow",
    JSON.stringify({ provider: "google", purpose: "sign-in", next: "/closet" }),
  );
  const router = renderCallback();
  expect(await screen.findByText("Failed to sign in with Google")).toBeDefined();
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: "/auth", search: { next: "/closet" } }));
});

test("an e-mail's link that is opened in another browser leads on to its page after signing in", async () => {
  history.replaceState(null, "", "/onboarding?next=%2Fcloset&code=of-another-browser");
  const router = renderCallback();
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: "/auth", search: { next: "/onboarding?next=%2Fcloset" } }),
  );
  history.replaceState(null, "", "/");
});

test("an e-mail's link that another browser asked for does nothing for the member who is signed in here", async () => {
  signIn();
  history.replaceState(null, "", "/onboarding?next=%2Fcloset&code=of-another-browser");
  const router = renderCallback("/auth");
  expect(
    await screen.findByText("This link was opened in another browser than the one that asked for it"),
  ).toBeDefined();
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  expect(screen.queryByText("Welcome to Fash!")).toBeNull();
  history.replaceState(null, "", "/");
});

test.each(["/change-password", "/onboarding"])("a link to %s that restores the account says so", async (path) => {
  signIn({ restored: true });
  history.replaceState(null, "", path);
  renderCallback();
  expect(await screen.findByText("Welcome back! Your account will not be deleted.")).toBeDefined();
  history.replaceState(null, "", "/");
});

test.each([
  [4 * 60, true],
  [6 * 60, false],
])("a provider's session %s seconds after the account was made is its first: %s", (seconds, isFirst) => {
  const madeAtMs = Date.parse("2026-03-01T12:00:00Z");
  const session = {
    access_token: "access-token",
    refresh_token: "refresh-token",
    expires_at: Math.floor(Date.now() / 1_000) + 3_600,
    user: {
      id: memberId,
      created_at: new Date(madeAtMs).toISOString(),
      last_sign_in_at: new Date(madeAtMs + seconds * 1_000).toISOString(),
      app_metadata: { provider: "google" },
    },
  };
  localStorage.setItem("fash.session", JSON.stringify(session));
  dispatchEvent(new StorageEvent("storage", { key: "fash.session" }));
  expect(isFirstSession("google")).toBe(isFirst);
  expect(isFirstSession()).toBe(false);
});

test.each([
  ["over_request_rate_limit", "Too many attempts. Try again in a few minutes."],
  ["unexpected_failure", "The link could not be checked right now. Open it again in a few minutes."],
  ["otp_expired", "This link has expired or was used before"],
])("an e-mail's link that is refused with %s says what to do", async (code, words) => {
  history.replaceState(null, "", `/?error=access_denied&error_code=${code}`);
  renderCallback();
  expect(await screen.findByText(words)).toBeDefined();
  history.replaceState(null, "", "/");
});

test("a link without a challenge that is refused, whose reason is in the fragment, leads to the sign-in with it", async () => {
  history.replaceState(null, "", "/#error=access_denied&error_code=otp_expired&sb=");
  renderCallback();
  expect(await screen.findByText("This link has expired or was used before")).toBeDefined();
  history.replaceState(null, "", "/");
});
