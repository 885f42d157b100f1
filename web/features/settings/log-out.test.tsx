import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, type MockInstance, test, vi } from "vitest";
import { isSignOutExpected, signOutOnPurpose } from "#web/lib/expected-sign-out.ts";
import { deferred } from "#web/testing/deferred.ts";
import { aSession, authError, mockAuth, noConnection } from "#web/testing/mock-auth.ts";
import { renderPiece } from "#web/testing/render-app.tsx";
import { signIn } from "#web/testing/sign-in.ts";
import { LogOut } from "./log-out.tsx";

afterEach(async () => {
  vi.useRealTimers();
  // A page that is left goes on expecting the end of the session, and here the next test is in the same one.
  await signOutOnPurpose(() => Promise.resolve());
});

/** The tokens of the requests that end a session. */
function tokensOf({ mock }: MockInstance<typeof fetch>): (string | null)[] {
  return mock.calls
    .filter(([address]) => (address as string).includes("/logout"))
    .map(([, init]) => new Headers(init?.headers).get("authorization"));
}

test("on a slow line, the session is ended with the new token, since an expired one is refused", async () => {
  vi.useFakeTimers();
  // jsdom cannot load another page.
  history.replaceState(null, "", "/auth");
  signIn({ expiresInSeconds: -60 });
  const answer = deferred<Response>();
  const wasExpected: boolean[] = [];
  mockAuth({
    "POST /token": () => answer.promise,
    "POST /logout": () => {
      wasExpected.push(isSignOutExpected());
      return new Response(null, { status: 204 });
    },
  });
  const send = vi.spyOn(globalThis, "fetch");
  renderPiece(<LogOut />);
  fireEvent.click(screen.getByRole("button", { name: "Log Out" }));
  await vi.advanceTimersByTimeAsync(4_000);
  answer.resolve(aSession("fresh-token"));
  await vi.waitFor(() => expect(location.hash).toBe("#logged-out"), 5_000);
  expect(tokensOf(send)).toEqual(["Bearer fresh-token"]);
  // Nothing says that the session has ended: not before the answer, nor while the next page loads.
  expect([wasExpected, isSignOutExpected()]).toEqual([[true], true]);
});

/** Logs out with a token that has expired by the server's clock; `refresh` is how it answers for a new one. */
function logOutWithExpired(refresh: () => Response) {
  // jsdom cannot load another page.
  history.replaceState(null, "", "/auth");
  mockAuth({
    "POST /token": refresh,
    "POST /logout": () =>
      tokensOf(send).at(-1) === "Bearer access-token" ? authError(403, "bad_jwt") : new Response(null, { status: 204 }),
  });
  const send = vi.spyOn(globalThis, "fetch");
  renderPiece(<LogOut />);
  fireEvent.click(screen.getByRole("button", { name: "Log Out" }));
  return () => tokensOf(send);
}

test("where this device's clock is slow, the session is ended with the new token, too", async () => {
  signIn();
  const tokens = logOutWithExpired(() => aSession("fresh-token"));
  await vi.waitFor(() => expect(location.hash).toBe("#logged-out"), 5_000);
  expect(tokens()).toEqual(["Bearer access-token", "Bearer fresh-token"]);
});

test("where this device's clock is slow and no new token comes, it is not said that the session has ended", async () => {
  vi.useFakeTimers();
  signIn();
  logOutWithExpired(noConnection);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(screen.getByRole("button", { name: "Forget me on this device anyway" })).toBeTruthy();
  expect(location.hash).toBe("");
});

test("where this device's clock is hours fast, so that each new token has expired, the session is ended", async () => {
  signIn({ expiresInSeconds: -7_200 });
  const expired = { expires_at: Math.floor(Date.now() / 1_000) - 3_600 };
  const tokens = logOutWithExpired(() => aSession("fresh-token", expired));
  await vi.waitFor(() => expect(location.hash).toBe("#logged-out"), 5_000);
  expect(tokens()).toEqual(["Bearer fresh-token"]);
});
