import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aBoard, aMe, anAuthor, aPage } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";

const board = aBoard({ name: "Trips", owner: anAuthor({ id: memberId }) });

async function openDialog() {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/boards/:boardId", board);
  mockApi.on("GET /api/boards/:boardId/saves", aPage([]));
  const app = await renderApp(`/boards/${board.id}`);
  await app.user.click(await screen.findByRole("button", { name: "Edit board" }));
  const dialog = within(screen.getByRole("dialog", { name: "Edit board" }));
  return { ...app, name: dialog.getByLabelText("Name"), save: dialog.getByRole("button", { name: "Save" }) };
}

test("a new name leaves alone that another tab has hidden the board meanwhile", async () => {
  const { user, queryClient, name, save } = await openDialog();
  mockApi.on("GET /api/boards/:boardId", { ...board, isHidden: true });
  await act(() => queryClient.invalidateQueries());
  expect(await screen.findByText("Hidden")).toBeTruthy();
  mockApi.on("PATCH /api/boards/:boardId", { ...board, name: "Journeys", isHidden: true });
  await user.clear(name);
  await user.type(name, "Journeys");
  await user.click(save);
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Edit board" })).toBeNull());
  expect(mockApi.requests("PATCH /api/boards/:boardId").map(({ body }) => body)).toEqual([{ name: "Journeys" }]);
});

test("nothing is sent where nothing was changed", async () => {
  const { user, name, save } = await openDialog();
  await user.type(name, "{Enter}");
  expect(save).toHaveProperty("disabled", true);
  expect(mockApi.requests("PATCH /api/boards/:boardId")).toEqual([]);
});
