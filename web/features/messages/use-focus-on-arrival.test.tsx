import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useFocusOnArrival } from "./use-focus-on-arrival.ts";

const { matchMedia } = globalThis;
afterEach(() => vi.stubGlobal("matchMedia", matchMedia));

function Page() {
  return (
    <main id="main" tabIndex={-1}>
      <button type="button">Back</button>
      <textarea ref={useFocusOnArrival<HTMLTextAreaElement>()} />
    </main>
  );
}

test.each([
  ["a mouse", "(pointer: fine)", "TEXTAREA"],
  ["a touch screen", "(pointer: coarse)", "BODY"],
])("with %s the focus goes where its owner goes on", (_, pointer, focused) => {
  vi.stubGlobal("matchMedia", (media: string) => ({ matches: media === pointer }));
  render(<Page />);
  expect(document.activeElement?.tagName).toBe(focused);
});

test("a control that has the focus keeps it", () => {
  vi.stubGlobal("matchMedia", (media: string) => ({ matches: media === "(pointer: fine)" }));
  render(<button type="button">First</button>);
  screen.getByRole("button").focus();
  render(<Page />);
  expect(document.activeElement?.textContent).toBe("First");
});
