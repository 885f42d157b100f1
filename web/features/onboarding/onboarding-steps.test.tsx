import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { meKey } from "#web/data/me.ts";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anAuthor, aStyle } from "#web/testing/samples.ts";
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

describe("following stylists", () => {
  const [noor, theo] = ["Noor", "Theo"].map((displayName) => anAuthor({ displayName }));
  const button = (name: RegExp) => screen.getByRole("button", { name });

  async function openStylists() {
    signIn();
    mockApi.on("GET /api/me", aMe());
    mockApi.on("GET /api/styles", { items: [aStyle({ name: "Grunge" })] });
    mockApi.on("GET /api/stylists/suggested", {
      items: [noor, theo].flatMap((stylist) => (stylist ? [{ stylist, looks: [] }] : [])),
    });
    const app = await renderApp("/onboarding");
    await app.user.click(await screen.findByRole("button", { name: "Skip" }));
    await screen.findByRole("button", { name: /^Follow ?Noor/ });
    return app;
  }

  test("says so, and quick taps are sent in order", async () => {
    const answer = deferred<{ state: "following"; followersCount: number }>();
    mockApi.on("PUT /api/follows/:memberId", () => answer.promise);
    mockApi.on("DELETE /api/follows/:memberId", { state: "none", followersCount: 0 });
    const { user } = await openStylists();
    await user.click(button(/^Follow ?Noor/));
    await user.click(button(/^Following ?Noor/));
    expect(mockApi.requests("DELETE /api/follows/:memberId")).toHaveLength(0);
    answer.resolve({ state: "following", followersCount: 1 });
    expect(await screen.findByText("Following!")).toBeTruthy();
    expect(await screen.findByText("Unfollowed")).toBeTruthy();
    expect(button(/^Follow ?Noor/)).toBeTruthy();
  });

  test("counts on one's own profile", async () => {
    mockApi.on("PUT /api/follows/:memberId", { state: "following", followersCount: 1 });
    const { user, queryClient } = await openStylists();
    mockApi.on("GET /api/me", aMe({ followingCount: 1 }));
    await user.click(button(/^Follow ?Noor/));
    await waitFor(() => expect(queryClient.getQueryData(meKey)).toMatchObject({ followingCount: 1 }));
  });

  test("takes the one back that failed, also if another was pressed since", async () => {
    const answer = deferred<ReturnType<typeof fails>>();
    mockApi.on("PUT /api/follows/:memberId", ({ params }) =>
      params.memberId === noor?.id ? answer.promise : { state: "following", followersCount: 1 },
    );
    const { user } = await openStylists();
    await user.click(button(/^Follow ?Noor/));
    await user.click(button(/^Follow ?Theo/));
    answer.resolve(fails("internal"));
    await waitFor(() => expect(button(/^Follow ?Noor/)).toBeTruthy());
    expect(await screen.findByText("Following!")).toBeTruthy();
    expect(button(/^Following ?Theo/)).toBeTruthy();
  });

  test("two quick taps that both fail leave nobody followed", async () => {
    const answer = deferred<ReturnType<typeof fails>>();
    mockApi.on("PUT /api/follows/:memberId", () => answer.promise);
    mockApi.on("DELETE /api/follows/:memberId", fails("internal"));
    const { user } = await openStylists();
    await user.click(button(/^Follow ?Noor/));
    await user.click(button(/^Following ?Noor/));
    answer.resolve(fails("internal"));
    await waitFor(() => expect(mockApi.requests("DELETE /api/follows/:memberId")).toHaveLength(1));
    await waitFor(() => expect(button(/^Follow 2 more/).getAttribute("aria-busy")).not.toBe("true"));
    expect(button(/^Follow ?Noor/)).toBeTruthy();
  });
});
