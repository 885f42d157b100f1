import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import type { CardOrder, RedemptionCase } from "#contract/reward-admin.ts";
import { toast } from "#web/lib/toast.ts";
import { aRedemptionCase } from "#web/testing/a-redemption-case.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anAuthor, anId, aPage } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const createdAt = "2026-11-20T08:00:00.000Z";
const order: CardOrder = { id: anId(), status: "placing", failure: null, createdAt };
const redemption = aRedemptionCase({ earnedByAction: [{ action: "LIKE", points: 1, count: 1 }] });

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe({ isVerified: true }));
  mockApi.on("GET /api/admin/access", { confirmedUntil: "2099-01-01T00:00:00.000Z" });
  mockApi.on("GET /api/admin/redemptions/counts", { awaiting: 1, approved: 0, rejected: 0, withdrawn: 0 });
});

async function open(found: RedemptionCase) {
  mockApi.on("GET /api/admin/redemptions", aPage([found]));
  mockApi.on("GET /api/admin/redemptions/:redemptionId", found);
  const { user } = await renderApp("/admin/rewards");
  await user.click(await screen.findByRole("button", { name: "Decide the request of @mia for $10 card" }));
  await screen.findByText("Like: 1 point in 1 entry");
  return user;
}

const ordered: RedemptionCase = { ...redemption, isOrdered: true, order };

test.each<[string, RedemptionCase]>([
  ["The card is being bought", ordered],
  ["Request approved", { ...redemption, status: "approved" }],
])("an approval says: %s", async (words, reply) => {
  mockApi.on("POST /api/admin/redemptions/:redemptionId/approve", reply);
  const user = await open(redemption);
  await user.click(screen.getByRole("button", { name: "Approve" }));
  expect(await screen.findByText(words)).toBeTruthy();
});

test("a purchase is not called cancelled while that is only requested", async () => {
  const cancelling = { ...ordered, order: { ...order, status: "cancelling" as const } };
  mockApi.on("POST /api/admin/redemptions/:redemptionId/cancel-order", cancelling);
  const user = await open(ordered);
  await user.click(screen.getByRole("button", { name: "Cancel the purchase" }));
  expect(await screen.findByText("Cancellation requested")).toBeTruthy();
});

test("what is wrong with a typed code or PIN is said at its field only", async () => {
  const toasted = vi.spyOn(toast, "error");
  const issues = ["code", "pin"].map((path) => ({ path, message: `The ${path} is odd` }));
  mockApi.on("POST /api/admin/redemptions/:redemptionId/approve", fails("request.invalid", issues));
  const user = await open(redemption);
  await user.type(screen.getByLabelText("Gift card code"), "MUJI-1234");
  await user.type(screen.getByLabelText("PIN"), "4711");
  await user.click(screen.getByRole("button", { name: "Approve" }));
  expect((await screen.findByText("The pin is odd")).role).toBe("alert");
  expect(screen.getByText("The code is odd").role).toBe("alert");
  expect(toasted).not.toHaveBeenCalled();
});

test("an approved request of an erased account says nothing about its member", async () => {
  const member = anAuthor({ username: "Deleted member", displayName: null });
  const approved = aRedemptionCase({ status: "approved", member });
  mockApi.on("GET /api/admin/redemptions", aPage([approved]));
  mockApi.on("GET /api/admin/redemptions/:redemptionId", approved);
  const { user } = await renderApp("/admin/rewards?status=approved");
  await user.click(await screen.findByRole("button", { name: "Open the request of Deleted member for $10 card" }));
  expect(await screen.findByText("Approved before")).toBeTruthy();
  for (const fact of ["Member since", "Contact", "Points left"]) expect(screen.queryByText(fact)).toBeNull();
});

test("a PIN is not approved without its code", async () => {
  mockApi.on("POST /api/admin/redemptions/:redemptionId/approve", { ...redemption, status: "approved" });
  const user = await open(redemption);
  await user.type(screen.getByLabelText("PIN"), "4711");
  await user.click(screen.getByRole("button", { name: "Approve" }));
  expect((await screen.findByText("Type the code of this PIN")).role).toBe("alert");
  expect(mockApi.requests("POST /api/admin/redemptions/:redemptionId/approve")).toEqual([]);
  await user.type(screen.getByLabelText("Gift card code"), "MUJI-1234");
  await user.click(screen.getByRole("button", { name: "Approve" }));
  await screen.findByText("Request approved");
  const sent = mockApi.requests("POST /api/admin/redemptions/:redemptionId/approve");
  expect(sent).toMatchObject([{ body: { code: "MUJI-1234", pin: "4711" } }]);
});

test.each([
  ["Gift card code", limits.giftCardCodeCharsMax],
  ["PIN", limits.giftCardPinCharsMax],
])("a pasted %s is not cut", async (label, charsMax) => {
  const user = await open(redemption);
  const field = screen.getByLabelText<HTMLInputElement>(label);
  await user.click(field);
  await user.paste("x".repeat(charsMax + 1));
  expect(field.value).toHaveLength(charsMax + 1);
});
