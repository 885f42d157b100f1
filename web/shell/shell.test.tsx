import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, onTestFinished, test } from "vitest";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";
import { areToastsOnTop, isBottomNavShown, isEntryActive, isTopBarShown, navEntries } from "./nav-rules.ts";

const nav = () => within(screen.getByRole("navigation", { name: "Main" }));
const profile = navEntries.find(({ label }) => label === "Profile") ?? expect.fail("no Profile entry");

describe("bottom navigation", () => {
  test("a visitor does not see Messages, Add and Profile", async () => {
    await renderApp("/nowhere");
    expect(
      nav()
        .getAllByRole("link")
        .map((link) => link.textContent),
    ).toEqual(["Home", "Explore", "Styles", "Swipe"]);
  });

  test("a member sees all seven, and unread messages are counted", async () => {
    signIn();
    mockApi.on("GET /api/me", aMe({ unreadMessagesCount: 12 }));
    await renderApp("/nowhere");
    expect(nav().getAllByRole("link")).toHaveLength(7);
    expect((await nav().findByRole("link", { name: /12 unread messages/ })).textContent).toContain("9+");
  });

  test("one unread message is one, not several", async () => {
    signIn();
    mockApi.on("GET /api/me", aMe({ unreadMessagesCount: 1 }));
    await renderApp("/nowhere");
    expect(await nav().findByRole("link", { name: /1 unread message(?!s)/ })).toBeTruthy();
  });

  test("a pressed entry looks active before its screen is there, and is current only then", async () => {
    signIn();
    mockApi.on("GET /api/me", aMe());
    mockApi.on("GET /api/styles", { items: [] });
    await renderApp("/nowhere");
    const styles = nav().getByRole("link", { name: "Styles" });
    expect(styles.querySelector(".font-semibold")).toBeNull();
    // Not `user.click`, which waits: on a busy machine until the screen is there.
    fireEvent.click(styles);
    expect(styles.querySelector(".font-semibold")?.textContent).toBe("Styles");
    expect(styles.getAttribute("aria-current")).toBeNull();
    await waitFor(() => expect(styles.getAttribute("aria-current")).toBe("page"));
  });

  test.each(["/auth", "/auth-mobile", "/outfit/1", "/admin", "/admin/users", "/splash", "/onboarding"])(
    "it is hidden on %s",
    (path) => {
      expect(isBottomNavShown(path)).toBe(false);
    },
  );

  test.each(["/", "/explore", "/edit-outfit/1", "/me", "/styles", "/profile/authentic", "/tag/admin", "/brand/auth"])(
    "it shows on %s",
    (path) => {
      expect(isBottomNavShown(path)).toBe(true);
    },
  );

  test("toasts are on top where the main buttons are at the bottom", () => {
    expect(["/swipes", "/messages", "/onboarding", "/explore", "/"].map(areToastsOnTop)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test("Profile is active on /me and every profile", () => {
    expect(["/me", "/profile/mia", "/messages"].map((path) => isEntryActive(profile, path))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("top bar", () => {
  test("a visitor is offered Sign In, which returns to the same page", async () => {
    await renderApp("/nowhere?a=1");
    expect(screen.getByRole("link", { name: "Sign In" }).getAttribute("href")).toBe("/auth?next=%2Fnowhere%3Fa%3D1");
  });

  test("tokens that a link has left in the address stay out of the way back [S-164]", async () => {
    await renderApp("/nowhere?a=1#access_token=secret&type=magiclink");
    expect(screen.getByRole("link", { name: "Sign In" }).getAttribute("href")).toBe("/auth?next=%2Fnowhere%3Fa%3D1");
    const { router } = await renderApp("/closet#access_token=secret&type=magiclink");
    expect(router.state.location.href).toBe("/auth?next=%2Fcloset");
  });

  test("a member's bell says how many notifications are unread, 9+ above nine", async () => {
    signIn();
    mockApi.on("GET /api/me", aMe({ unreadNotificationsCount: 10 }));
    await renderApp("/nowhere");
    expect((await screen.findByRole("link", { name: "Notifications, 9+ unread" })).textContent).toContain("9+");
    expect(screen.queryByRole("link", { name: "Sign In" })).toBeNull();
  });

  test("a visitor switches between light and dark, and the choice is kept", async () => {
    onTestFinished(() => void delete document.documentElement.dataset["theme"]);
    const { user } = await renderApp("/nowhere");
    const button = screen.getByRole("button", { name: "Switch between light and dark" });
    for (const theme of ["dark", "light"]) {
      await user.click(button);
      expect([document.documentElement.dataset["theme"], localStorage.getItem("fash.theme")]).toEqual([theme, theme]);
    }
  });

  test.each(["/me", "/profile", "/profile/mia", "/outfit/1", "/edit-outfit/1", "/splash", "/onboarding"])(
    "it is hidden on %s",
    (path) => {
      expect(isTopBarShown(path)).toBe(false);
    },
  );

  test.each(["/", "/explore", "/messages", "/profiles-of-note"])("it shows on %s", (path) => {
    expect(isTopBarShown(path)).toBe(true);
  });
});

test("an unknown URL says 'Oops! Page not found' and links home", async () => {
  await renderApp("/nowhere");
  expect(screen.getByRole("heading", { name: "Oops! Page not found" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Return to Home" }).getAttribute("href")).toBe("/");
});
