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
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /Why should we look again/ }));
});
