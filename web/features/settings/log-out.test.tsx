import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { isSignOutExpected } from "#web/lib/expected-sign-out.ts";
import { deferred } from "#web/testing/deferred.ts";
import { aSession, mockAuth } from "#web/testing/mock-auth.ts";
import { renderPiece } from "#web/testing/render-app.tsx";
import { signIn } from "#web/testing/sign-in.ts";
import { LogOut } from "./log-out.tsx";

afterEach(() => void vi.useRealTimers());

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
  const logOuts = send.mock.calls.filter(([address]) => (address as string).includes("/logout"));
  const tokens = logOuts.map(([, init]) => new Headers(init?.headers).get("authorization"));
  expect(tokens).toEqual(["Bearer fresh-token"]);
  // Nothing says that the session has ended: not before the answer, nor while the next page loads.
  expect([wasExpected, isSignOutExpected()]).toEqual([[true], true]);
});
