import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { toast } from "#web/lib/toast.ts";
import { renderPiece } from "#web/testing/render-app.tsx";
import { Toaster } from "./toaster.tsx";

test("a toast that follows a dismissed one with its id stays", async () => {
  renderPiece(<Toaster isOnTop={false} hasNav={false} />);
  toast.error("Passwords do not match", { id: "form" });
  expect(await screen.findByText("Passwords do not match")).toBeTruthy();
  toast.dismiss("form");
  await waitFor(() => expect(document.querySelector("[data-removed=true]")).toBeTruthy());
  toast.error("Failed to change password", { id: "form" });
  expect(await screen.findByText("Failed to change password")).toBeTruthy();
  // Longer than the first one takes to leave.
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(screen.queryByText("Passwords do not match")).toBeNull();
  expect(screen.getByText("Failed to change password")).toBeTruthy();
  toast.dismiss("form");
  await waitFor(() => expect(screen.queryByText("Failed to change password")).toBeNull());
});

test("a toast with the id of one that is shown replaces it", async () => {
  renderPiece(<Toaster isOnTop={false} hasNav={false} />);
  toast.error("Name is required", { id: "form" });
  expect(await screen.findByText("Name is required")).toBeTruthy();
  toast.error("Invalid email address", { id: "form" });
  expect(await screen.findByText("Invalid email address")).toBeTruthy();
  expect(screen.queryByText("Name is required")).toBeNull();
});
