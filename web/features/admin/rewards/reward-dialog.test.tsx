import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { toast } from "#web/lib/toast.ts";
import { anAdminReward } from "#web/testing/an-admin-reward.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderPiece } from "#web/testing/render-app.tsx";
import { signIn } from "#web/testing/sign-in.ts";
import { RewardDialog } from "./reward-dialog.tsx";

const message = "That is odd";

async function saveRefused(path: string) {
  signIn();
  mockApi.on("PATCH /api/admin/rewards/:rewardId", fails("request.invalid", [{ path, message }]));
  const toasted = vi.spyOn(toast, "error");
  const reward = anAdminReward({ supply: "service", serviceProductId: "MUJI-US" });
  const { user } = renderPiece(<RewardDialog reward={reward} isServiceOn onClose={() => undefined} />);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(message);
  return toasted;
}

test.each([
  ["name", "Name"],
  ["description", "Description"],
  ["giftCardType", "Brand"],
  ["pointsRequired", "Points"],
  ["valueCents", "Value"],
  ["currency", "Currency"],
  ["serviceProductId", "Product"],
])("what is wrong with %s is said at its field only", async (path, label) => {
  const toasted = await saveRefused(path);
  expect(screen.getByRole("textbox", { name: label, description: message })).toBeTruthy();
  expect(toasted).not.toHaveBeenCalled();
});

test("what is wrong with something that shows no error is said by a toast", async () => {
  expect(await saveRefused("supply")).toHaveBeenCalledWith(message);
});
