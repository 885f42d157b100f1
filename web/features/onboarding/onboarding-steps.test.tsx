import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, aStyle } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

test("each step begins at its top, with the focus on it", async () => {
  signIn();
  mockApi.on("GET /api/me", aMe({ username: "member2925" }));
  mockApi.on("GET /api/styles", { items: [aStyle({ name: "Grunge" })] });
  mockApi.on("GET /api/stylists/suggested", { items: [] });
  const { user } = await renderApp("/onboarding");
  await screen.findByRole("heading", { name: "What should we call you?" });
  const toTop = vi.spyOn(window, "scrollTo");
  for (const [press, heading] of [
    ["Skip", "What do you wear?"],
    ["Skip", "Follow three stylists"],
  ] as const) {
    toTop.mockClear();
    await user.click(screen.getByRole("button", { name: press }));
    await screen.findByRole("heading", { name: heading });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
    expect(toTop).toHaveBeenCalledWith(0, 0);
  }
});
