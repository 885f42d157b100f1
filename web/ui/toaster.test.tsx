import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { commitRemovals, removeWithUndo } from "#web/lib/removals.ts";
import { toast } from "#web/lib/toast.ts";
import { renderPiece } from "#web/testing/render-app.tsx";

test("a toast that is dismissed before the toaster has loaded is not shown", async () => {
  toast.error("First mistake", { id: "form" });
  toast.info("A notice");
  toast.dismiss("form");
  renderPiece(<p>A form</p>);
  expect(await screen.findByText("A notice")).toBeTruthy();
  expect(screen.queryByText("First mistake")).toBeNull();
});

test("a toast that follows a dismissed one with its id stays", async () => {
  renderPiece(<p>A form</p>);
  toast.error("First mistake", { id: "form" });
  expect(await screen.findByText("First mistake")).toBeTruthy();
  toast.dismiss("form");
  await waitFor(() => expect(document.querySelector("[data-removed=true]")).toBeTruthy());
  toast.error("Second mistake", { id: "form" });
  expect(await screen.findByText("Second mistake")).toBeTruthy();
  // Longer than the first one takes to leave.
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(screen.queryByText("First mistake")).toBeNull();
  expect(screen.getByText("Second mistake")).toBeTruthy();
  toast.dismiss("form");
  await waitFor(() => expect(screen.queryByText("Second mistake")).toBeNull());
});

test("a toast with the id of one that is shown replaces it", async () => {
  renderPiece(<p>A form</p>);
  toast.error("Name is required", { id: "form" });
  expect(await screen.findByText("Name is required")).toBeTruthy();
  toast.error("Invalid email address", { id: "form" });
  expect(await screen.findByText("Invalid email address")).toBeTruthy();
  expect(screen.queryByText("Name is required")).toBeNull();
});

test("the first of ten deletions in a row can still be undone", async () => {
  renderPiece(<p>A list</p>);
  for (let count = 1; count <= 10; count += 1)
    removeWithUndo(`save ${count}`, `Removed ${count}`, () => Promise.resolve());
  const first = await screen.findByText("Removed 1");
  expect(await screen.findAllByRole("button", { name: "Undo" })).toHaveLength(10);
  // Sonner leaves what is not visible out of reach.
  expect(first.closest("[data-sonner-toast]")?.getAttribute("data-visible")).toBe("true");
});

test("deletions of one kind are told apart by what was deleted", async () => {
  renderPiece(<p>A list</p>);
  for (const name of ["Wool coat", "Red boots"])
    removeWithUndo(`save ${name}`, "Removed from closet", () => Promise.resolve(), name);
  const undo = await screen.findByRole("button", { name: "Undo Wool coat" });
  await screen.findByRole("button", { name: "Undo Red boots" });
  expect(undo.closest("[data-sonner-toast]")?.querySelector("[data-description]")?.textContent).toBe("Wool coat");
  act(() => undo.click());
  await waitFor(() => expect(screen.queryByRole("button", { name: "Undo Wool coat" })).toBeNull());
  expect(screen.getByRole("button", { name: "Undo Red boots" })).toBeTruthy();
});

test("the stack of toasts is open while one of its buttons has the focus", async () => {
  renderPiece(<button>A list</button>);
  for (const count of [1, 2, 3, 4, 5]) removeWithUndo(`note ${count}`, `Deleted ${count}`, () => Promise.resolve());
  const shown = (await screen.findByText("Deleted 1")).closest("[data-sonner-toast]");
  expect(shown?.getAttribute("data-expanded")).toBe("false");
  act(() => screen.getAllByRole("button", { name: "Undo" })[4]?.focus());
  await waitFor(() => expect(shown?.getAttribute("data-expanded")).toBe("true"));
  act(() => screen.getByRole("button", { name: "A list" }).focus());
  await waitFor(() => expect(shown?.getAttribute("data-expanded")).toBe("false"));
});

test("the stack closes when the toast that has the focus goes", async () => {
  renderPiece(<p>A list</p>);
  for (const count of [1, 2, 3]) removeWithUndo(`look ${count}`, `Hidden ${count}`, () => Promise.resolve());
  const shown = (await screen.findByText("Hidden 3")).closest("[data-sonner-toast]");
  const button = within((await screen.findByText("Hidden 1")).closest("li") ?? document.body).getByRole("button");
  act(() => button.focus());
  await waitFor(() => expect(shown?.getAttribute("data-expanded")).toBe("true"));
  void commitRemovals(["look 1"]);
  await waitFor(() => expect(button.isConnected).toBe(false));
  await waitFor(() => expect(shown?.getAttribute("data-expanded")).toBe("false"));
});
