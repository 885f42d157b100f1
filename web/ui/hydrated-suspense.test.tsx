import { render, screen } from "@testing-library/react";
import { use } from "react";
import { expect, test } from "vitest";
import {
  forgetServedScreen,
  removeUnplacedScreen,
  showServedScreen,
  startInParts,
} from "#web/lib/hydration/frame-parts.ts";
import { keepMovedFocus } from "#web/lib/keep-moved-focus.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { HydratedSuspense } from "./hydrated-suspense.tsx";

const names = ["a", "b", "c", "d", "e", "f"];

function List() {
  return names.map((name) => (
    <HydratedSuspense key={name} fallback={<p>Wait</p>}>
      <p>{name}</p>
    </HydratedSuspense>
  ));
}

test("on a member's first screen, parts with a fallback are rendered in later tasks, the next screen at once", async () => {
  keepMovedFocus();
  document.body.innerHTML = '<div id="app"><main><input></main></div>';
  document.querySelector("input")?.focus();
  const rendered = startInParts(document.getElementById("app") ?? document.body);
  expect(document.activeElement?.tagName).toBe("INPUT");
  forgetServedScreen();
  document.body.replaceChildren();
  const first = render(
    <>
      <HydratedSuspense>
        <p>bar</p>
      </HydratedSuspense>
      <List />
    </>,
  );
  screen.getByText("bar");
  expect(screen.getAllByText("Wait")).toHaveLength(6);
  for (const name of names) await screen.findByText(name);
  expect(screen.queryByText("Wait")).toBeNull();
  await rendered;
  first.unmount();
  render(<List />);
  expect(screen.queryByText("Wait")).toBeNull();
  screen.getByText("f");
});

test("a member's served screen stays also if the app's own waits a second time, and goes with it", async () => {
  document.body.innerHTML = '<div id="app"><main>served</main></div>';
  const container = document.getElementById("app") ?? document.body;
  const rendered = startInParts(container);
  let go: () => void = () => undefined;
  const code = new Promise<void>((resolve) => (go = resolve));
  const Own = () => {
    use(code);
    return <main>own</main>;
  };
  const place = (element: HTMLElement | null) => void (element && showServedScreen(element));
  render(
    <HydratedSuspense fallback={<div ref={place} />}>
      <Own />
    </HydratedSuspense>,
    { container },
  );
  removeUnplacedScreen(container);
  expect(container.textContent).toBe("served");
  await rendered;
  expect(container.textContent).toBe("served");
  go();
  await screen.findByText("own");
  expect(document.body.textContent).toBe("own");
  forgetServedScreen();
});

test("a member's served screen goes where the app has no place for it", async () => {
  document.body.innerHTML = '<div id="app"><main>served</main></div>';
  const container = document.getElementById("app") ?? document.body;
  void startInParts(container);
  render(<HydratedSuspense fallback={<p>Wait</p>}>own</HydratedSuspense>, { container });
  expect(document.body.textContent).toContain("served");
  removeUnplacedScreen(container);
  expect(document.body.textContent).not.toContain("served");
  await screen.findByText("own");
  forgetServedScreen();
});

test("content whose code cannot be fetched says so in its place, and the rest of the screen stays", async () => {
  const Part = lazyPart(
    (): Promise<{ Part: () => null }> => Promise.reject(new Error("Code could not be loaded")),
    "Part",
  );
  render(
    <>
      <input aria-label="Search" />
      <HydratedSuspense load={() => Part.preload()}>
        <Part />
      </HydratedSuspense>
    </>,
  );
  expect((await screen.findByRole("alert")).textContent).toContain("This part didn't load.");
  screen.getByLabelText("Search");
});
