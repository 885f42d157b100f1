import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { AdminMemberDetail } from "#contract/admin-members.ts";
import { toast } from "#web/lib/toast.ts";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anAuthor, anId, aPage } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const createdAt = "2026-11-20T08:00:00.000Z";
const member: AdminMemberDetail = {
  ...anAuthor({ username: "mia" }),
  email: "mia@fash.example",
  phone: null,
  role: "user",
  status: "active",
  bannedUntil: null,
  outfitCount: 2,
  followersCount: 1_500,
  points: 10_295,
  reportsCount: 0,
  createdAt,
  lastSignInAt: null,
  bio: null,
  location: null,
  isPrivate: false,
  isEmailConfirmed: true,
  commentsCount: 3,
  factorsCount: 0,
  deleteAt: null,
  reporterRecord: { upheld: 0, dismissed: 0 },
  sessions: [],
  actions: [],
};
const path = `/admin/users/${member.id}`;

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe({ isVerified: true }));
  mockApi.on("GET /api/admin/access", { confirmedUntil: "2099-01-01T00:00:00.000Z" });
  mockApi.on("GET /api/admin/members/:memberId", member);
});

async function correctPoints(user: UserEvent, points: string, reason: string): Promise<void> {
  const dialog = within(await screen.findByRole("dialog", { name: "Correct points" }));
  const [pointsField, reasonField] = [dialog.getByLabelText(/Points to add/), dialog.getByLabelText(/Reason/)];
  await user.clear(pointsField);
  await user.type(pointsField, points);
  await user.clear(reasonField);
  await user.type(reasonField, reason);
  await user.click(dialog.getByRole("button", { name: "Correct" }));
}

async function confirmDeletion(user: UserEvent): Promise<void> {
  const dialog = within(await screen.findByRole("dialog", { name: "Delete @mia?" }));
  await user.type(dialog.getByLabelText(/Type mia to confirm/), "mia");
  await user.type(dialog.getByLabelText(/Reason/), "Asked for it");
  await user.click(dialog.getByRole("button", { name: "Delete account" }));
}

test("each correction of points has its own id, and one that is sent again keeps it", async () => {
  const bodies: { id: string; points: number; reason: string }[] = [];
  let isOut = true;
  mockApi.on("POST /api/admin/members/:memberId/points", ({ body }) => {
    bodies.push(body as (typeof bodies)[number]);
    return isOut ? fails("internal") : member;
  });
  const { user } = await renderApp(path);
  await user.click(await screen.findByRole("button", { name: "Correct points" }));
  await correctPoints(user, "40", "Contest");
  // The dialog stays with what was typed.
  await waitFor(() => expect(bodies).toHaveLength(1));
  isOut = false;
  await correctPoints(user, "40", "Contest");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Correct points" })).toBeNull());
  await user.click(screen.getByRole("button", { name: "Correct points" }));
  await correctPoints(user, "40", "Contest");
  await waitFor(() => expect(bodies).toHaveLength(3));
  expect(bodies[1]).toEqual(bodies[0]);
  expect(bodies[2]?.id).not.toBe(bodies[0]?.id);
});

test("a dialog that was left starts anew", async () => {
  const { user } = await renderApp(path);
  await user.click(await screen.findByRole("button", { name: "Delete account" }));
  await user.type(screen.getByLabelText(/Type mia to confirm/), "mia");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Delete account" }));
  expect(screen.getByLabelText<HTMLInputElement>(/Type mia to confirm/).value).toBe("");
});

