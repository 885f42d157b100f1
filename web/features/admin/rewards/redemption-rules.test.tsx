import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderPiece } from "#web/testing/render-app.tsx";
import { signIn } from "#web/testing/sign-in.ts";
import { RedemptionRulesForm } from "./redemption-rules.tsx";

const rules = { accountAgeDaysMin: 7, isContactNeeded: true, openMax: 5, pointsPerMonthMax: 20_000 };

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/admin/rewards/rules", rules);
  mockApi.on("PATCH /api/admin/rewards/rules", rules);
});
const sent = () => mockApi.requests("PATCH /api/admin/rewards/rules").map(({ body }) => body);

test("a limit that is no number, and an empty age, are refused instead of taking the rule away", async () => {
  const { user } = renderPiece(<RedemptionRulesForm />);
  const points = await screen.findByRole("textbox", { name: "Points of one member and month" });
  const days = screen.getByRole("textbox", { name: "Days since joining" });
  const save = screen.getByRole("button", { name: "Save rules" });
  await user.clear(points);
  await user.type(points, "20,000");
  await user.clear(days);
  await user.click(save);
  expect(screen.getAllByText("Enter a whole number")).toHaveLength(2);
  expect(sent()).toEqual([]);
  await user.clear(points);
  await user.type(days, "7");
  expect(screen.queryByText("Enter a whole number")).toBeNull();
  await user.click(save);
  await waitFor(() => expect(sent()).toEqual([{ pointsPerMonthMax: null }]));
});

test("saved rules are shown, with the focus where it was", async () => {
  let saved = rules;
  mockApi.on("GET /api/admin/rewards/rules", () => saved);
  mockApi.on(
    "PATCH /api/admin/rewards/rules",
    ({ body }) => (saved = { ...saved, ...(body as Partial<typeof rules>) }),
  );
  const { user } = renderPiece(<RedemptionRulesForm />);
  const open = await screen.findByRole<HTMLInputElement>("textbox", { name: "Open requests of one member" });
  await user.type(open, "{Backspace}007");
  const save = screen.getByRole("button", { name: "Save rules" });
  await user.click(save);
  await waitFor(() => expect(open.value).toBe("7"));
  expect(document.activeElement).toBe(save);
  expect(sent()).toEqual([{ openMax: 7 }]);
});
