import { act, screen, within } from "@testing-library/react";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { LedgerPage, PointsEntry, PointsSummary } from "#contract/points.ts";
import { startDailyLogin } from "#web/data/daily-login.ts";
import { pointsKeys, showAwards } from "#web/data/points-cache.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp, renderPiece } from "#web/testing/render-app.tsx";
import { aMe, anId } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const rule = (
  action: PointsSummary["rules"][number]["action"],
  given: Partial<PointsSummary["rules"][number]> = {},
) => ({
  action,
  chancePercent: 20,
  pointsMin: 1,
  pointsMax: 3,
  perDayMax: 10,
  cooldownSeconds: 30,
  remainingToday: 7,
  availableAt: null,
  ...given,
});
const summary: PointsSummary = {
  balance: 1_240,
  heldPoints: 1_000,
  owedPoints: 0,
  month: { startsAt: "2026-11-01T00:00:00.000Z", earnedPoints: 340 },
  activity: {
    tier: "MEDIUM",
    score: 37,
    savedScore: 41.2,
    savedAt: "2026-11-20T10:00:00.000Z",
    wholeDays: 1,
    lossPercentPerDay: 10,
    gainPerOutfit: 2,
    scoreMax: 100,
    outfitsCount: 12,
  },
  streak: { currentDays: 4, bestDays: 9, isTodayCounted: true, visitBefore: "2026-11-24T00:00:00.000Z" },
  day: { timeZone: "UTC", startedAt: "2026-11-22T00:00:00.000Z", endsAt: "2026-11-23T00:00:00.000Z" },
  rules: [rule("LIKE"), rule("POST_OUTFIT", { chancePercent: 100, pointsMin: 50, pointsMax: 50, remainingToday: 0 })],
  bonusRules: [
    { tier: "MEDIUM", scoreMin: 30, chancePercent: 40, variationPercent: 15, pointsMin: 2, pointsMax: 9 },
    { tier: "LOW", scoreMin: 0, chancePercent: 15, variationPercent: 15, pointsMin: 0, pointsMax: 3 },
  ],
  perPairPerDayMax: 5,
};
const entry = (given: Partial<PointsEntry>): PointsEntry => ({
  id: anId(),
  kind: "LIKE",
  points: 2,
  title: null,
  outfitId: null,
  eventId: null,
  redemption: null,
  createdAt: "2026-11-21T10:00:00.000Z",
  ...given,
});
const page = (items: PointsEntry[], nextCursor: string | null = null): LedgerPage => ({
  items,
  nextCursor,
  months: [...new Set(items.map(({ createdAt }) => createdAt.slice(0, 7)))].map((month) => ({
    month,
    earnedPoints: 60,
    spentPoints: 10,
  })),
  timeZone: "UTC",
});

beforeEach(() => {
  localStorage.clear();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/me/points", summary);
  mockApi.on("GET /api/me/points/weeks", { timeZone: "UTC", weeks: [] });
  mockApi.on("GET /api/me/points/ledger", page([]));
});

async function openPoints(address = "/points") {
  signIn();
  return renderApp(address);
}

