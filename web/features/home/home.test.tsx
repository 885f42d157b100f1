import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anEvent, anOutfitCard, aStyle } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const hrefsOf = (region: Pick<typeof screen, "getAllByRole">) =>
  region.getAllByRole("link").map((link) => link.getAttribute("href"));

beforeEach(() => {
  mockApi.on("GET /api/articles/lead", { items: [], isFeatured: false });
  mockApi.on("GET /api/events/lead", { event: null });
});

describe("a visitor's home", () => {
  test("offers to start and to explore, and shows the sample figures", async () => {
    await renderApp("/");
    const welcome = within(screen.getByRole("region", { name: "Welcome" }));
    expect(welcome.getByRole("link", { name: "Get Started" }).getAttribute("href")).toBe("/auth?tab=sign-up");
    expect(welcome.getByRole("link", { name: "Explore Outfits" }).getAttribute("href")).toBe("/explore");
    const figures = within(await screen.findByRole("region", { name: "Fash in figures" }));
    expect(figures.getAllByRole("definition").map((figure) => figure.textContent)).toEqual([
      "10K+",
      "5K+",
      "50+",
      "100+",
    ]);
    expect(figures.getAllByRole("term").map((term) => term.textContent)).toEqual([
      "Outfits",
      "Users",
      "Styles",
      "Events",
    ]);
  });

  test("explains it in three steps and leads on to events, articles, rewards and styles", async () => {
    await renderApp("/");
    const steps = within(await screen.findByRole("region", { name: "How it works" }));
    expect(steps.getAllByRole("listitem")).toHaveLength(3);
    expect(hrefsOf(within(screen.getByRole("region", { name: "Explore more" })))).toEqual([
      "/events",
      "/articles",
      "/rewards",
      "/styles",
    ]);
  });

  test("its pictures are real outfits, and the trending samples lead into the feed, most liked first", async () => {
    const outfits = [3, 9, 1, 5, 7].map((likesCount) => anOutfitCard({ title: `Liked ${likesCount}`, likesCount }));
    mockApi.on("GET /api/covers", { items: outfits });
    await renderApp("/");
    expect(within(await screen.findByRole("list", { name: "Worn by members" })).getAllByRole("link")).toHaveLength(5);
    const trending = within(await screen.findByRole("region", { name: "Trending now" }));
    const samples = within(trending.getByRole("list"));
    expect(samples.getAllByRole("listitem").map((item) => /Liked \d/.exec(item.textContent)?.[0])).toEqual([
      "Liked 9",
      "Liked 7",
      "Liked 5",
      "Liked 3",
    ]);
    expect(hrefsOf(samples).every((href) => href?.startsWith("/explore"))).toBe(true);
  });

  test("shows the trending samples that there are, and the way to the feed without any", async () => {
    const answer = deferred<{ items: ReturnType<typeof anOutfitCard>[] }>();
    mockApi.on("GET /api/covers", () => answer.promise);
    await renderApp("/");
    const trending = within(await screen.findByRole("region", { name: "Trending now" }));
    const browse = () => trending.getByRole("link", { name: "Browse Outfits" }).getAttribute("href");
    expect(browse()).toBe("/explore");
    // Their room is kept, so that nothing below them moves.
    expect(trending.getByRole("list").getAttribute("aria-busy")).toBe("true");
    answer.resolve({ items: [anOutfitCard({ title: "The only one" })] });
    expect(await trending.findByRole("link", { name: /The only one/ })).toBeTruthy();
    expect(trending.getAllByRole("listitem")).toHaveLength(1);
    expect(browse()).toBe("/explore");
  });

  test("works without pictures if the covers fail, and the animation can be paused", async () => {
    mockApi.on("GET /api/covers", fails("internal"));
    const { user } = await renderApp("/");
    await user.click(screen.getByRole("button", { name: "Pause animation" }));
    expect(screen.getByRole("button", { name: "Play animation" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Explore Outfits" })).toBeTruthy();
    const trending = within(await screen.findByRole("region", { name: "Trending now" }));
    expect(trending.getByRole("link", { name: "Browse Outfits" }).getAttribute("href")).toBe("/explore");
    await waitFor(() => expect(trending.queryByRole("list")).toBeNull());
  });
});

describe("a member's home", () => {
  const arrive = () => {
    signIn();
    mockApi.on("GET /api/me", aMe({ username: "mia" }));
  };

  test("welcomes by name, with six shortcuts and what is trending", async () => {
    arrive();
    const card = anOutfitCard();
    mockApi.on("GET /api/trending", { items: [card] });
    await renderApp("/");
    expect(await screen.findByRole("heading", { name: /Welcome Back, mia/ }, { timeout: 10_000 })).toBeTruthy();
    expect(hrefsOf(within(screen.getByRole("navigation", { name: "Shortcuts" })))).toEqual([
      "/swipes",
      "/styles",
      "/closet",
      "/events",
      "/articles",
      "/rewards",
    ]);
    const trending = within(screen.getByRole("region", { name: "Trending This Week" }));
    expect(trending.getByRole("link", { name: "View All" }).getAttribute("href")).toBe("/explore");
    expect((await trending.findByRole("link", { name: new RegExp(card.altText) })).getAttribute("href")).toBe(
      `/outfit/${card.id}`,
    );
  });

  test("the shortcuts of events and articles say what they lead to", async () => {
    arrive();
    mockApi.on("GET /api/trending", { items: [] });
    const event = anEvent({ title: "Denim repair night" });
    mockApi.on("GET /api/events/lead", { event: { ...event, attendance: null, startsLocal: "2031-05-10T19:00" } });
    await renderApp("/");
    const shortcuts = within(await screen.findByRole("navigation", { name: "Shortcuts" }));
    expect(await shortcuts.findByText("Sat 10 May: Denim repair night")).toBeTruthy();
    expect(shortcuts.getByRole("link", { name: /^Events/ }).textContent).toContain("Denim repair night");
    expect(shortcuts.getByRole("link", { name: /^Articles/ }).textContent).toBe("Articles Longer reads");
  });

  test("a saved event of an older release, which has no local time, is shown by its title", async () => {
    arrive();
    mockApi.on("GET /api/trending", { items: [] });
    const { startsLocal: _, ...event } = anEvent({ title: "Denim repair night" });
    mockApi.on("GET /api/events/lead", () => Response.json({ event: { ...event, attendance: null } }));
    await renderApp("/");
    const shortcuts = within(await screen.findByRole("navigation", { name: "Shortcuts" }));
    expect(await shortcuts.findByText("Denim repair night")).toBeTruthy();
  });

  test("explains how to get picks if there are none", async () => {
    arrive();
    mockApi.on("GET /api/trending", { items: [] });
    await renderApp("/");
    const message = "Start liking and posting outfits to see personalized trending picks!";
    expect(await screen.findByRole("heading", { name: message })).toBeTruthy();
  });

  test("says 'Failed to load trending outfits' and tries again", async () => {
    arrive();
    mockApi.on("GET /api/trending", fails("internal"));
    const { user } = await renderApp("/");
    expect(await screen.findByRole("heading", { name: "Failed to load trending outfits" })).toBeTruthy();
    mockApi.on("GET /api/trending", { items: [anOutfitCard({ altText: "Back again" })] });
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("link", { name: /Back again/ })).toBeTruthy();
  });
});

describe("the styles screen", () => {
  test("shows each style with its count and leads to the feed in that style", async () => {
    const style = aStyle({ name: "Retro", activeOutfitCount: 1 });
    mockApi.on("GET /api/styles", { items: [style] });
    await renderApp("/styles");
    expect(screen.getByRole("heading", { name: "Clothes Categories" })).toBeTruthy();
    const link = await screen.findByRole("link", { name: "Retro 1 outfit" });
    expect(link.getAttribute("href")).toBe(`/explore?style=${style.id}`);
  });

  test("says when there are none, and when they could not be loaded", async () => {
    mockApi.on("GET /api/styles", { items: [] });
    const { unmount } = await renderApp("/styles");
    expect(await screen.findByRole("heading", { name: "No styles available yet" })).toBeTruthy();
    unmount();
    mockApi.on("GET /api/styles", fails("internal"));
    await renderApp("/styles");
    expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
  });
});
