import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Button } from "./button.tsx";

let unmount: () => void;
afterEach(() => unmount());

/** A form that is being sent once its button was pressed. */
function renderForm() {
  const send = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
  const press = vi.fn<() => void>();
  const form = (isBusy: boolean) => (
    <form onSubmit={send}>
      <Button type="submit" isBusy={isBusy} onClick={press}>
        Save
      </Button>
    </form>
  );
  const view = render(form(false));
  unmount = view.unmount;
  return { send, press, setBusy: (isBusy: boolean) => view.rerender(form(isBusy)) };
}

test("a button that becomes busy keeps the focus, ignores presses and does not send its form", async () => {
  const { send, press, setBusy } = renderForm();
  const button = screen.getByRole("button", { name: "Save" });
  await userEvent.click(button);
  expect([press.mock.calls.length, send.mock.calls.length]).toEqual([1, 1]);
  setBusy(true);
  expect(document.activeElement).toBe(button);
  expect([button.getAttribute("aria-disabled"), button.hasAttribute("disabled")]).toEqual(["true", false]);
  await userEvent.click(button);
  await userEvent.keyboard("{Enter}");
  fireEvent.click(button);
  expect([press.mock.calls.length, send.mock.calls.length]).toEqual([1, 1]);
  setBusy(false);
  await userEvent.click(button);
  expect([press.mock.calls.length, send.mock.calls.length]).toEqual([2, 2]);
});
