import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { limits } from "#contract/limits.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anAuthor, aPage } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

async function openPalette() {
  signIn();
  mockApi.on("GET /api/me", aMe({ isVerified: true }));
  mockApi.on("GET /api/admin/access", { confirmedUntil: "2099-01-01T00:00:00.000Z" });
  mockApi.on("GET /api/admin/audit", aPage([]));
  mockApi.on("GET /api/admin/members", aPage([]));
  mockApi.on("GET /api/admin/search", ({ query }) => ({
    members: query["search"] === "anna" ? [{ ...anAuthor({ username: "anna" }), email: null }] : [],
    outfits: [],
    cases: [],
  }));
  const { user, router } = await renderApp("/admin/audit");
  await user.click(await screen.findByRole("button", { name: /^Search/ }));
  const field = screen.getByRole<HTMLInputElement>("combobox", { name: /^Search members/ });
  return { user, router, field };
}

test("Enter opens nothing that the words before have found", async () => {
  const { user, router, field } = await openPalette();
  expect(field.maxLength).toBe(limits.searchCharsMax);
  await user.type(field, "anna");
  const results = within(screen.getByRole("listbox", { name: "Results" }));
  await results.findByRole("option", { name: /@anna/ });
  await user.clear(field);
  await user.type(field, "bob{Enter}");
  expect(results.queryByRole("option")).toBeNull();
  await waitFor(() => expect(mockApi.requests("GET /api/admin/search")).toHaveLength(2));
  expect(router.state.location.pathname).toBe("/admin/audit");
});

test("Enter that confirms what an input method wrote opens nothing", async () => {
  const { user, router, field } = await openPalette();
  await user.type(field, "anna");
  await screen.findByRole("option", { name: /@anna/ });
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  expect(screen.getByRole("option", { name: /@anna/ })).toBeTruthy();
  expect(router.state.location.pathname).toBe("/admin/audit");
});
