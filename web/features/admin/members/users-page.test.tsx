import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { meKey } from "#web/data/me.ts";
import { anAdminMember } from "#web/testing/an-admin-member.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, aPage } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe({ isVerified: true }));
  mockApi.on("GET /api/admin/access", { confirmedUntil: "2099-01-01T00:00:00.000Z" });
  mockApi.on("GET /api/admin/findings", aPage([]));
  mockApi.on("GET /api/admin/members", aPage([]));
});
/** The filter of the last request. */
const asked = () => Object.fromEntries(mockApi.requests("GET /api/admin/members").at(-1)?.url.searchParams ?? []);

test("the search and the filters are in the address, from which the page takes them", async () => {
  const { user, router } = await renderApp("/admin/users?search=501&status=banned&role=king&joinedFrom=2026-11-01");
  await screen.findByText("No members found");
  expect(asked()).toEqual({ search: "501", status: "banned", joinedFrom: "2026-11-01" });
  await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Any status");
  await user.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "Oldest");
  const search = screen.getByRole<HTMLInputElement>("searchbox", { name: "Search members" });
  expect(search.value).toBe("501");
  await user.clear(search);
  await user.type(search, "mia");
  await waitFor(() => expect(asked()).toEqual({ search: "mia", joinedFrom: "2026-11-01", sort: "oldest" }));
  expect(router.state.location.search).toMatchObject({ search: "mia", joinedFrom: "2026-11-01", sort: "oldest" });
});

test("the default order is no filter", async () => {
  const { user } = await renderApp("/admin/users?role=business");
  const sort = await screen.findByRole("combobox", { name: "Sort by" });
  await user.selectOptions(sort, "Username");
  await screen.findByRole("button", { name: "Filters (2)" });
  await user.selectOptions(sort, "Newest");
  expect(await screen.findByRole("button", { name: "Filters (1)" })).toBeTruthy();
});

const own = anAdminMember({ id: memberId, role: "admin" });

/** The admin, in the list of members, asks to be a user from now on. */
async function giveUpRole() {
  mockApi.on("GET /api/admin/members", aPage([own]));
  const app = await renderApp("/admin/users");
  app.queryClient.setQueryData(meKey, aMe({ isVerified: true }));
  await app.user.selectOptions(await screen.findByRole("combobox", { name: "Role of @mia" }), "User");
  await app.user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Change role" }));
  return app;
}

test("an admin who takes their own role away leaves the admin area", async () => {
  mockApi.on("GET /api/outfits", aPage([]));
  mockApi.on("PUT /api/admin/members/:memberId/role", () => {
    for (const refused of ["access", "members", "findings"] as const)
      mockApi.on(`GET /api/admin/${refused}`, fails("auth.forbidden"));
    return { ...own, role: "user" };
  });
  const { router } = await giveUpRole();
  await waitFor(() => expect(router.state.location.pathname).toBe("/explore"));
  await waitFor(() => expect(mockApi.requests("GET /api/me")).toHaveLength(1));
  expect(mockApi.requests("GET /api/admin/members")).toHaveLength(1);
});

test("an admin whose own change of role failed stays", async () => {
  mockApi.on("GET /api/outfits", aPage([]));
  mockApi.on("PUT /api/admin/members/:memberId/role", () => {
    mockApi.on("GET /api/admin/access", fails("server.unavailable"));
    return Response.json({ code: "server.unavailable" }, { status: 503 });
  });
  const { router } = await giveUpRole();
  await waitFor(() => expect(mockApi.requests("GET /api/admin/members")).toHaveLength(2));
  expect(router.state.location.pathname).toBe("/admin/users");
});
