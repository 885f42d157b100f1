import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import type { SettingsState } from "#contract/settings.ts";
import { toast } from "#web/lib/toast.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anId, anAuthor, aPage } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const state: SettingsState = {
  settings: {
    siteName: "Looks",
    tagline: "Wear it",
    emailVerification: false,
    twoFactorForAdmins: false,
    welcomeEmails: false,
    moderationAlerts: false,
    screeningQueuePercent: 70,
    screeningHoldPercent: 90,
  },
  pinned: [],
  canVerifyEmails: true,
};
const change = (action: AuditEntry["action"], before: object, after: object): AuditEntry => ({
  id: anId(),
  action,
  actor: anAuthor(),
  actorId: anId(),
  targetType: "setting",
  targetId: null,
  member: null,
  memberId: null,
  before: { ...before },
  after: { ...after },
  reason: null,
  address: "",
  requestId: "",
  createdAt: "2026-11-20T08:00:00.000Z",
});

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe({ isVerified: true }));
  mockApi.on("GET /api/admin/access", { confirmedUntil: "2099-01-01T00:00:00.000Z" });
  mockApi.on("GET /api/admin/settings", state);
  mockApi.on("GET /api/admin/audit", aPage([]));
});

test("only what was changed is sent, so that a colleague's change stays", async () => {
  mockApi.on("PATCH /api/admin/settings", state);
  const { user } = await renderApp("/admin/settings");
  await user.type(await screen.findByRole("textbox", { name: "Tagline" }), "!");
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  const queue = screen.getByRole("spinbutton", { name: "Queue threshold" });
  await user.clear(queue);
  await user.type(queue, "60");
  await user.click(screen.getByRole("button", { name: "Save thresholds" }));
  await waitFor(() =>
    expect(mockApi.requests("PATCH /api/admin/settings").map(({ body }) => body)).toEqual([
      { tagline: "Wear it!" },
      { screeningQueuePercent: 60 },
    ]),
  );
});

test("a save keeps the focus, and what is typed and not saved stays whatever else of the page is saved", async () => {
  let settings = { ...state.settings, siteName: "Looks of a colleague" };
  mockApi.on("PATCH /api/admin/settings", ({ body }) => {
    settings = { ...settings, ...(body as Partial<typeof settings>) };
    return { ...state, settings };
  });
  const { user } = await renderApp("/admin/settings");
  const tagline = await screen.findByRole<HTMLInputElement>("textbox", { name: "Tagline" });
  await user.type(tagline, " well");
  await user.click(screen.getByRole("switch", { name: /^Welcome emails/ }));
  expect(await screen.findByDisplayValue("Looks of a colleague")).toBeTruthy();
  expect(tagline.value).toBe("Wear it well");
  await user.clear(screen.getByRole("spinbutton", { name: "Queue threshold" }));
  await user.type(screen.getByRole("spinbutton", { name: "Queue threshold" }), "60");
  const saved = vi.spyOn(toast, "success");
  for (const [count, name] of [
    [1, "Save thresholds"],
    [2, "Save changes"],
  ] as const) {
    const button = screen.getByRole("button", { name });
    await user.click(button);
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(count));
    await waitFor(() => expect(button.ariaBusy).not.toBe("true"));
    expect(document.activeElement).toBe(button);
  }
  expect(settings).toMatchObject({ tagline: "Wear it well", screeningQueuePercent: 60 });
});

test("what is wrong with a setting is said at its field only", async () => {
  const message = "That is odd";
  mockApi.on("PATCH /api/admin/settings", fails("request.invalid", [{ path: "screeningQueuePercent", message }]));
  const toasted = vi.spyOn(toast, "error");
  const { user } = await renderApp("/admin/settings");
  const queue = await screen.findByRole("spinbutton", { name: "Queue threshold" });
  await user.clear(queue);
  await user.type(queue, "60");
  await user.click(screen.getByRole("button", { name: "Save thresholds" }));
  expect((await screen.findByText(message)).role).toBe("alert");
  expect(toasted).not.toHaveBeenCalled();
});

test("why a change cannot be reverted is said in a toast: it has no field", async () => {
  const message = "That is odd";
  mockApi.on("GET /api/admin/audit", aPage([change("setting.changed", { screeningHoldPercent: 65 }, {})]));
  mockApi.on("POST /api/admin/settings/revert", fails("request.invalid", [{ path: "screeningHoldPercent", message }]));
  const toasted = vi.spyOn(toast, "error");
  const { user } = await renderApp("/admin/settings");
  await user.click(await screen.findByRole("button", { name: /^Revert/ }));
  await waitFor(() => expect(toasted.mock.calls.map(([text]) => text)).toEqual([message]));
});

test("a change of the rules for redemptions is listed among the changes without a way back", async () => {
  mockApi.on(
    "GET /api/admin/audit",
    aPage([
      change("redemption.rules_changed", { openMax: 3 }, { openMax: 5 }),
      change("setting.changed", { siteName: "Fash" }, { siteName: "Looks" }),
    ]),
  );
  await renderApp("/admin/settings");
  const list = within(await screen.findByRole("list", { name: "Changes" }));
  expect(list.getByText("Open requests of one member")).toBeTruthy();
  expect(list.getAllByRole("button").map((button) => button.ariaLabel)).toEqual(["Revert Site name"]);
});
