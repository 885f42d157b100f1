import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import { anAdminMember } from "#web/testing/an-admin-member.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anId, anAuthor, aPage } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const admin = anAuthor();
const entry: AuditEntry = {
  id: anId(),
  action: "outfit.hidden",
  actor: admin,
  actorId: admin.id,
  targetType: "outfit",
  targetId: anId(),
  member: null,
  memberId: null,
  before: null,
  after: null,
  reason: "Spam",
  address: "",
  requestId: "",
  createdAt: "2026-11-20T08:00:00.000Z",
};
const row = anAdminMember({ ...admin, role: "admin" });

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe({ isVerified: true }));
  mockApi.on("GET /api/admin/access", { confirmedUntil: "2099-01-01T00:00:00.000Z" });
  mockApi.on("GET /api/admin/audit", aPage([entry]));
  mockApi.on("GET /api/admin/members", aPage([row]));
});
/** The filter of the last request. */
const asked = () => Object.fromEntries(mockApi.requests("GET /api/admin/audit").at(-1)?.url.searchParams ?? []);

test("the audit log takes its filter from the address and writes it there", async () => {
  const { user, router } = await renderApp(`/admin/audit?targetType=outfit&targetId=${entry.targetId}`);
  await screen.findByText("outfit.hidden");
  expect(asked()).toEqual({ targetType: "outfit", targetId: entry.targetId });
  await user.click(screen.getByRole("button", { name: "Show all targets" }));
  await waitFor(() => expect(asked()).toEqual({ targetType: "outfit" }));
  await user.selectOptions(await screen.findByRole("combobox", { name: "Admin" }), `@${admin.username}`);
  await waitFor(() => expect(asked()).toEqual({ targetType: "outfit", actorId: admin.id }));
  expect(router.state.location.search).toEqual({ targetType: "outfit", actorId: admin.id });
  await user.click(await screen.findByRole("link", { name: `outfit ${entry.targetId}` }));
  await waitFor(() => expect(router.state.location.search).toEqual({ targetType: "outfit", targetId: entry.targetId }));
});

test("what an address says that a field can't mean is not asked for", async () => {
  await renderApp("/admin/audit?action=nothing&actorId=me&from=yesterday&until=2026-11-20");
  await screen.findByText("outfit.hidden");
  expect(asked()).toEqual({ until: "2026-11-20" });
});
