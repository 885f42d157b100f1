import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aBoard, aMe, anAuthor, anOutfitCard, aPage, aSave } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";

const board = aBoard({ name: "Trips", owner: anAuthor({ id: memberId }), savesCount: 4 });
const saves = ["Wool coat", "Red boots", "Linen suit", "Straw hat"].map((title) =>
  aSave({ outfit: anOutfitCard({ title }) }),
);

const titles = () =>
  within(screen.getByRole("list", { name: "Outfits on this board" }))
    .getAllByRole("listitem")
    .map((item) => within(item).getAllByRole("link")[0]?.textContent);

test("a board is arranged once all its saves are loaded, so that a place is one of the whole board", async () => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/boards/:boardId", board);
  mockApi.on("GET /api/boards/:boardId/saves", ({ query }) =>
    query["cursor"] === undefined ? aPage(saves.slice(0, 2), "next") : fails("internal"),
  );
  mockApi.on("PUT /api/boards/:boardId/saves/:saveId/position", { ok: true });
  const { user } = await renderApp(`/boards/${board.id}`);
  await waitFor(() => expect(titles()).toEqual(["Wool coat", "Red boots"]));
  await user.click(screen.getByRole("button", { name: "Arrange" }));
  const again = await screen
    .findByText("Couldn't load more.")
    .then(() => screen.getByRole("button", { name: "Show more" }));
  expect(screen.queryByRole("button", { name: /^Move / })).toBeNull();
  mockApi.on("GET /api/boards/:boardId/saves", ({ query }) =>
    query["cursor"] === undefined ? aPage(saves.slice(0, 2), "next") : aPage(saves.slice(2)),
  );
  await user.click(again);
  await user.click(await screen.findByRole("button", { name: "Move Wool coat back" }));
  await waitFor(() => expect(titles()).toEqual(["Red boots", "Wool coat", "Linen suit", "Straw hat"]));
  const moves = mockApi.requests("PUT /api/boards/:boardId/saves/:saveId/position").map(({ body }) => body);
  expect(moves).toEqual([{ before: saves[2]?.id }]);
});
