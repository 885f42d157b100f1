import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { toast } from "#web/lib/toast.ts";
import { renderPiece } from "#web/testing/render-app.tsx";
import { Dialog } from "./dialog.tsx";

function Page() {
  const [opened, setOpened] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setOpened(1)}>
        Open
      </button>
      {[1, 2].map((level) => (
        <Dialog key={level} isOpen={opened >= level} onClose={() => setOpened(level - 1)} title={`Level ${level}`}>
          <button type="button" onClick={() => setOpened(2)}>
            Further
          </button>
        </Dialog>
      ))}
    </>
  );
}

const placeOf = (text: string) => screen.getByText(text).closest("dialog");

test("toasts are in the topmost open dialog, or in the body if none is open", async () => {
  const { user } = renderPiece(<Page />);
  toast.info("On the page");
  await screen.findByText("On the page");
  expect(placeOf("On the page")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Open" }));
  const first = screen.getByRole("dialog", { name: "Level 1" });
  expect(placeOf("On the page")).toBe(first);
  toast.error("It failed");
  await screen.findByText("It failed");
  expect(placeOf("It failed")).toBe(first);
  await user.click(screen.getByRole("button", { name: "Further" }));
  expect(placeOf("It failed")).toBe(screen.getByRole("dialog", { name: "Level 2" }));
  await user.click(within(screen.getByRole("dialog", { name: "Level 2" })).getByRole("button", { name: "Close" }));
  expect(placeOf("It failed")).toBe(first);
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(placeOf("It failed")).toBeNull();
});

test("toasts are at the top while a dialog is open, whose buttons are at the bottom", async () => {
  const { user } = renderPiece(<Page />);
  toast.info("Saved before");
  const sideOf = () => screen.getByText("Saved before").closest("[data-sonner-toast]")?.getAttribute("data-y-position");
  await screen.findByText("Saved before");
  expect(sideOf()).toBe("bottom");
  await user.click(screen.getByRole("button", { name: "Open" }));
  await waitFor(() => expect(sideOf()).toBe("top"));
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(sideOf()).toBe("bottom"));
});

function Passing() {
  const [isThere, setIsThere] = useState(true);
  if (!isThere) return null;
  return (
    <Dialog isOpen onClose={() => undefined} title="Passing">
      <button type="button" onClick={() => setIsThere(false)}>
        Leave
      </button>
    </Dialog>
  );
}

test("a dialog that is removed leaves its toasts in the body", async () => {
  const { user } = renderPiece(<Passing />);
  toast.error("Still here");
  await screen.findByText("Still here");
  expect(placeOf("Still here")).not.toBeNull();
  await user.click(screen.getByRole("button", { name: "Leave" }));
  expect(placeOf("Still here")).toBeNull();
});
