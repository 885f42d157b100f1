import {
  createBrowserHistory,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
  type RouterHistory,
} from "@tanstack/react-router";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { Me } from "#contract/profiles.ts";
import { signOutOnPurpose } from "#web/lib/expected-sign-out.ts";
import { areShortcutsOn } from "#web/lib/shortcut-choice.ts";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderPiece } from "#web/testing/render-app.tsx";
import { aMe } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";
import { SettingsScreen } from "./settings-screen.tsx";

const part = (name: string) => within(screen.getByRole("region", { name }));

function open(history: RouterHistory = createMemoryHistory({ initialEntries: ["/settings"] })) {
  const root = createRootRoute();
  const routeTree = root.addChildren(
    ["/settings", "/closet"].map((path) => createRoute({ getParentRoute: () => root, path })),
  );
  const router = createRouter({ routeTree, history });
  const view = renderPiece(
    <RouterContextProvider router={router as never}>
      <SettingsScreen notifications={null} security={null} blocks={null} avatar={() => null} data={null} />
    </RouterContextProvider>,
  );
  return { ...view, router };
}
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save Changes" });
/** Whether the browser would ask before it closes the tab. */
function isClosingAsked(): boolean {
  const closing = new Event("beforeunload", { cancelable: true });
  dispatchEvent(closing);
  return closing.defaultPrevented;
}

beforeEach(() => signIn());

test("the sections are shown while the account loads, and those that need no account work", async () => {
  const answer = deferred<Me>();
  mockApi.on("GET /api/me", () => answer.promise);
  open();
  expect(await screen.findByText("Loading your settings...")).toBeTruthy();
  expect(part("Account").queryByRole("textbox")).toBeNull();
  expect(part("Appearance").getByRole("switch", { name: /Dark mode/ })).toBeTruthy();
  answer.resolve(aMe({ bio: "Trying things on." }));
  await waitFor(() => expect(screen.queryByText("Loading your settings...")).toBeNull());
  expect(part("Account").getByRole<HTMLTextAreaElement>("textbox", { name: "Bio" }).value).toBe("Trying things on.");
});

test("an index leads to the sections", async () => {
  mockApi.on("GET /api/me", aMe());
  open();
  const index = within(screen.getByRole("navigation", { name: "Sections" }));
  const titles = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  expect(index.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(titles);
  for (const link of index.getAllByRole("link")) {
    const target = document.querySelector(link.getAttribute("href") ?? "");
    expect(target).toBe(screen.getByRole("region", { name: link.textContent }));
  }
  await waitFor(() => expect(screen.queryByText("Loading your settings...")).toBeNull());
});

test("settings that failed to load show an error and load on retry", async () => {
  mockApi.on("GET /api/me", fails("rate.limited"));
  const { user } = open();
  expect(await screen.findByRole("heading", { name: "Couldn't load your settings" })).toBeTruthy();
  mockApi.on("GET /api/me", aMe());
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("region", { name: "Account" })).toBeTruthy();
});

test("keyboard shortcuts can be turned off in this browser", async () => {
  mockApi.on("GET /api/me", aMe());
  const { user } = open();
  const keys = part("Appearance").getByRole<HTMLInputElement>("switch", { name: /Keyboard shortcuts/ });
  expect([keys.checked, areShortcutsOn()]).toEqual([true, true]);
  await user.click(keys);
  expect([keys.checked, areShortcutsOn()]).toEqual([false, false]);
  expect(screen.queryByText(/Press \? for the list/)).toBeNull();
  await user.click(keys);
  expect([keys.checked, areShortcutsOn()]).toEqual([true, true]);
  expect(screen.getByText(/Press \? for the list/)).toBeTruthy();
});

test("only what was changed here is saved, so that another device's changes stay", async () => {
  mockApi.on("GET /api/me", aMe({ bio: "Trying things on." }));
  mockApi.on("PATCH /api/me", aMe({ bio: "Trying things on.", location: "Lyon" }));
  const { user } = open();
  await user.type(await screen.findByRole("textbox", { name: "Location" }), "Lyon");
  await user.click(screen.getByRole("button", { name: "Save Changes" }));
  expect(await screen.findByText("Profile updated successfully")).toBeTruthy();
  expect(mockApi.requests("PATCH /api/me").map(({ body }) => body)).toEqual([{ location: "Lyon" }]);
});

test("what is typed while the answer is on its way stays, and can be saved", async () => {
  mockApi.on("GET /api/me", aMe({ bio: "Trying things on." }));
  const answer = deferred<Me>();
  mockApi.on("PATCH /api/me", () => answer.promise);
  const { user } = open();
  const location = await screen.findByRole<HTMLInputElement>("textbox", { name: "Location" });
  const bio = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Bio" });
  await user.type(location, "Lyon");
  await user.click(save());
  await user.type(location, ", France");
  await user.type(bio, " And off.");
  answer.resolve(aMe({ bio: "Trying things on.", location: "Lyon" }));
  expect(await screen.findByText("Profile updated successfully")).toBeTruthy();
  expect([location.value, bio.value]).toEqual(["Lyon, France", "Trying things on. And off."]);
  await waitFor(() => expect(save().disabled).toBe(false));
  await user.click(save());
  await waitFor(() => expect(mockApi.requests("PATCH /api/me")).toHaveLength(2));
  expect(mockApi.requests("PATCH /api/me")[1]?.body).toEqual({
    location: "Lyon, France",
    bio: "Trying things on. And off.",
  });
});

test("leaving with unsaved changes asks first, but not while the member logs out", async () => {
  mockApi.on("GET /api/me", aMe());
  // Only this one hears of the tab's end.
  window.history.replaceState(null, "", "/settings");
  const history = createBrowserHistory();
  onTestFinished(() => history.destroy());
  const { user, router } = open(history);
  await user.type(await screen.findByRole("textbox", { name: "Location" }), "Lyon");
  void act(() => router.navigate({ to: "/closet" }));
  const question = within(await screen.findByRole("dialog", { name: "Leave without saving?" }));
  await user.click(question.getByRole("button", { name: "Cancel" }));
  expect(location.pathname).toBe("/settings");
  expect(isClosingAsked()).toBe(true);
  await signOutOnPurpose(() => Promise.resolve(expect(isClosingAsked()).toBe(false)));
});

test("the private switch changes at once and is rolled back on failure", async () => {
  mockApi.on("GET /api/me", aMe());
  const answer = deferred<ReturnType<typeof fails>>();
  mockApi.on("PATCH /api/me", () => answer.promise);
  const { user } = open();
  const privacy = await screen.findByRole<HTMLInputElement>("switch", { name: /Private Profile/ });
  await user.click(privacy);
  expect(privacy.checked).toBe(true);
  answer.resolve(fails("internal"));
  await waitFor(() => expect(privacy.checked).toBe(false));
  expect(mockApi.requests("PATCH /api/me").map(({ body }) => body)).toEqual([{ isPrivate: true }]);
});
