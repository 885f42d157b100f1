import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { startInParts, takeServedScreen } from "#web/lib/hydration.ts";
import { keepMovedFocus } from "#web/lib/keep-moved-focus.ts";
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
  expect(takeServedScreen()?.tagName).toBe("MAIN");
  expect(takeServedScreen()).toBeNull();
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
