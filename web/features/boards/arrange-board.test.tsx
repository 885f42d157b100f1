import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aBoard, aMe, anAuthor, anOutfitCard, aPage, aSave } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";

const board = aBoard({ name: "Trips", owner: anAuthor({ id: memberId }), savesCount: 4 });
const saves = ["Wool coat", "Red boots", "Linen suit", "Straw hat"].map((title) =>
  aSave({ outfit: anOutfitCard({ title, saved: true }) }),
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
  let stored = saves;
  mockApi.on("PUT /api/boards/:boardId/saves/:saveId/position", () => {
    const [coat, boots, ...others] = saves;
    stored = [boots, coat, ...others].flatMap((save) => save ?? []);
    return { ok: true };
  });
  const { user } = await renderApp(`/boards/${board.id}`);
  await waitFor(() => expect(titles()).toEqual(["Wool coat", "Red boots"]));
  await user.click(screen.getByRole("button", { name: "Arrange" }));
  const again = await screen
    .findByText("Couldn't load more.")
    .then(() => screen.getByRole("button", { name: "Show more" }));
  expect(screen.queryByRole("button", { name: /^Move / })).toBeNull();
  mockApi.on("GET /api/boards/:boardId/saves", ({ query }) =>
    query["cursor"] === undefined ? aPage(stored.slice(0, 2), "next") : aPage(stored.slice(2)),
  );
  await user.click(again);
  await user.click(await screen.findByRole("button", { name: "Move Wool coat back" }));
  await waitFor(() => expect(titles()).toEqual(["Red boots", "Wool coat", "Linen suit", "Straw hat"]));
  const moves = mockApi.requests("PUT /api/boards/:boardId/saves/:saveId/position").map(({ body }) => body);
  expect(moves).toEqual([{ before: saves[2]?.id }]);
});

test("quick changes are sent in order, and the board is reloaded after the last one", async () => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/boards/:boardId", board);
  let stored = saves;
  mockApi.on("GET /api/boards/:boardId/saves", () => aPage(stored));
  const taken = deferred<{ ok: true }>();
  mockApi.on("DELETE /api/boards/:boardId/saves/:saveId", () => taken.promise);
  const moved = deferred<{ ok: true }>();
  mockApi.on("PUT /api/boards/:boardId/saves/:saveId/position", () => moved.promise);
  const { user } = await renderApp(`/boards/${board.id}`);
  await user.click(await screen.findByRole("button", { name: "Arrange" }));
  await user.click(screen.getByRole("button", { name: "Remove Wool coat from this board" }));
  await user.click(screen.getByRole("button", { name: "Move Straw hat forward" }));
  await waitFor(() => expect(titles()).toEqual(["Red boots", "Straw hat", "Linen suit"]));
  expect(mockApi.requests("PUT /api/boards/:boardId/saves/:saveId/position")).toHaveLength(0);
  stored = saves.slice(1);
  taken.resolve({ ok: true });
  await waitFor(() => expect(mockApi.requests("PUT /api/boards/:boardId/saves/:saveId/position")).toHaveLength(1));
  expect(await screen.findByText("Removed from board")).toBeTruthy();
  expect(mockApi.requests("GET /api/boards/:boardId/saves")).toHaveLength(1);
  expect(titles()).toEqual(["Red boots", "Straw hat", "Linen suit"]);
  const [, boots, suit, hat] = saves;
  // Somebody else's outfit came back in the meantime.
  stored = [boots, hat, suit, aSave({ outfit: anOutfitCard({ title: "Silk scarf", saved: true }) })].flatMap(
    (save) => save ?? [],
  );
  moved.resolve({ ok: true });
  await waitFor(() => expect(titles()).toEqual(["Red boots", "Straw hat", "Linen suit", "Silk scarf"]));
});
