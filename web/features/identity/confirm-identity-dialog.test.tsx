import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { act, screen, waitFor } from "@testing-library/react";
import { useQuery } from "@tanstack/react-query";
import { expect, onTestFinished, test } from "vitest";
import { identityQuery } from "#web/data/identity.ts";
import { askForIdentity } from "#web/lib/confirm-identity.ts";
import { isSignOutExpected } from "#web/lib/expected-sign-out.ts";
import { removeWithUndo } from "#web/lib/removals.ts";
import { authError, mockAuth } from "#web/testing/mock-auth.ts";
import { renderPiece } from "#web/testing/render-app.tsx";
import { getSession, onSessionChange } from "#web/api/session.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";
import { ConfirmIdentityDialog } from "./confirm-identity-dialog.tsx";

/** Something else on the screen that knows the identity, so that the dialog has it from the start. */
function KnowsIdentity() {
  useQuery(identityQuery);
  return null;
}

const user = { id: memberId, aud: "authenticated", email: "mia@example.com", factors: [] };
function ask(): Promise<boolean> {
  let answer = Promise.resolve(false);
  // Without returning it: `act` would wait for the answer.
  act(() => {
    answer = askForIdentity();
  });
  return answer;
}
const field = () => screen.findByLabelText("Password");

test.each([false, true])(
  "the focus is in the field at each opening, also when the identity is known before: %s",
  async (isKnown) => {
    signIn();
    mockAuth({ "GET /user": () => Response.json(user) });
    const view = renderPiece(
      <>
        {isKnown && <KnowsIdentity />}
        <ConfirmIdentityDialog />
      </>,
    );
    for (const opening of ["first", "second"]) {
      const answer = ask();
      const input = await field();
      await waitFor(() => expect([opening, document.activeElement]).toEqual([opening, input]));
      await view.user.click(screen.getByRole("button", { name: "Cancel" }));
      expect(await answer).toBe(false);
    }
  },
);

test("a question that was left is not asked again on the next screen, and its action is not carried out", async () => {
  signIn();
  mockAuth({ "GET /user": () => Response.json(user) });
  const leave = renderPiece(<ConfirmIdentityDialog />).unmount;
  const answer = ask();
  await field();
  leave();
  expect(await answer).toBe(false);
  // What was under way when the screen was left turns out to need a proof.
  expect(await ask()).toBe(false);
  renderPiece(<ConfirmIdentityDialog />);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the next member of the tab is not asked for the one before", async () => {
  signIn();
  mockAuth({ "GET /user": () => Response.json(user) });
  renderPiece(<ConfirmIdentityDialog />);
  const answer = ask();
  await field();
  act(() => signIn({ id: "0199a000-0000-7000-8000-000000000002", email: "noor@example.com" }));
  expect(await answer).toBe(false);
  expect(screen.queryByLabelText("Password")).toBeNull();
});

test("a question that could not be prepared says so, and is asked on a retry", async () => {
  signIn();
  const answers = [() => authError(400, "unexpected_failure"), () => Response.json(user), () => Response.json(user)];
  mockAuth({ "GET /user": () => (answers.shift() ?? authErrorOfNone)() });
  const view = renderPiece(<ConfirmIdentityDialog />);
  void ask();
  expect((await screen.findByRole("alert")).textContent).toContain("An unexpected error occurred");
  await view.user.click(screen.getByRole("button", { name: "Try again" }));
  await field();
  await view.user.click(screen.getByRole("button", { name: "Cancel" }));
});

test("a wrong password is explained and leaves the question open; the right one answers it in the same session", async () => {
  signIn();
  const answers = [() => authError(400, "invalid_credentials"), () => Response.json({})];
  const sent = mockAuth({
    "GET /user": () => Response.json(user),
    "POST /reauthenticate": () => (answers.shift() ?? authErrorOfNone)(),
  });
  const view = renderPiece(<ConfirmIdentityDialog />);
  const answer = ask();
  await field();
  await view.user.click(screen.getByRole("button", { name: "Continue" }));
  expect(screen.getByRole("alert").textContent).toBe("Enter your password");
  await view.user.type(await field(), "wrong");
  await view.user.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("This isn't your password"));
  await view.user.type(await field(), "right{Enter}");
  expect(await answer).toBe(true);
  expect(screen.queryByLabelText("Password")).toBeNull();
  expect(sent.map(({ name }) => name)).not.toContain("POST /token");
});

test("of several authenticators the member chooses whose code it is", async () => {
  signIn();
  const factors = ["first", "second"].map((id) => ({
    id,
    friendly_name: `The ${id} phone`,
    factor_type: "totp",
    status: "verified",
  }));
  const sent = mockAuth({
    "GET /user": () => Response.json({ ...user, factors }),
    "POST /factors/second/challenge": () => Response.json({ id: "asked" }),
    "POST /factors/second/verify": () => authError(422, "mfa_verification_failed"),
  });
  const view = renderPiece(<ConfirmIdentityDialog />);
  void ask();
  await view.user.click(await screen.findByRole("radio", { name: "The second phone" }));
  await view.user.click(screen.getByLabelText("Code from your authenticator app"));
  await view.user.paste("123 456");
  await view.user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("That code isn't right. Try the newest one."));
  expect(sent).toContainEqual({ name: "POST /factors/second/verify", body: { challenge_id: "asked", code: "123456" } });
  await view.user.click(screen.getByRole("button", { name: "Cancel" }));
});

const authErrorOfNone = () => authError(500, "unexpected_failure");

test.each([
  { identities: [{ provider: "google" }] },
  // The address is confirmed, but none of the passwords that were given for it counts.
  { identities: [{ provider: "email" }], app_metadata: { has_password: false } },
])("a member without a password signs in again and comes back: %o", async (account) => {
  signIn();
  mockAuth({
    "GET /user": () => Response.json({ ...user, ...account }),
    "POST /logout": () => new Response(null, { status: 204 }),
  });
  const statusAtRemoval: string[] = [];
  removeWithUndo("notification", "Notification deleted", () =>
    Promise.resolve(statusAtRemoval.push(getSession().status)),
  );
  const root = createRootRoute();
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: "/auth" }),
    createRoute({ getParentRoute: () => root, path: "/settings" }),
  ]);
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ["/settings"] }) });
  const view = renderPiece(
    <RouterContextProvider router={router as never}>
      <ConfirmIdentityDialog />
    </RouterContextProvider>,
  );
  const answer = ask();
  const wasExpected: boolean[] = [];
  onTestFinished(onSessionChange(() => wasExpected.push(isSignOutExpected())));
  await view.user.click(await screen.findByRole("button", { name: "Sign in again" }));
  expect(await answer).toBe(false);
  expect(getSession().status).toBe("signed-out");
  // What can still be undone is deleted for good before.
  expect(statusAtRemoval).toEqual(["signed-in"]);
  // Nothing says that the session has ended.
  expect([wasExpected, isSignOutExpected()]).toEqual([[true], false]);
  expect(router.state.location).toMatchObject({ pathname: "/auth", search: { next: "/settings" } });
});
