import { render, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { pageTitles } from "#contract/page-titles.ts";
import { startHydration } from "#web/lib/hydration/hydration.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aPage, aStyle } from "#web/testing/samples.ts";
import { Page } from "./page.tsx";

test.each(Object.entries(pageTitles))("%s has the server's title in the browser, too", async (path, title) => {
  mockApi.on("GET /api/outfits", aPage([]));
  mockApi.on("GET /api/styles", { items: [aStyle()] });
  mockApi.on("GET /api/articles", { ...aPage([]), correction: null });
  mockApi.on("GET /api/articles/tags", { items: [] });
  mockApi.on("GET /api/events", { ...aPage([]), correction: null, placeCorrection: null });
  mockApi.on("GET /api/rewards", { items: [] });
  await renderApp(path);
  await waitFor(() => expect(document.title).toBe(`${title} · Fash`));
});

test("a title that the server alone knows stays until the screen's own changes", () => {
  document.title = "Looks: Wear it";
  startHydration();
  const page = (title: string) => (
    <Page title={title} isTitleServed>
      Everyone
    </Page>
  );
  const { rerender } = render(page("Home"));
  expect(document.title).toBe("Looks: Wear it");
  rerender(page("Explore"));
  expect(document.title).toBe("Explore · Fash");
  rerender(page("Home"));
  expect(document.title).toBe("Home · Fash");
});