describe("/points", () => {
  test("shows the balance, what is held, the tier with its numbers, the streak and the rules", async () => {
    await openPoints();
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toContain("1,240");
    expect(screen.getByText("1,000 more are held for rewards that await approval.")).toBeTruthy();
    expect(screen.getByRole("region", { name: "Activity" }).textContent).toMatch(
      /37 \/ 100.*MEDIUM.*41\.2 × 0\.91 ≈ 37\./,
    );
    expect(screen.getByRole("region", { name: "Streak" }).textContent).toMatch(/4 days.*Your best is 9 days/);
    const rules = screen.getAllByRole("listitem", { hidden: true }).map((item) => item.textContent);
    expect(rules).toContain("Like an outfit20 % chance · 10 a day · 30 s between two+1 to 37 left today");
    expect(rules.find((text) => text?.startsWith("Post an outfit"))).toMatch(/\+50done for today$/);
  });

  test.each([
    [0, /You haven't posted an outfit yet, so your score is 0\.$/],
    [2, /Your score is 0 until your next one\.$/],
  ])("of a member without a score and with %i outfits it says why", async (outfitsCount, expected) => {
    const activity = {
      ...summary.activity,
      tier: "LOW" as const,
      score: 0,
      savedScore: 0,
      savedAt: null,
      wholeDays: 0,
      outfitsCount,
    };
    mockApi.on("GET /api/me/points", { ...summary, activity });
    await openPoints();
    const region = within(await screen.findByRole("region", { name: "Activity" }));
    expect(region.getByText(/^Each outfit you post/).textContent).toMatch(expected);
  });

  test("is saved for spreadsheets too, under the date of the member's own calendar", async () => {
    vi.stubEnv("TZ", "Pacific/Auckland");
    const createObjectURL = vi.fn<(file: Blob) => string>(() => "blob:points");
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }));
    vi.useFakeTimers({ now: new Date("2026-11-21T20:00:00Z"), toFake: ["Date"] });
    const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    try {
      const csv = new TextEncoder().encode("\uFEFFdate,title\nà,b\n");
      mockApi.on("GET /api/me/points/ledger.csv", () => new Response(csv, { headers: { "content-type": "text/csv" } }));
      const { user } = await openPoints();
      await user.click(await screen.findByRole("button", { name: "Download CSV" }));
      await vi.waitFor(() => expect(saved.mock.contexts).toMatchObject([{ download: "fash-points-2026-11-22.csv" }]));
      const file = new Uint8Array((await createObjectURL.mock.calls[0]?.[0].arrayBuffer()) ?? []);
      expect([...file]).toEqual([...csv]);
    } finally {
      vi.useRealTimers();
      vi.unstubAllEnvs();
      saved.mockRestore();
    }
  });

  test("lists rows by month with their sums, linked while they can be opened; a returned cost is struck", async () => {
    const outfitId = anId();
    mockApi.on(
      "GET /api/me/points/ledger",
      page([
        entry({ kind: "POST_OUTFIT", points: 50, title: "A coat", outfitId }),
        entry({ kind: "REVERSAL", points: -50, title: "Gone coat" }),
        entry({ kind: "CORRECTION", points: 1_200, title: "Points of the summer contest" }),
        entry({ kind: "REDEMPTION", points: 0, title: "$10 card", redemption: { cost: 1_000, status: "rejected" } }),
        entry({ kind: "DAILY_LOGIN", points: 9, createdAt: "2026-10-30T10:00:00.000Z" }),
      ]),
    );
    await openPoints();
    const november = within(await screen.findByRole("region", { name: /November 2026/ }));
    expect(november.getByRole("link", { name: "A coat" }).getAttribute("href")).toBe(`/outfit/${outfitId}`);
    expect(november.queryByRole("link", { name: "Gone coat" })).toBeNull();
    expect(november.getByText("Gone coat")).toBeTruthy();
    expect(november.getByText("1,000 points, returned")).toBeTruthy();
    expect(november.getByText("declined ·")).toBeTruthy();
    expect(november.getByText("Points of the summer contest")).toBeTruthy();
    expect(november.getByText("Corrected by our team ·")).toBeTruthy();
    expect(november.getByText("−50")).toBeTruthy();
    expect(within(screen.getByRole("region", { name: /October 2026/ })).getAllByRole("listitem")).toHaveLength(1);
  });

  test("says how much of what was deleted is already spent", async () => {
    signIn();
    mockApi.on("GET /api/me/points", { ...summary, owedPoints: 1 });
    await renderApp("/points");
    const words =
      "You already spent 1 point of posts and comments that were deleted. What you earn next makes up for it.";
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test("filters by one kind, also from the URL, and shows when there is nothing", async () => {
    const { user, router } = await openPoints("/points?kind=COMMENT");
    expect(await screen.findByText("Nothing of this kind yet")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Comments", pressed: true })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "All" }));
    expect(await screen.findByText("No points yet")).toBeTruthy();
    expect(router.state.location.search).toEqual({});
    const kinds = mockApi.requests("GET /api/me/points/ledger").map(({ url }) => url.searchParams.get("kind"));
    expect(kinds).toEqual(expect.arrayContaining(["COMMENT", null]));
  });

  test("ignores a kind in the URL that does not exist", async () => {
    await openPoints("/points?kind=LUCK");
    expect(await screen.findByText("No points yet")).toBeTruthy();
    expect(screen.getByRole("button", { name: "All", pressed: true })).toBeTruthy();
    const kinds = mockApi.requests("GET /api/me/points/ledger").map(({ url }) => url.searchParams.get("kind"));
    expect(new Set(kinds)).toEqual(new Set([null]));
  });

  test("shows that the activity did not load and can retry", async () => {
    mockApi.on("GET /api/me/points/ledger", fails("internal"));
    const { user } = await openPoints();
    await screen.findByText("Couldn't load your activity");
    mockApi.on("GET /api/me/points/ledger", page([entry({ title: "Back again" })]));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Back again")).toBeTruthy();
  });
});

test("/points-debug tells a visitor to log in, in its own words", async () => {
  await renderApp("/points-debug");
  expect(await screen.findByText("Please log in to access the points debug page.")).toBeTruthy();
});

test("/points-debug keeps the last twenty dry runs, the newest first", async () => {
  let run = 0;
  mockApi.on("POST /api/points/dry-runs", ({ body: { source } }) => {
    run += 1;
    return {
      source,
      success: run % 2 === 0,
      pointsAwarded: run % 2 === 0 ? run : 0,
      pointsDrawn: run,
      reason: run % 2 === 0 ? null : "cooldown",
    };
  });
  const { user } = await openPoints("/points-debug");
  const button = await screen.findByRole("button", { name: "Test Like" });
  for (let n = 0; n < 22; n += 1) await user.click(button);
  const results = within(screen.getByRole("region", { name: "Test the Engine" }));
  await vi.waitFor(() => expect(results.getAllByRole("listitem")[0]?.textContent).toContain("+22 points"));
  expect(results.getAllByRole("listitem")).toHaveLength(20);
  expect(results.getAllByRole("listitem")[1]?.textContent).toContain(
    "No points: cool-down is running (chance gave 21)",
  );
});

describe("toasts of awards", () => {
  const paid = (pointsAwarded: number) => ({ success: true, pointsAwarded, reason: null });

  test("that arrive together are one toast with their sum; actions without points show none", async () => {
    const { queryClient } = renderPiece(<p>here</p>);
    act(() => {
      showAwards(queryClient, [
        { award: paid(50), source: "POST_OUTFIT" },
        { award: paid(8), source: "TAG_LINK" },
        { award: { success: false, pointsAwarded: 0, reason: "chance" }, source: "TAG_LINK" },
      ]);
      showAwards(queryClient, [{ award: paid(2), source: "LIKE" }]);
      showAwards(queryClient, [{ award: null, source: "COMMENT" }]);
    });
    const text = "+60 points earned for posting an outfit, tagging a product link and liking an outfit!";
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getAllByText(/points earned/)).toHaveLength(1);
  });
});