test("a refused number of points is said at its field until it is changed, and not kept by 'Cancel'", async () => {
  const message = "Not that many";
  mockApi.on("POST /api/admin/members/:memberId/points", fails("request.invalid", [{ path: "points", message }]));
  const toasted = vi.spyOn(toast, "error");
  const { user } = await renderApp(path);
  await user.click(await screen.findByRole("button", { name: "Correct points" }));
  await correctPoints(user, "20", "Contest");
  expect((await screen.findByText(message)).role).toBe("alert");
  expect(toasted).not.toHaveBeenCalled();
  await user.type(screen.getByLabelText(/Points to add/), "{Backspace}");
  expect(screen.queryByText(message)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Correct points" }));
  expect(screen.getByLabelText<HTMLInputElement>(/Points to add/).value).toBe("");
});

test("the tab is in the address, and figures can be read", async () => {
  const caseId = anId();
  const kind = { targetType: "outfit", reason: "spam", details: null, status: "open" } as const;
  mockApi.on(
    "GET /api/admin/members/:memberId/reports",
    aPage([{ id: anId(), caseId, ...kind, other: null, createdAt }]),
  );
  mockApi.on("GET /api/admin/cases", aPage([]));
  mockApi.on("GET /api/admin/cases/:caseId", fails("case.not_found"));
  const { user, router } = await renderApp(path);
  expect((await screen.findByText("10,295")).tagName).toBe("DD");
  await user.click(screen.getByRole("tab", { name: "Reports against" }));
  const link = await screen.findByRole("link", { name: "Open case" });
  expect(router.state.location.search).toEqual({ tab: "against" });
  await user.click(link);
  await waitFor(() => expect(router.state.location.pathname).toBe("/admin/moderation"));
  router.history.back();
  const tab = await screen.findByRole("tab", { name: "Reports against" });
  expect(tab.getAttribute("aria-selected")).toBe("true");
});

test("an admin without the second step learns at the door why the area stays closed", async () => {
  mockApi.on("GET /api/admin/access", fails("auth.second_factor_required"));
  mockApi.on("GET /api/outfits", aPage([]));
  const { router } = await renderApp("/admin/users");
  expect(await screen.findByText(/^Turn on two-step sign-in in Settings/)).toBeTruthy();
  expect(router.state.location.pathname).toBe("/explore");
});

test("of a member whom a colleague deleted meanwhile, neither the page nor its open dialog stays", async () => {
  mockApi.on("DELETE /api/admin/members/:memberId", fails("profile.not_found"));
  const { user } = await renderApp(path);
  await user.click(await screen.findByRole("button", { name: "Delete account" }));
  mockApi.on("GET /api/admin/members/:memberId", fails("profile.not_found"));
  await confirmDeletion(user);
  expect(await screen.findByText("Member not found")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByText(/mia@fash.example/)).toBeNull();
});

test("deleting an account leads to the list, from which Back does not show its member again", async () => {
  mockApi.on("DELETE /api/admin/members/:memberId", { ok: true });
  mockApi.on("GET /api/admin/members", aPage([]));
  mockApi.on("GET /api/admin/findings", aPage([]));
  const { user, router } = await renderApp(path);
  await user.click(await screen.findByRole("button", { name: "Delete account" }));
  // What is asked for again is on its way.
  mockApi.on("GET /api/admin/members/:memberId", () => new Promise(() => undefined));
  await confirmDeletion(user);
  await screen.findByRole("heading", { level: 1, name: "User Management" });
  router.history.back();
  await waitFor(() => expect(document.title).toMatch(/^Member · Admin/));
  expect(screen.queryByText(/mia@fash.example/)).toBeNull();
});

test("who goes elsewhere while an account is being deleted is not led away from there", async () => {
  const reply = deferred<Response>();
  mockApi.on("DELETE /api/admin/members/:memberId", () => reply.promise);
  mockApi.on("GET /api/admin/cases", aPage([]));
  const { user, router } = await renderApp(path);
  await user.click(await screen.findByRole("button", { name: "Delete account" }));
  await confirmDeletion(user);
  await act(() => router.navigate({ to: "/admin/moderation" }));
  await act(async () => reply.resolve(Response.json({ ok: true })));
  await screen.findByText("Account deleted");
  expect(router.state.location.pathname).toBe("/admin/moderation");
});

test.each([
  ["profile.not_found", "Member not found"],
  ["request.invalid", "Member not found"],
  ["internal", "Couldn't load this member"],
] as const)("instead of a member, %s shows a heading, a title and '%s'", async (code, title) => {
  mockApi.on("GET /api/admin/members/:memberId", fails(code));
  await renderApp(path);
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1, name: "Member" })).toBeTruthy();
  expect(document.title).toMatch(/^Member · Admin/);
});
