import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Redemption, Reward, RewardStanding } from "#contract/rewards.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anId } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";
import { estimateText } from "./reward-text.ts";

const aReward = (given: Partial<Reward> = {}): Reward => ({
  id: anId(),
  name: "$10 Amazon gift card",
  description: "",
  giftCardType: "Amazon",
  valueCents: 1_000,
  currency: "USD",
  pointsRequired: 1_000,
  isInStock: true,
  leftCount: null,
  ...given,
});
const standing = (given: Partial<RewardStanding> = {}): RewardStanding => ({
  balance: 1_240,
  heldPoints: 0,
  owedPoints: 0,
  pointsPerDay: 30,
  openCount: 0,
  openMax: 5,
  monthlyPointsLeft: null,
  oldEnoughAt: "2026-01-01T00:00:00.000Z",
  obstacle: null,
  ...given,
});
const aRedemption = (given: Partial<Redemption> = {}): Redemption => {
  const { id, name, giftCardType, valueCents, currency } = aReward();
  return {
    id: anId(),
    reward: { id, name, giftCardType, valueCents, currency },
    cost: 1_000,
    status: "awaiting approval",
    isOrdered: false,
    rejectionReason: null,
    createdAt: "2026-11-20T10:00:00.000Z",
    decidedAt: null,
    revealedAt: null,
    ...given,
  };
};
const pageOf = <T,>(items: T[]) => ({ items, nextCursor: null });

beforeEach(() => {
  localStorage.clear();
  mockApi.on("GET /api/rewards", { items: [aReward()] });
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/me/reward-standing", standing());
  mockApi.on("GET /api/me/redemptions", pageOf([]));
  mockApi.on("GET /api/me/points/ledger", { items: [], nextCursor: null, months: [], timeZone: "UTC" });
});

const open = (address = "/rewards") => {
  signIn();
  return renderApp(address);
};
const button = (name: string | RegExp) => screen.findByRole("button", { name });

