import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import type { SearchMatches } from "#contract/search.ts";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anAuthor, anOutfitCard, aPage, aStyle } from "#web/testing/samples.ts";
import { signIn, signOut } from "#web/testing/sign-in.ts";

const nothing: SearchMatches = {
  people: [],
  styles: [],
  tags: [],
  brands: [],
  articles: [],
  events: [],
  correction: null,
};
const linen = anOutfitCard({ altText: "Linen suit" });
const retro = aStyle({ name: "Retro", activeOutfitCount: 9 });

beforeEach(() => {
  mockApi.on("GET /api/styles", { items: [retro, aStyle({ name: "Empty", activeOutfitCount: 0 })] });
  mockApi.on("GET /api/outfits", aPage([linen]));
  mockApi.on("GET /api/search", nothing);
});

const searches = () => mockApi.requests("GET /api/outfits").map(({ url }) => url.search);
const spoken = () => document.querySelector("[aria-live=polite].sr-only")?.textContent?.trim();

describe("the matches of a search", () => {
  test("people, styles, tags and brands are above the outfits, each linked to its page", async () => {
    const style = { id: retro.id, name: "Retro" };
    const people = [anAuthor({ username: "linen.lee" })];
    mockApi.on("GET /api/search", { ...nothing, people, styles: [style], tags: ["Linen 7/8"], brands: ["Linen & Co"] });
    await renderApp("/explore?q=linen");
    const person = within(await screen.findByRole("region", { name: "People" }));
    expect(person.getByRole("link", { name: "linen.lee" }).getAttribute("href")).toBe("/profile/linen.lee");
    const terms = within(screen.getByRole("region", { name: "Styles, tags and brands" }));
    const links = terms.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
    expect(links).toEqual([
      ["Retro style", `/explore?style=${retro.id}`],
      ["#Linen 7/8", "/tag/Linen%207%2F8"],
      ["Linen & Co brand", "/brand/Linen%20%26%20Co"],
    ]);
    await waitFor(() => expect(spoken()).toBe("1 outfit for linen, 1 person, 1 style, 1 tag, 1 brand"));
  });

  test.each([
    [{ in: "tag", text: "linen" }, /Linen suit.*, matched by tag: ?#linen/],
    [{ in: "item", text: "Acme Linen shirt" }, /Linen suit.*, matched by item: ?wears ?Acme Linen shirt/],
    [{ in: "style", text: "Retro" }, /Linen suit.*, matched by style: ?Retro/],
  ] as const)("an outfit shows the part that matched: %o", async (match, name) => {
    mockApi.on("GET /api/outfits", aPage([{ ...linen, match }]));
    await renderApp("/explore?q=linen");
    expect(await screen.findByRole("link", { name })).toBeTruthy();
  });

  test.each(["GET /api/outfits", "GET /api/search"] as const)(
    "change together with the outfits, also while %s takes longer",
    async (slow) => {
      const wool = anOutfitCard({ altText: "Wool coat" });
      const { router } = await renderApp("/explore?q=linen");
      await screen.findByRole("link", { name: /Linen suit/ });
      let answer = () => undefined as void;
      const held = new Promise<void>((resolve) => (answer = resolve));
      const replyTo = async (name: typeof slow, reply: object) => {
        if (name === slow) await held;
        return reply as never;
      };
      mockApi.on("GET /api/outfits", () => replyTo("GET /api/outfits", aPage([wool])));
      mockApi.on("GET /api/search", () => replyTo("GET /api/search", { ...nothing, tags: ["Wool"] }));
      void router.navigate({ to: "/explore", search: { q: "wool" } });
      await screen.findByText("Loading outfits...");
      await waitFor(() => expect(mockApi.counts().answering).toBe(1));
      expect(screen.queryByRole("link", { name: "#Wool" })).toBeNull();
      expect(screen.queryByRole("link", { name: /Wool coat/ })).toBeNull();
      answer();
      await screen.findByRole("link", { name: /Wool coat/ });
      screen.getByRole("link", { name: "#Wool" });
    },
  );

  test("without a search nothing is requested", async () => {
    await renderApp("/explore");
    await screen.findByRole("list", { name: "Outfits" });
    expect(mockApi.requests("GET /api/search")).toEqual([]);
  });

  test("a failure of it leaves the outfits as they are", async () => {
    mockApi.on("GET /api/search", fails("rate.limited"));
    await renderApp("/explore?q=linen");
    expect(await screen.findByRole("link", { name: /Linen suit/ })).toBeTruthy();
    expect(screen.queryByRole("region", { name: "People" })).toBeNull();
  });
});

describe("a typing error", () => {
  beforeEach(() => {
    mockApi.on("GET /api/outfits", ({ query }) => aPage(query["search"] === "linnen" ? [] : [linen]));
    mockApi.on("GET /api/search", { ...nothing, correction: "linen" });
  });

  test("shows the corrected search, says so, and can be adopted", async () => {
    const { user, router } = await renderApp("/explore?q=linnen");
    expect(await screen.findByText(/No results for “linnen”. Showing results for/)).toBeTruthy();
    expect(await screen.findByRole("link", { name: /Linen suit/ })).toBeTruthy();
    await waitFor(() => expect(spoken()).toBe("1 outfit for linen"));
    mockApi.on("GET /api/search", nothing);
    await user.click(screen.getByRole("link", { name: "linen" }));
    expect(router.state.location.search).toEqual({ q: "linen" });
    await waitFor(() => expect(screen.queryByText(/No results for/)).toBeNull());
    await waitFor(() => expect((screen.getByRole("searchbox") as HTMLInputElement).value).toBe("linen"));
  });

  test.each([
    ["half a minute", 31_000],
    ["six minutes, on a slow line", 360_000],
  ])("is corrected to a fresh first page on a visit after %s", async (_when, laterMs) => {
    const { router } = await renderApp("/explore?q=linnen");
    await screen.findByRole("link", { name: /Linen suit/ });
    await act(() => router.navigate({ to: "/explore" }));
    const now = Date.now();
    const clock = vi.spyOn(Date, "now").mockImplementation(() => now + laterMs);
    onTestFinished(() => clock.mockRestore());
    const { promise: answered, resolve: answer } = deferred<void>();
    mockApi.on("GET /api/search", () => answered.then(() => ({ ...nothing, correction: "linen" })));
    const before = searches().length;
    await act(() => router.navigate({ to: "/explore", search: { q: "linnen" } }));
    await waitFor(() => expect(searches().slice(before)).toContain("?search=linen"));
    answer();
  });

  test("is corrected to as many pages as were there before a reload", async () => {
    mockApi.on("GET /api/outfits", ({ query }) => {
      if (query["search"] !== "linen") return aPage([]);
      return query["cursor"] === "two" ? aPage([anOutfitCard({ altText: "Second" })]) : aPage([linen], "two");
    });
    const { user, router, queryClient } = await renderApp("/explore?q=linnen");
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    await screen.findByRole("link", { name: /Second/ });
    await act(() => router.navigate({ to: "/styles" }));
    queryClient.clear();
    router.history.back();
    expect(await screen.findByRole("link", { name: /Linen suit/ })).toBeTruthy();
    expect(screen.getByRole("link", { name: /Second/ })).toBeTruthy();
  });

  test("without any similar term says 'No outfits found' and offers styles", async () => {
    mockApi.on("GET /api/search", nothing);
    await renderApp("/explore?q=linnen");
    expect(await screen.findByRole("heading", { name: "No outfits found" })).toBeTruthy();
    const styles = within(await screen.findByRole("region", { name: "Browse styles" }));
    expect(styles.getAllByRole("link").map((link) => link.textContent)).toEqual(["Retro"]);
    await waitFor(() => expect(spoken()).toBe("No outfits for linnen"));
  });
});

describe("the Following switch", () => {
  const theSwitch = () => screen.findByRole("switch", { name: "Following" });

  test("is for members: it narrows the feed, is in the URL and combines with a search", async () => {
    signIn();
    mockApi.on("GET /api/me", aMe());
    const { user, router } = await renderApp("/explore?q=linen");
    expect((await theSwitch()).getAttribute("aria-checked")).toBe("false");
    await user.click(await theSwitch());
    await waitFor(() => expect(router.state.location.search).toEqual({ q: "linen", from: "following" }));
    expect((await theSwitch()).getAttribute("aria-checked")).toBe("true");
    await waitFor(() => expect(searches()).toEqual(["?search=linen", "?search=linen&from=following"]));
    expect(mockApi.requests("GET /api/search").map(({ url }) => url.search)).toEqual(searches());
    await user.click(await theSwitch());
    expect(router.state.location.search).toEqual({ q: "linen" });
  });

  test("without any posts explains the feed and links back to everyone", async () => {
    signIn();
    mockApi.on("GET /api/me", aMe());
    mockApi.on("GET /api/outfits", ({ query }) => aPage(query["from"] === "following" ? [] : [linen]));
    const { user } = await renderApp("/explore?from=following");
    expect(await screen.findByText(/Follow people whose looks you like/)).toBeTruthy();
    await user.click(screen.getByRole("link", { name: "Explore Everyone" }));
    expect(await screen.findByRole("link", { name: /Linen suit/ })).toBeTruthy();
  });

  test("is not there for a visitor, whom a member's address shows everyone", async () => {
    signOut();
    await renderApp("/explore?from=following");
    expect(await screen.findByRole("link", { name: /Linen suit/ })).toBeTruthy();
    expect(screen.queryByRole("switch")).toBeNull();
    expect(searches()).toEqual([""]);
  });
});

describe("the tab's title and the way to share", () => {
  const shareButton = () => screen.findByRole("button", { name: "Share" });

  test("a style's feed has its name and can be shared", async () => {
    await renderApp(`/explore?style=${retro.id}`);
    await waitFor(() => expect(document.title).toBe("Retro outfits · Fash"));
    expect(await shareButton()).toBeTruthy();
  });

  test("a search names what is searched for, in which style", async () => {
    await renderApp(`/explore?q=linen&style=${retro.id}`);
    await waitFor(() => expect(document.title).toBe("“linen”, Retro outfits · Fash"));
  });

  test("the feed of everything is Explore, and its address says nothing to share", async () => {
    await renderApp("/explore");
    await screen.findByRole("link", { name: /Linen suit/ });
    expect(document.title).toBe("Explore outfits · Fash");
    expect(screen.queryByRole("button", { name: "Share" })).toBeNull();
  });
});

describe("a tag's and a brand's own feed", () => {
  test("a tag's shows its outfits and the tags that go with it", async () => {
    const cards = [
      anOutfitCard({ tags: ["linen", "Summer"] }),
      anOutfitCard({ tags: ["Linen", "rope", "summer"] }),
      anOutfitCard({ tags: ["LINEN"] }),
    ];
    mockApi.on("GET /api/outfits", aPage(cards));
    await renderApp("/tag/linen");
    expect(await screen.findByRole("heading", { level: 1, name: "#linen" })).toBeTruthy();
    const related = within(await screen.findByRole("navigation", { name: "Related tags" }));
    expect(related.getAllByRole("link").map((link) => link.textContent)).toEqual(["#Summer", "#rope"]);
    expect(searches()).toEqual(["?tag=linen"]);
    expect(document.title).toBe("#linen outfits · Fash");
  });

  test("a brand's name may hold any sign", async () => {
    await renderApp("/brand/A.P.C.%2F%26%20co");
    expect(await screen.findByRole("heading", { level: 1, name: "A.P.C./& co" })).toBeTruthy();
    await waitFor(() =>
      expect(searches()).toEqual([`?brand=${encodeURIComponent("A.P.C./& co").replace("%20", "+")}`]),
    );
  });

  test("an empty one links to Explore", async () => {
    mockApi.on("GET /api/outfits", aPage([]));
    await renderApp("/tag/nothing");
    expect(await screen.findByRole("heading", { name: "No outfits found" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Explore Outfits" }).getAttribute("href")).toBe("/explore");
  });
});

describe("the place in a feed", () => {
  const pages = {
    "": aPage([anOutfitCard({ altText: "First" })], "two"),
    two: aPage([anOutfitCard({ altText: "Second" })]),
  };

  test("coming back shows the same pages without asking again, and the styles as they were", async () => {
    mockApi.on("GET /api/outfits", ({ query }) => pages[query["cursor"] === "two" ? "two" : ""]);
    mockApi.on("GET /api/outfits/:outfitId", fails("outfit.not_found"));
    mockApi.on("GET /api/outfits/:outfitId/comments", fails("outfit.not_found"));
    mockApi.on("GET /api/outfits/:outfitId/similar", fails("outfit.not_found"));
    const { user, router } = await renderApp("/explore");
    await user.click(await screen.findByRole("button", { name: "Filter outfits" }));
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    await user.click(await screen.findByRole("link", { name: /Second/ }));
    await screen.findByRole("heading", { name: "This outfit isn't available" });
    router.history.back();
    expect(await screen.findByRole("link", { name: /Second/ })).toBeTruthy();
    expect(screen.getByRole("group", { name: "Style" })).toBeTruthy();
    expect(searches()).toEqual(["", "?cursor=two"]);
  });

  test("a reload reads as many pages as were there", async () => {
    mockApi.on("GET /api/outfits", ({ query }) => pages[query["cursor"] === "two" ? "two" : ""]);
    const first = await renderApp("/explore");
    await first.user.click(await screen.findByRole("button", { name: "Show more" }));
    await screen.findByRole("link", { name: /Second/ });
    const { __TSR_key: entry } = first.router.latestLocation.state;
    await waitFor(() => expect(sessionStorage.getItem(`fash.feed.${entry}`)).toBe("2"));
  });
});

test("words that wait to be searched for are dropped where the address changes first", async () => {
  const { user, router } = await renderApp("/explore?q=linen");
  const box = (await screen.findByRole("searchbox")) as HTMLInputElement;
  await user.type(box, " suit");
  await act(() => router.navigate({ to: "/explore", search: { q: "wool" } }));
  await waitFor(() => expect(box.value).toBe("wool"));
  await act(() => new Promise((resolve) => setTimeout(resolve, limits.searchDebounceMs + 100)));
  expect([box.value, router.state.location.search]).toEqual(["wool", { q: "wool" }]);
});

test("the filters sort by what is popular this week, in the address, and return to the newest", async () => {
  const { user, router } = await renderApp("/explore");
  await user.click(await screen.findByRole("button", { name: "Filter outfits" }));
  const sort = within(await screen.findByRole("group", { name: "Sort" }));
  expect(sort.getByRole("button", { name: "Newest" }).getAttribute("aria-pressed")).toBe("true");
  await user.click(sort.getByRole("button", { name: "Popular this week" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: "popular" }));
  await waitFor(() => expect(searches().at(-1)).toBe("?sort=popular"));
  await user.click(sort.getByRole("button", { name: "Newest" }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test("a week without posts leads to the newest outfits, with the other filters", async () => {
  mockApi.on("GET /api/outfits", aPage([]));
  const { user, router } = await renderApp("/explore?sort=popular&from=following");
  expect(await screen.findByText("Nothing was posted in the last seven days.")).toBeTruthy();
  await user.click(screen.getByRole("link", { name: "Show Newest" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ from: "following" }));
});
