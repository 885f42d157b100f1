import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Route as articles } from "./routes/articles.tsx";
import { deferred } from "./testing/deferred.ts";
import { mockApi } from "./testing/mock-api.ts";
import { renderApp } from "./testing/render-app.tsx";
import { aPage } from "./testing/samples.ts";

test("an address in another case is not found, as at the server", async () => {
  await renderApp("/Articles");
  expect(await screen.findByRole("heading", { name: /not found/i })).toBeTruthy();
});

test("a screen stays, with the focus, while a slow device or line gets what a search needs", async () => {
  mockApi.on("GET /api/articles", { ...aPage([]), correction: null });
  mockApi.on("GET /api/articles/tags", { items: [] });
  const { router } = await renderApp("/articles");
  const field = await screen.findByRole("searchbox", { name: "Search articles" });
  field.focus();

  const reply = deferred<undefined>();
  const options = articles.options as unknown as { loader: () => unknown };
  const loader = vi.spyOn(options, "loader").mockReturnValue(reply.promise);
  const navigation = router.navigate({ to: "/articles", search: { q: "linen" } });
  await act(() => new Promise((resolve) => setTimeout(resolve, 500)));
  expect(router.state.status).toBe("pending");
  expect(document.activeElement).toBe(field);
  reply.resolve(undefined);
  await act(() => navigation);
  expect(document.activeElement).toBe(field);
  loader.mockRestore();
});
