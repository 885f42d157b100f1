import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, aStyle } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

test("each step begins at its top, with the focus on it", async () => {
  signIn();
  mockApi.on("GET /api/me", aMe({ username: "member2925" }));
  mockApi.on("GET /api/styles", { items: [aStyle({ name: "Grunge" })] });
  mockApi.on("GET /api/stylists/suggested", { items: [] });
  const { user } = await renderApp("/onboarding");
  await screen.findByRole("heading", { name: "What should we call you?" });
  const toTop = vi.spyOn(window, "scrollTo");
  for (const [press, heading] of [
    ["Skip", "What do you wear?"],
    ["Skip", "Follow three stylists"],
  ] as const) {
    toTop.mockClear();
    await user.click(screen.getByRole("button", { name: press }));
    await screen.findByRole("heading", { name: heading });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
    expect(toTop).toHaveBeenCalledWith(0, 0);
  }
});

test("no step is shown until it is known which one is the first", async () => {
  signIn();
  const answer = deferred<ReturnType<typeof aMe>>();
  mockApi.on("GET /api/me", () => answer.promise);
  mockApi.on("GET /api/styles", { items: [aStyle({ name: "Grunge" })] });
  await renderApp("/onboarding");
  expect(await screen.findByText("Loading")).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "What do you wear?" })).toBeNull();
  answer.resolve(aMe({ username: "member2925" }));
  expect(await screen.findByRole("heading", { name: "What should we call you?" })).toBeTruthy();
});

test("goes on with the styles if the account fails to load", async () => {
  signIn();
  mockApi.on("GET /api/me", fails("rate.limited"));
  mockApi.on("GET /api/styles", { items: [aStyle({ name: "Grunge" })] });
  await renderApp("/onboarding");
  expect(await screen.findByRole("heading", { name: "What do you wear?" })).toBeTruthy();
});