describe("the daily login", () => {
  const answer = {
    success: true,
    pointsAwarded: 9,
    reason: null,
    bonus: null,
    streak: null,
    nextLoginAt: "2099-01-01T00:00:00.000Z",
  };

  test("is asked for two seconds after the visit begins, once a day on this device", async () => {
    vi.useFakeTimers();
    try {
      mockApi.on("POST /api/points/awards", answer);
      signIn();
      const client = new QueryClient();
      const stop = startDailyLogin(client);
      await vi.advanceTimersByTimeAsync(1_900);
      expect(mockApi.requests("POST /api/points/awards")).toEqual([]);
      await vi.advanceTimersByTimeAsync(200);
      await vi.advanceTimersByTimeAsync(10);
      expect(mockApi.requests("POST /api/points/awards")).toHaveLength(1);
      stop();
      const again = startDailyLogin(client);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(mockApi.requests("POST /api/points/awards")).toHaveLength(1);
      // The next day, and in a tab that stayed open.
      vi.setSystemTime(Date.now() + 86_400_000);
      signIn();
      document.dispatchEvent(new Event("visibilitychange"));
      await vi.advanceTimersByTimeAsync(2_100);
      expect(mockApi.requests("POST /api/points/awards")).toHaveLength(2);
      again();
      client.clear();
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([
    ["at midnight", new Date(2026, 10, 22, 23, 59, 30), answer.nextLoginAt],
    ["when what came too early is due", new Date(2026, 10, 22, 12), new Date(2026, 10, 22, 12, 0, 30).toISOString()],
  ])("is asked for again %s in a tab that stays in view", async (_when, startsAt, nextLoginAt) => {
    vi.useFakeTimers();
    try {
      vi.setSystemTime(startsAt);
      mockApi.on("POST /api/points/awards", { ...answer, nextLoginAt });
      signIn();
      const stop = startDailyLogin(new QueryClient());
      await vi.advanceTimersByTimeAsync(29_000);
      expect(mockApi.requests("POST /api/points/awards")).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(5_000);
      expect(mockApi.requests("POST /api/points/awards")).toHaveLength(2);
      stop();
    } finally {
      vi.useRealTimers();
    }
  });

  test("is asked for again five minutes later where this device's midnight is too early for the server", async () => {
    vi.useFakeTimers();
    try {
      vi.setSystemTime(new Date(2026, 10, 22, 0, 0, 1));
      const streak = { currentDays: 4, bestDays: 9, isTodayCounted: true };
      const visitedOn = (day: number) => ({
        ...answer,
        streak: { ...streak, visitBefore: new Date(2026, 10, day + 2).toISOString() },
      });
      mockApi.on("POST /api/points/awards", visitedOn(21));
      signIn();
      const stop = startDailyLogin(new QueryClient());
      await vi.advanceTimersByTimeAsync(60_000);
      expect(mockApi.requests("POST /api/points/awards")).toHaveLength(1);
      mockApi.on("POST /api/points/awards", visitedOn(22));
      await vi.advanceTimersByTimeAsync(3_600_000);
      expect(mockApi.requests("POST /api/points/awards")).toHaveLength(2);
      stop();
    } finally {
      vi.useRealTimers();
    }
  });

  test("is asked for no more than hourly on a device whose date is wrong", async () => {
    vi.useFakeTimers();
    try {
      vi.setSystemTime(new Date(2026, 10, 22, 12));
      const streak = { currentDays: 4, bestDays: 9, isTodayCounted: true };
      // The server is a day behind.
      const visitBefore = new Date(2026, 10, 23).toISOString();
      mockApi.on("POST /api/points/awards", { ...answer, streak: { ...streak, visitBefore } });
      signIn();
      const stop = startDailyLogin(new QueryClient());
      await vi.advanceTimersByTimeAsync(55 * 60_000);
      expect(mockApi.requests("POST /api/points/awards")).toHaveLength(1);
      stop();
    } finally {
      vi.useRealTimers();
    }
  });

  test("that earns nothing counts for the streak all the same, so the points are read again", async () => {
    vi.useFakeTimers();
    const tooEarly = { success: false, pointsAwarded: 0, reason: "cooldown" } as const;
    try {
      mockApi.on("POST /api/points/awards", { ...answer, ...tooEarly, bonus: null });
      signIn();
      const client = new QueryClient();
      client.setQueryData<unknown>(pointsKeys.summary, { streakDays: 2 });
      const stop = startDailyLogin(client);
      await vi.advanceTimersByTimeAsync(5_000);
      expect(client.getQueryState(pointsKeys.summary)?.isInvalidated).toBe(true);
      stop();
    } finally {
      vi.useRealTimers();
    }
  });

  test("is asked for without a time zone that the server does not know", async () => {
    vi.useFakeTimers();
    try {
      mockApi.on("POST /api/points/awards", ({ body }) =>
        body.timeZone ? fails("request.invalid", [{ path: "timeZone", message: "Unknown time zone" }]) : answer,
      );
      signIn();
      const stop = startDailyLogin(new QueryClient());
      await vi.advanceTimersByTimeAsync(5_000);
      const bodies = mockApi.requests("POST /api/points/awards").map(({ body }) => body);
      expect(bodies).toEqual([{ source: "DAILY_LOGIN", timeZone: expect.any(String) }, { source: "DAILY_LOGIN" }]);
      stop();
    } finally {
      vi.useRealTimers();
    }
  });

  test("that fails is not asked for again before the tab is looked at", async () => {
    vi.useFakeTimers();
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    try {
      mockApi.on("POST /api/points/awards", fails("rate.limited"));
      signIn();
      const stop = startDailyLogin(new QueryClient());
      await vi.advanceTimersByTimeAsync(600_000);
      expect(mockApi.requests("POST /api/points/awards")).toHaveLength(1);
      stop();
    } finally {
      vi.useRealTimers();
      warn.mockRestore();
    }
  });
});
