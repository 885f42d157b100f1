import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { toast } from "#web/lib/toast.ts";
import { anAdminReward } from "#web/testing/an-admin-reward.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderPiece } from "#web/testing/render-app.tsx";
import { anId } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";
import { CodesDialog } from "./codes-dialog.tsx";

const createdAt = "2026-11-20T08:00:00.000Z";

test("unused codes are removed only after a question", async () => {
  signIn();
  const batch = { id: anId(), importedBy: null, codesCount: 5, usedCount: 3, inStockCount: 2, createdAt };
  mockApi.on("GET /api/admin/rewards/:rewardId/batches", { items: [batch] });
  mockApi.on("DELETE /api/admin/rewards/:rewardId/batches/:batchId", { removedCount: 2 });
  const { user } = renderPiece(<CodesDialog reward={anAdminReward()} onClose={() => undefined} />);
  await user.click(await screen.findByRole("button", { name: "Remove 2 unused" }));
  const question = within(screen.getByRole("dialog", { name: "Remove 2 unused codes?" }));
  expect(mockApi.requests("DELETE /api/admin/rewards/:rewardId/batches/:batchId")).toHaveLength(0);
  mockApi.on("GET /api/admin/rewards/:rewardId/batches", { items: [{ ...batch, inStockCount: 0 }] });
  await user.click(question.getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Unused codes removed")).toBeTruthy();
  expect(mockApi.requests("DELETE /api/admin/rewards/:rewardId/batches/:batchId")).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull());
});

test("what is wrong with a list of codes is said at its field only", async () => {
  signIn();
  const toasted = vi.spyOn(toast, "error");
  const message = "Line 1 has quotes that do not match";
  mockApi.on("GET /api/admin/rewards/:rewardId/batches", { items: [] });
  mockApi.on("POST /api/admin/rewards/:rewardId/codes", fails("request.invalid", [{ path: "text", message }]));
  const { user } = renderPiece(<CodesDialog reward={anAdminReward()} onClose={() => undefined} />);
  await user.type(screen.getByRole("textbox", { name: "Codes" }), '"A1');
  await user.click(screen.getByRole("button", { name: "Import" }));
  expect((await screen.findByText(message)).role).toBe("alert");
  expect(toasted).not.toHaveBeenCalled();
});

test("pasted codes are not cut", async () => {
  signIn();
  mockApi.on("GET /api/admin/rewards/:rewardId/batches", { items: [] });
  const { user } = renderPiece(<CodesDialog reward={anAdminReward()} onClose={() => undefined} />);
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Codes/ });
  await user.click(field);
  await user.paste("x".repeat(limits.codeImportCharsMax + 1));
  expect(field.value).toHaveLength(limits.codeImportCharsMax + 1);
});