describe("the catalogue", () => {
  test("is public: a visitor sees what there is and how to earn, with the way to sign in, and no points", async () => {
    await renderApp("/rewards");
    const link = await screen.findByRole("link", { name: "Sign in to redeem $10 Amazon gift card" });
    expect(link.getAttribute("href")).toBe("/auth?next=%2Frewards");
    const earn = screen.getByRole("region", { name: "Ways to earn" });
    expect(
      within(earn)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual([
      "Post an outfitup to 50 points",
      "Attend an eventup to 100 points",
      "Comment on an outfitup to 10 points",
      "Visit every dayup to 10 points",
      "Like an outfitup to 5 points",
    ]);
    for (const way of within(earn).getAllByRole("link")) {
      expect(way.getAttribute("href")).toBe("/points#how-it-works");
    }
    expect(screen.queryByRole("region", { name: "Your balance" })).toBeNull();
    expect(mockApi.requests("GET /api/me/reward-standing")).toEqual([]);
  });

  test("shows a member what is missing and how long that takes; too few points are said in words", async () => {
    mockApi.on("GET /api/me/reward-standing", standing({ balance: 910, pointsPerDay: 30 }));
    const { user } = await open();
    expect(await screen.findByText("90 points to go")).toBeTruthy();
    expect(screen.getByText("about 3 days at your pace")).toBeTruthy();
    expect((await screen.findByRole("region", { name: "Your balance" })).textContent).toContain(
      "1,590 points to your goal",
    );
    await user.click(await button("Redeem $10 Amazon gift card"));
    expect(await screen.findByText("Not enough points to redeem this reward")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("says before anything is asked that a reward is out of stock, or nearly", async () => {
    const gone = aReward({ name: "Gone", isInStock: false, leftCount: 0 });
    mockApi.on("GET /api/rewards", { items: [gone, aReward({ name: "Rare", leftCount: 2 })] });
    await open();
    expect(((await button("Gone is out of stock")) as HTMLButtonElement).disabled).toBe(true);
    expect(screen.getByText("Only 2 left")).toBeTruthy();
  });

  test("that did not load can be asked for again; without cards it says so", async () => {
    mockApi.on("GET /api/rewards", fails("internal"));
    const { user } = await open();
    expect(await screen.findByText("Couldn't load the gift cards")).toBeTruthy();
    mockApi.on("GET /api/rewards", { items: [] });
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No gift cards right now")).toBeTruthy();
  });
});

test("one error and one retry suffice if nothing could be loaded", async () => {
  const names = ["GET /api/me/reward-standing", "GET /api/me/redemptions", "GET /api/me/points/ledger"] as const;
  mockApi.on("GET /api/rewards", fails("internal"));
  for (const name of names) mockApi.on(name, fails("internal"));
  const { user } = await open();
  expect(await screen.findByRole("heading", { name: "Couldn't load your rewards" })).toBeTruthy();
  expect(screen.getAllByRole("alert")).toHaveLength(1);
  mockApi.on("GET /api/rewards", { items: [aReward()] });
  mockApi.on("GET /api/me/reward-standing", standing());
  mockApi.on("GET /api/me/redemptions", pageOf([]));
  mockApi.on("GET /api/me/points/ledger", { items: [], nextCursor: null, months: [], timeZone: "UTC" });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await button("Redeem $10 Amazon gift card")).toBeTruthy();
  expect(await screen.findByRole("region", { name: "Your balance" })).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

describe("redeeming", () => {
  test("says what is held, sends one request with the agreed cost, and then that it awaits approval", async () => {
    const reward = aReward();
    mockApi.on("GET /api/rewards", { items: [reward] });
    mockApi.on("PUT /api/me/redemptions/:redemptionId", ({ params }) => {
      mockApi.on("GET /api/me/redemptions", pageOf([aRedemption({ id: params.redemptionId })]));
      return aRedemption({ id: params.redemptionId });
    });
    const { user } = await open();
    await user.click(await button("Redeem $10 Amazon gift card"));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getAllByRole("definition").map((one) => one.textContent)).toEqual(["1,240", "−1,000", "240"]);
    await user.click(dialog.getByRole("button", { name: "Redeem 1,000 points" }));
    expect((await screen.findByText("awaiting approval")).closest("output")).toBeTruthy();
    expect(mockApi.requests("PUT /api/me/redemptions/:redemptionId").map(({ body }) => body)).toEqual([
      { rewardId: reward.id, cost: 1_000, mayWait: false },
    ]);
    await user.click(screen.getByRole("button", { name: "Done" }));
    expect(await button("Withdraw the request for $10 Amazon gift card")).toBeTruthy();
  });

  test("offers to wait when the last code has just gone, under the same request", async () => {
    mockApi.on("PUT /api/me/redemptions/:redemptionId", fails("reward.out_of_stock"));
    const { user } = await open();
    await user.click(await button("Redeem $10 Amazon gift card"));
    await user.click(await button("Redeem 1,000 points"));
    expect((await screen.findByRole("alert")).textContent).toContain(
      "The last one has just gone, and nothing was held.",
    );
    mockApi.on("PUT /api/me/redemptions/:redemptionId", ({ params }) => aRedemption({ id: params.redemptionId }));
    await user.click(await button("Wait for the next one"));
    expect(await screen.findByText("Request sent")).toBeTruthy();
    const sent = mockApi.requests("PUT /api/me/redemptions/:redemptionId");
    expect(sent.map(({ body }) => (body as { mayWait: boolean }).mayWait)).toEqual([false, true]);
    expect(new Set(sent.map(({ url }) => url.pathname)).size).toBe(1);
  });

  test("shows the new price after the old one was refused, and asks for that", async () => {
    const reward = aReward();
    mockApi.on("GET /api/rewards", { items: [reward] });
    mockApi.on("PUT /api/me/redemptions/:redemptionId", fails("reward.price_changed"));
    const { user } = await open();
    await user.click(await button("Redeem $10 Amazon gift card"));
    mockApi.on("GET /api/rewards", { items: [{ ...reward, pointsRequired: 1_200 }] });
    await user.click(await button("Redeem 1,000 points"));
    const again = await button("Redeem 1,200 points");
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getAllByRole("definition").map((one) => one.textContent)).toEqual(["1,240", "−1,200", "40"]);
    expect(dialog.getByRole("alert").textContent).toContain("The points for this reward have just changed");
    mockApi.on("PUT /api/me/redemptions/:redemptionId", ({ params }) => aRedemption({ id: params.redemptionId }));
    await user.click(again);
    expect(await screen.findByText("Request sent")).toBeTruthy();
    const sent = mockApi.requests("PUT /api/me/redemptions/:redemptionId");
    expect(sent.map(({ body }) => (body as { cost: number }).cost)).toEqual([1_000, 1_200]);
  });

  test("asks no more once the new price is above the balance", async () => {
    const reward = aReward();
    mockApi.on("GET /api/rewards", { items: [reward] });
    mockApi.on("PUT /api/me/redemptions/:redemptionId", fails("reward.price_changed"));
    const { user } = await open();
    await user.click(await button("Redeem $10 Amazon gift card"));
    mockApi.on("GET /api/rewards", { items: [{ ...reward, pointsRequired: 2_000 }] });
    await user.click(await button("Redeem 1,000 points"));
    expect(await screen.findByText("Not enough points to redeem this reward")).toBeTruthy();
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.queryByRole("button", { name: /^Redeem/ })).toBeNull();
    expect(document.activeElement).toBe(dialog.getByRole("heading", { name: "$10 Amazon gift card" }));
  });

  test.each([
    [{ obstacle: "contact_needed" as const }, /confirm your email or phone number/],
    [
      { obstacle: "account_too_new" as const, oldEnoughAt: "2027-03-04T12:00:00.000Z" },
      /You can redeem from March 4 at \d+:00 [AP]M\./,
    ],
    [{ obstacle: "too_many_open" as const }, /5 requests can await approval at once/],
    [{ monthlyPointsLeft: 400 }, /You can redeem 400 points more this month/],
  ])("says what is in the way, and offers no button: %o", async (given, words) => {
    mockApi.on("GET /api/me/reward-standing", standing(given));
    const { user } = await open();
    await user.click(await button("Redeem $10 Amazon gift card"));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Redeem 1,000 points" })).toBeNull();
  });
});

describe("own requests", () => {
  test("are listed with their status; a rejection has its reason and says that nothing is held", async () => {
    mockApi.on(
      "GET /api/me/redemptions",
      pageOf([
        aRedemption({ status: "rejected", rejectionReason: "These points were bought" }),
        aRedemption({ status: "withdrawn" }),
        aRedemption({ isOrdered: true }),
      ]),
    );
    await open();
    const list = within(await screen.findByRole("region", { name: "Your requests" }));
    const rows = list.getAllByRole("listitem").map((row) => row.textContent);
    expect(rows[0]).toContain("These points were bought. Your points were returned, less any you owed.Declined");
    expect(rows[1]).toContain("Withdrawn");
    // Its card is being bought: it cannot be taken back any more.
    expect(list.queryByRole("button", { name: /^Withdraw/ })).toBeNull();
  });

  test("are withdrawn after a question, and the list and the balance are read again", async () => {
    const open1 = aRedemption();
    mockApi.on("GET /api/me/redemptions", pageOf([open1]));
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    mockApi.on("POST /api/me/redemptions/:redemptionId/withdraw", async () => {
      await answered;
      mockApi.on("GET /api/me/redemptions", pageOf([{ ...open1, status: "withdrawn" as const }]));
      return { ...open1, status: "withdrawn" };
    });
    const { user } = await open();
    const withdraw = await button("Withdraw the request for $10 Amazon gift card");
    await user.click(withdraw);
    expect(await screen.findByText("You'll get your 1,000 points back right away.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Withdraw" }));
    // A browser returns the focus when the dialog closes.
    withdraw.focus();
    answer();
    expect(await screen.findByText("Withdrawn")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("list", { name: "Your requests" }));
    // Without a word about the points: a debt may have taken them.
    expect(await screen.findByText("Request withdrawn")).toBeTruthy();
  });

  test("are withdrawn with a word about what the member owes", async () => {
    mockApi.on("GET /api/me/reward-standing", standing({ owedPoints: 30 }));
    mockApi.on("GET /api/me/redemptions", pageOf([aRedemption()]));
    const { user } = await open();
    await user.click(await button("Withdraw the request for $10 Amazon gift card"));
    expect(
      await screen.findByText(
        "You'll get your 1,000 points back right away, less what you owe for deleted posts and comments.",
      ),
    ).toBeTruthy();
  });

  test("show a code only after Reveal, and copy it", async () => {
    mockApi.on("GET /api/me/redemptions", pageOf([aRedemption({ status: "approved" })]));
    mockApi.on("POST /api/me/redemptions/:redemptionId/reveal", () => {
      // The code does not wait until the list has been read again.
      mockApi.on("GET /api/me/redemptions", () => new Promise(() => undefined));
      return { code: "ABCD-1234", pin: "77" };
    });
    const { user } = await open();
    await user.click(await button("Reveal code of $10 Amazon gift card"));
    const announced = (await screen.findByText(/Reveal the code when no one is watching/)).closest("[aria-live]");
    expect(mockApi.requests("POST /api/me/redemptions/:redemptionId/reveal")).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Reveal" }));
    expect(announced?.contains(await screen.findByText("ABCD-1234"))).toBe(true);
    expect(screen.getByText("77")).toBeTruthy();
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Copy Code" }));
    await user.keyboard("{Enter}");
    expect(await navigator.clipboard.readText()).toBe("ABCD-1234");
  });

  test("are what a notification of a decision leads to", async () => {
    const scrolled = vi.fn<() => void>();
    vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(scrolled);
    mockApi.on("GET /api/me/redemptions", pageOf([aRedemption({ status: "approved" })]));
    await open("/rewards#requests");
    await screen.findByRole("heading", { name: "Your requests" });
    await waitFor(() => expect(scrolled).toHaveBeenCalled());
  });
});

test("an estimate needs a pace and something missing, and ends at a year", () => {
  expect(estimateText(90, 30)).toBe("about 3 days at your pace");
  expect(estimateText(1, 30)).toBe("about 1 day at your pace");
  expect(estimateText(2_500, 1)).toBe("more than a year at your pace");
  expect(estimateText(90, 0)).toBeUndefined();
  expect(estimateText(0, 30)).toBeUndefined();
});
