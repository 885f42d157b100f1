import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { mockApi } from "#web/testing/mock-api.ts";
import { aSession, mockAuth } from "#web/testing/mock-auth.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, aPage } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const buttons = { magiclink: "Sign In", recovery: "Continue", signup: "Confirm", invite: "Accept Invitation" };
const cases = Object.entries(buttons);
const addressOf = (type: string, search = "") =>
  `/change-password${search}#token_hash=service_of-the-mail&type=${type}`;

test.each(cases)(
  "a %s link takes nobody's place who signs in in another tab meanwhile [S-164]",
  async (type, button) => {
    mockApi.on("GET /api/me", aMe());
    mockApi.on("GET /api/styles", aPage([]));
    const sent = mockAuth({ "POST /verify": () => aSession("new") });
    const { user } = await renderApp(addressOf(type));
    const press = await screen.findByRole("button", { name: button });
    if (type === "invite") {
      await user.type(screen.getByLabelText("New password", { selector: "input" }), "paper lantern 12");
      await user.type(screen.getByLabelText("Re-enter new password", { selector: "input" }), "paper lantern 12");
    }
    act(() => {
      fireEvent.click(press);
      signIn({ email: "theo@example.com" });
    });
    expect(await screen.findByRole("heading", { name: "Log out first" })).toBeTruthy();
    expect(sent).toEqual([]);
  },
);

test.each(cases)(
  "a code in the address of a %s link does not hide the member who is signed in [S-164]",
  async (type, button) => {
    mockApi.on("GET /api/me", aMe());
    signIn({ email: "theo@example.com" });
    const sent = mockAuth({});
    history.replaceState(null, "", addressOf(type, "?code=of-nobody"));
    // As the page is opened: until the code is looked at, the session is loading.
    vi.resetModules();
    const [{ startSession }, app] = await Promise.all([
      import("#web/api/session.ts"),
      import("#web/testing/render-app.tsx"),
    ]);
    const { unmount } = await app.renderApp(addressOf(type, "?code=of-nobody"));
    expect(await screen.findByText("Loading")).toBeTruthy();
    expect(screen.queryByRole("button", { name: button })).toBeNull();
    startSession();
    expect(await screen.findByRole("heading", { name: "Log out first" })).toBeTruthy();
    expect(sent).toEqual([]);
    unmount();
    history.replaceState(null, "", "/");
    // The next file has modules of its own, too.
    vi.resetModules();
  },
);
