import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { WholeWords } from "./whole-words.tsx";

function unbroken(title: string): { text: string; whole: (string | null)[] } {
  const { container } = render(<WholeWords>{title}</WholeWords>);
  return { text: container.textContent, whole: [...container.children].map((word) => word.textContent) };
}

test("a short word keeps its two halves together, and the text is read as it was written", () => {
  const title = "White T-shirt, half-tucked";
  expect(unbroken(title)).toEqual({ text: title, whole: ["T-shirt,", "half-tucked"] });
});

test("a long one may break, and a lone dash is no word", () => {
  const title = "Straight-from-the-airport - a look";
  expect(unbroken(title)).toEqual({ text: title, whole: [] });
});
