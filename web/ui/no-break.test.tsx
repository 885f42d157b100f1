import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { NoBreak } from "./no-break.tsx";

function unbroken(title: string): { text: string; whole: (string | null)[] } {
  const { container } = render(<NoBreak>{title}</NoBreak>);
  return { text: container.textContent, whole: [...container.children].map((word) => word.textContent) };
}

test("a short word does not break at its hyphen, and screen readers get the text unchanged", () => {
  const title = "White T-shirt, half-tucked";
  expect(unbroken(title)).toEqual({ text: title, whole: ["T-shirt,", "half-tucked"] });
});

test("a long word may break, and a lone dash is not a word", () => {
  const title = "Straight-from-the-airport - a look";
  expect(unbroken(title)).toEqual({ text: title, whole: [] });
});
