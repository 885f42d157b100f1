import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { deferred } from "#web/testing/deferred.ts";
import { ScreenOutlet } from "./screen-outlet.tsx";

test.each(["of the app", "of a layout without a component"])(
  "the outlet %s never renders a screen whose route was left, while the next one is pending",
  async (place) => {
    const reply = deferred<undefined>();
    const failures: string[] = [];
    const root = createRootRoute({ component: ScreenOutlet });
    const layout = createRoute({ getParentRoute: () => root, id: "layout" });
    const parent = () => (place === "of the app" ? root : layout) as typeof root;
    const left = createRoute({
      getParentRoute: parent,
      path: "/left",
      validateSearch: () => ({ q: "linen" }),
      component: () => <p>Results for {(left.useSearch() as { q: string }).q}</p>,
    });
    const next = createRoute({
      getParentRoute: parent,
      path: "/next",
      loader: () => reply.promise,
      component: () => <p>Next</p>,
    });
    const screens = [left, next];
    const router = createRouter({
      routeTree: root.addChildren(place === "of the app" ? screens : [layout.addChildren(screens)]),
      history: createMemoryHistory({ initialEntries: ["/left"] }),
      defaultComponent: ScreenOutlet,
      defaultPendingMs: 0,
      defaultPendingComponent: () => <p>Loading</p>,
      defaultErrorComponent: () => <p>This page didn't load</p>,
      defaultOnCatch: (error) => void failures.push(String(error)),
    });
    const view = render(<RouterProvider router={router} />);
    await act(() => router.load());
    expect(screen.getByText("Results for linen")).toBeTruthy();

    // The router restores the scroll position now: the screen must have its height.
    const seen: (string | null)[] = [];
    router.subscribe("onRendered", () => void seen.push(view.container.textContent));
    const navigation = router.navigate({ href: "/next" });
    expect(await screen.findByText("Loading")).toBeTruthy();
    expect(screen.queryByText(/Results/)).toBeNull();
    reply.resolve(undefined);
    await act(() => navigation);
    expect(await screen.findByText("Next")).toBeTruthy();
    expect(seen).toEqual(["Next"]);
    expect(failures).toEqual([]);
    view.unmount();
  },
);
