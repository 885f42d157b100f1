import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderPiece } from "#web/testing/render-app.tsx";
import { Dialog } from "./dialog.tsx";

function Steps({ first }: { first: "menu" | "form" }) {
  const [step, setStep] = useState(first);
  return (
    <Dialog isOpen onClose={() => undefined} title={step === "menu" ? "What to do" : "Tell us"}>
      {step === "menu" ? (
        <button type="button" onClick={() => setStep("form")}>
          Report
        </button>
      ) : (
        <input aria-label="Words" data-first-focus />
      )}
    </Dialog>
  );
}

test("a dialog opens at the control that is marked for it", () => {
  renderPiece(<Steps first="form" />);
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Words" }));
});

test("when the focused step is removed, the focus moves to the title of the next one", async () => {
  const { user } = renderPiece(<Steps first="menu" />);
  await user.click(screen.getByRole("button", { name: "Report" }));
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Tell us" }));
});

test("Escape calls onClose once and does not close the dialog itself", () => {
  let asked = 0;
  renderPiece(
    <Dialog isOpen onClose={() => void (asked += 1)} title="Sure?">
      text
    </Dialog>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>("dialog", { name: "Sure?" });
  dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
  expect([asked, dialog.open]).toEqual([1, true]);
});

test("it stays open where the browser closes it and its owner did not", () => {
  renderPiece(
    <Dialog isOpen onClose={() => undefined} title="Sure?">
      text
    </Dialog>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>("dialog", { name: "Sure?" });
  dialog.close();
  expect(dialog.open).toBe(true);
});

test("a press on the backdrop closes it; a drag from inside that ends there does not", async () => {
  let asked = 0;
  const { user } = renderPiece(
    <Dialog isOpen onClose={() => void (asked += 1)} title="Sure?">
      text
    </Dialog>,
  );
  const dialog = screen.getByRole("dialog", { name: "Sure?" });
  fireEvent.pointerDown(screen.getByText("text"));
  fireEvent.click(dialog);
  expect(asked).toBe(0);
  await user.click(dialog);
  expect(asked).toBe(1);
});
