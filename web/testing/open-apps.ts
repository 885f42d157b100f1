import type { QueryClient } from "@tanstack/react-query";
import { act, cleanup } from "@testing-library/react";
import { vi } from "vitest";
import type { createAppRouter } from "#web/router.tsx";
import { mockApi } from "./mock-api.ts";

interface OpenApp {
  router?: ReturnType<typeof createAppRouter>;
  queryClient: QueryClient;
}
const openApps: OpenApp[] = [];

/** What the test has on its screen, to be closed after it. */
export function registerOpenApp(app: OpenApp): void {
  openApps.push(app);
}

/**
 * Ends what a test has on its screen. Its last action may have opened a screen whose code and answers are still to come:
 * they come first, so that the test that caused a call answers for it and not the one after.
 */
export async function closeApps(): Promise<void> {
  const apps = openApps.splice(0);
  for (let quietTurns = 0; apps.length > 0 && quietTurns < 2;) {
    const before = mockApi.counts().asked;
    await act(async () => {
      await vi.dynamicImportSettled();
      await new Promise((resolve) => setTimeout(resolve, 0));
    });
    const { asked, answering } = mockApi.counts();
    // A screen that waits for a response that the test withholds sends no further requests.
    const isLoading = answering === 0 && apps.some(({ router }) => router?.state.isLoading);
    quietTurns = asked === before && !isLoading ? quietTurns + 1 : 0;
  }
  cleanup();
  for (const { router, queryClient } of apps) {
    // A link that the pointer still rests on would fetch its screen a moment later.
    if (router) router.preloadRoute = () => Promise.resolve(undefined);
    queryClient.clear();
  }
}
