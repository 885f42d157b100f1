import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { AccountStatus } from "#contract/moderation.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anId } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const status: AccountStatus = {
  username: "mia",
  isSuspended: true,
  suspendedUntil: null,
  actions: [
    {
      id: anId(),
      kind: "suspended",
      targetType: "profile",
      targetId: anId(),
      excerpt: "",
      reason: "The same advertisement again",
      createdAt: "2026-11-20T08:00:00.000Z",
      endsAt: null,
      purgeAt: null,
      revokedAt: null,
      appealUntil: "2026-12-10T08:00:00.000Z",
      appeal: null,
    },
  ],
};

test("a suspended member reads why, can appeal with the keyboard, and can log out", async () => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/me/account-status", status);
  const { user } = await renderApp("/account-status");
  expect(await screen.findByText("The suspension is permanent. You can only see this page.")).toBeTruthy();
  expect(screen.getByText("The same advertisement again")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Log Out" })).toBeTruthy();
  screen.getByRole("button", { name: "Appeal" }).focus();
  await user.keyboard("{Enter}");
  const field = () => screen.getByRole("textbox", { name: /Why should we look again/ });
  expect(document.activeElement).toBe(field());
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Appeal" }));
  await user.keyboard("{Enter}");
  await user.keyboard("\u200B");
  await user.click(screen.getByRole("button", { name: "Send appeal" }));
  expect(screen.getByText("Tell us why we should look again")).toBeTruthy();
  await user.type(field(), "It was not me");
  expect(screen.queryByText("Tell us why we should look again")).toBeNull();
  const [decision] = status.actions;
  if (!decision) throw new Error("There is no decision");
  const createdAt = "2026-11-21T08:00:00.000Z";
  const appeal = { status: "open", message: "It was not me", answer: null, createdAt } as const;
  mockApi.on("POST /api/me/appeals", { ...status, actions: [{ ...decision, appealUntil: null, appeal }] });
  await user.click(screen.getByRole("button", { name: "Send appeal" }));
  expect(await screen.findByText("Your appeal is being looked at")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("article"));
});
