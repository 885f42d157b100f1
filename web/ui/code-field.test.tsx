import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { CodeField } from "./code-field.tsx";

function renderField({ isBusy = false, value: initial = "" } = {}) {
  function ControlledField() {
    const [value, setValue] = useState(initial);
    return (
      <>
        <CodeField label="Code" digits={4} value={value} onValueChange={setValue} isBusy={isBusy} isFirst />
        <output>{value}</output>
      </>
    );
  }
  render(<ControlledField />);
  return { user: userEvent.setup(), box: (place: number) => screen.getByLabelText(`Digit ${place} of 4`) };
}
const code = () => screen.getByRole("status").textContent;

test("typing moves from box to box and accepts only digits", async () => {
  const { user, box } = renderField();
  expect(document.activeElement).toBe(box(1));
  await user.keyboard("1a2 3");
  expect(code()).toBe("123");
  expect(document.activeElement).toBe(box(4));
  await user.keyboard("3");
  expect(code()).toBe("1233");
  expect(document.activeElement).toBe(box(4));
});

test("Backspace empties a box, and in an empty one moves back without taking anything", async () => {
  const { user, box } = renderField();
  await user.keyboard("12{Backspace}");
  expect(code()).toBe("12");
  expect(document.activeElement).toBe(box(2));
  await user.keyboard("{Backspace}");
  expect(code()).toBe("1");
  expect(document.activeElement).toBe(box(2));
  await user.keyboard("9");
  expect(code()).toBe("19");
});

test("a box that is chosen again takes the digit typed into it", async () => {
  const { user, box } = renderField({ value: "1234" });
  await user.click(box(2));
  await user.keyboard("7");
  expect(code()).toBe("1734");
  fireEvent.input(box(3), { target: { value: "38" } });
  expect(code()).toBe("1784");
});

test("a paste fills all boxes and ignores other characters", async () => {
  const { user, box } = renderField();
  await user.keyboard("5");
  await user.paste("98-76 5");
  expect(code()).toBe("9876");
  expect(document.activeElement).toBe(box(4));
  await user.paste("no digits");
  expect(code()).toBe("9876");
});

test("the phone's suggestion fills all boxes and is offered in the next empty box", async () => {
  const { user, box } = renderField();
  expect(box(1).getAttribute("autocomplete")).toBe("one-time-code");
  await user.keyboard("4");
  expect(box(1).getAttribute("autocomplete")).toBe("off");
  expect(box(2).getAttribute("autocomplete")).toBe("one-time-code");
  fireEvent.input(box(2), { target: { value: "4321" } });
  expect(code()).toBe("4321");
});

test("a press beyond the digits so far focuses the next empty box", async () => {
  const { user, box } = renderField();
  await user.keyboard("1");
  await user.click(box(4));
  expect(document.activeElement).toBe(box(2));
});

test("the arrows, Home and End walk over the digits, and Tab leaves the field", async () => {
  const { user, box } = renderField({ value: "12" });
  await user.keyboard("{End}");
  expect(document.activeElement).toBe(box(3));
  await user.keyboard("{ArrowRight}{ArrowLeft}");
  expect(document.activeElement).toBe(box(2));
  await user.keyboard("{Home}{ArrowLeft}");
  expect(document.activeElement).toBe(box(1));
  await user.keyboard("{End}{Tab}");
  expect(document.activeElement).toBe(document.body);
});

test("a code that is being checked cannot be changed", async () => {
  const { user, box } = renderField({ value: "1234", isBusy: true });
  await user.click(box(4));
  await user.keyboard("{Backspace}5");
  await user.paste("9999");
  expect(code()).toBe("1234");
});
