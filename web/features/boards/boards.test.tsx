import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { removeWithUndo } from "#web/lib/removals.ts";
import { deferred } from "#web/testing/deferred.ts";
import { descriptionOf } from "#web/testing/description-of.ts";
import { fails, mockApi, type MockFailure } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aBoard, aMe, anAuthor, anOutfitCard, aPage, aSave } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";

const owner = anAuthor({ id: memberId, username: "mia" });
const trips = aBoard({ name: "Trips", owner, savesCount: 2 });
const gifts = aBoard({ name: "Gifts", owner, isHidden: true });
const coat = aSave({ outfit: anOutfitCard({ title: "Wool coat", saved: true }) });
const boots = aSave({ outfit: anOutfitCard({ title: "Red boots", saved: true }) });

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/styles", { items: [] });
  mockApi.on("GET /api/closet", aPage([coat]));
  mockApi.on("GET /api/boards", { items: [trips, gifts] });
  mockApi.on("GET /api/boards/:boardId", trips);
  mockApi.on("GET /api/boards/:boardId/saves", aPage([coat, boots]));
});

const dialog = (name: string) => within(screen.getByRole("dialog", { name }));
const firstError = (list: string) =>
  within(screen.getByRole("list", { name: list }))
    .getAllByRole("listitem")
    .map((item) => within(item).getAllByRole("link")[0]?.textContent);

describe("on the shelf", () => {
  test("lists all boards with their counts, hidden ones marked", async () => {
    await renderApp("/closet");
    expect(await screen.findByRole("link", { name: /^Trips ?2 outfits/ })).toBeTruthy();
    const hidden = screen.getByRole("link", { name: /^Gifts/ });
    expect(within(hidden).getByLabelText("Hidden")).toBeTruthy();
    expect(within(hidden).getByText("Nothing yet")).toBeTruthy();
  });

  test("a new one is made with a name, hidden or not", async () => {
    mockApi.on("POST /api/boards", aBoard({ name: "Rain", owner }));
    const { user } = await renderApp("/closet");
    await user.click(await screen.findByRole("button", { name: "New board" }));
    const form = dialog("New board");
    expect(form.getByRole<HTMLButtonElement>("button", { name: "Create" }).disabled).toBe(true);
    await user.type(form.getByRole("textbox", { name: "Name" }), "Rain");
    await user.click(form.getByRole("switch", { name: /Visible to others/ }));
    await user.click(form.getByRole("button", { name: "Create" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "New board" })).toBeNull());
    expect(mockApi.requests("POST /api/boards").map(({ body }) => body)).toEqual([{ name: "Rain", isHidden: true }]);
    expect(await screen.findByText("Board created")).toBeTruthy();
  });

  test("a new one is in view, at the start of the row", async () => {
    const rain = aBoard({ name: "Rain", owner });
    mockApi.on("POST /api/boards", rain);
    const { user } = await renderApp("/closet");
    const row = await screen.findByRole("list", { name: "Boards" });
    // The browser keeps the board that the row was snapped to where it was.
    row.scrollLeft = 200;
    await user.click(screen.getByRole("button", { name: "New board" }));
    mockApi.on("GET /api/boards", { items: [rain, trips, gifts] });
    await user.type(dialog("New board").getByRole("textbox", { name: "Name" }), "Rain{Enter}");
    await waitFor(() => expect(within(row).getAllByRole("link")).toHaveLength(3));
    expect(row.scrollLeft).toBe(0);
  });

  test("a taken name is reported at its field, and the input stays", async () => {
    mockApi.on("POST /api/boards", fails("board.name_taken"));
    const { user } = await renderApp("/closet");
    await user.click(await screen.findByRole("button", { name: "New board" }));
    const name = dialog("New board").getByRole<HTMLInputElement>("textbox", { name: "Name" });
    await user.type(name, "Trips{Enter}");
    await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
    expect(descriptionOf(name)).toBe("You already have a board with this name.");
    expect(screen.getAllByText("You already have a board with this name.")).toHaveLength(1);
    expect(name.value).toBe("Trips");
    await user.click(screen.getByRole("button", { name: "Close" }));
    await user.click(screen.getByRole("button", { name: "New board" }));
    expect(dialog("New board").getByRole("textbox").getAttribute("aria-invalid")).toBeNull();
  });

  test("a validation error of the name is shown at its field, too", async () => {
    mockApi.on("POST /api/boards", fails("request.invalid", [{ path: "name", message: "Give the board a name" }]));
    const { user } = await renderApp("/closet");
    await user.click(await screen.findByRole("button", { name: "New board" }));
    const name = dialog("New board").getByRole("textbox", { name: "Name" });
    await user.type(name, "x{Enter}");
    await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
    expect(dialog("New board").getByRole("alert").textContent).toBe("Give the board a name");
  });

  test("boards are put in order by their arrows, at once, the focus staying on the arrow", async () => {
    const answer = deferred<{ ok: true }>();
    mockApi.on("PUT /api/boards/:boardId/position", () => answer.promise);
    const { user } = await renderApp("/closet");
    await user.click(await screen.findByRole("button", { name: "Arrange boards" }));
    const forward = screen.getByRole("button", { name: "Move Gifts forward" });
    expect(screen.getByRole("button", { name: "Move Trips forward" }).getAttribute("aria-disabled")).toBe("true");
    forward.focus();
    await user.keyboard("{Enter}");
    await waitFor(() =>
      expect(firstError("Boards").map((message) => message?.slice(0, 5))).toEqual(["Gifts", "Trips"]),
    );
    expect(document.activeElement).toBe(forward);
    await user.keyboard("{Enter}");
    answer.resolve({ ok: true });
    await user.click(screen.getByRole("button", { name: "Done arranging boards" }));
    expect(mockApi.requests("PUT /api/boards/:boardId/position")).toMatchObject([{ body: { before: trips.id } }]);
  });

  test("a rejected order is rolled back with an error", async () => {
    mockApi.on("PUT /api/boards/:boardId/position", fails("internal"));
    const { user } = await renderApp("/closet");
    await user.click(await screen.findByRole("button", { name: "Arrange boards" }));
    await user.click(screen.getByRole("button", { name: "Move Trips back" }));
    expect(await screen.findByText("Failed to update order")).toBeTruthy();
    await waitFor(() =>
      expect(firstError("Boards").map((message) => message?.slice(0, 5))).toEqual(["Trips", "Gifts"]),
    );
    expect(mockApi.requests("PUT /api/boards/:boardId/position")).toMatchObject([{ body: { before: null } }]);
  });

  test("of two moves only the rejected one is rolled back", async () => {
    const rain = aBoard({ name: "Rain", owner });
    let order = [trips, gifts, rain];
    const replies = [deferred<MockFailure>(), deferred<{ ok: true }>()] as const;
    mockApi.on("GET /api/boards", () => ({ items: order }));
    mockApi.on("PUT /api/boards/:boardId/position", ({ params: { boardId } }) =>
      boardId === trips.id ? replies[0].promise : replies[1].promise,
    );
    const { user } = await renderApp("/closet");
    await user.click(await screen.findByRole("button", { name: "Arrange boards" }));
    const names = () => firstError("Boards").map((text) => text?.slice(0, 4));
    await user.click(screen.getByRole("button", { name: "Move Trips back" }));
    await user.click(screen.getByRole("button", { name: "Move Rain forward" }));
    await waitFor(() => expect(names()).toEqual(["Gift", "Rain", "Trip"]));
    replies[0].resolve(fails("internal"));
    expect(await screen.findByText("Failed to update order")).toBeTruthy();
    await waitFor(() => expect(mockApi.requests("PUT /api/boards/:boardId/position")).toHaveLength(2));
    order = [rain, trips, gifts];
    replies[1].resolve({ ok: true });
    await waitFor(() => expect(names()).toEqual(["Rain", "Trip", "Gift"]));
  });

  test("boards that fail to load show an error next to the loaded closet, and load on retry", async () => {
    mockApi.on("GET /api/boards", fails("internal"));
    const { user } = await renderApp("/closet");
    expect(await screen.findByRole("list", { name: "Saved outfits" })).toBeTruthy();
    const again = await screen.findByRole("button", { name: "Try again" });
    mockApi.on("GET /api/boards", { items: [] });
    await user.click(again);
    expect(await screen.findByText("Group your saved outfits: a trip, a season, a wish list.")).toBeTruthy();
  });
});

describe("the ticks of a save", () => {
  async function openTicks() {
    mockApi.on("GET /api/closet/:saveId/boards", { boardIds: [gifts.id] });
    const app = await renderApp("/closet");
    await app.user.click(await screen.findByRole("button", { name: "Add Wool coat to a board" }));
    return { ...app, tick: await screen.findByRole<HTMLInputElement>("checkbox", { name: "Trips" }) };
  }

  test("shows the boards of a save and adds it to one at once", async () => {
    const { user, tick } = await openTicks();
    expect(within(tick.closest("label") ?? expect.fail()).getByText("Trips").dir).toBe("auto");
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /^Gifts/ }).checked).toBe(true);
    mockApi.on("PUT /api/boards/:boardId/saves/:saveId", { ok: true });
    await user.click(tick);
    expect(tick.checked).toBe(true);
    await waitFor(() => expect(mockApi.requests("PUT /api/boards/:boardId/saves/:saveId")).toHaveLength(1));
  });

  test("rolls back on failure and shows the reason", async () => {
    const { user, tick } = await openTicks();
    mockApi.on("PUT /api/boards/:boardId/saves/:saveId", fails("board.full"));
    await user.click(tick);
    expect(await screen.findByText("This board is full.")).toBeTruthy();
    expect(tick.checked).toBe(false);
  });

  test("a tick stays when the boards that were asked for before it arrive after it", async () => {
    const app = await openTicks();
    const late = deferred<{ boardIds: string[] }>();
    mockApi.on("GET /api/closet/:saveId/boards", () => late.promise);
    mockApi.on("PUT /api/boards/:boardId/saves/:saveId", { ok: true });
    await app.user.click(screen.getByRole("button", { name: "Close" }));
    await app.user.click(screen.getByRole("button", { name: "Add Wool coat to a board" }));
    const tick = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Trips" });
    await app.user.click(tick);
    await act(async () => {
      late.resolve({ boardIds: [gifts.id] });
      await late.promise;
    });
    expect(await screen.findByText("Added to board")).toBeTruthy();
    expect(tick.checked).toBe(true);
  });

  test("the boards stay when they can't be loaded again", async () => {
    const { queryClient, tick } = await openTicks();
    mockApi.on("GET /api/boards", fails("internal"));
    mockApi.on("GET /api/closet/:saveId/boards", fails("internal"));
    await act(() => queryClient.invalidateQueries({ queryKey: ["boards"] }));
    expect(tick.isConnected).toBe(true);
    expect(screen.queryByText("Couldn't load your boards")).toBeNull();
  });

  test("a board created here receives the save; a taken name is shown at its field", async () => {
    const { user } = await openTicks();
    mockApi.on("POST /api/boards", fails("board.name_taken"));
    const name = screen.getByRole("textbox", { name: "New board" });
    await user.type(name, "Rain{Enter}");
    await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
    const rain = aBoard({ name: "Rain", owner });
    mockApi.on("POST /api/boards", rain);
    mockApi.on("PUT /api/boards/:boardId/saves/:saveId", { ok: true });
    await user.keyboard("{Enter}");
    await waitFor(() =>
      expect(mockApi.requests("PUT /api/boards/:boardId/saves/:saveId").map(({ url }) => url.pathname)).toEqual([
        `/api/boards/${rain.id}/saves/${coat.id}`,
      ]),
    );
  });
});

describe("a board of one's own", () => {
  const address = `/boards/${trips.id}`;

  test("is renamed and hidden in one go", async () => {
    mockApi.on("PATCH /api/boards/:boardId", ({ body }) => ({ ...trips, ...body }) as typeof trips);
    const { user } = await renderApp(address);
    await user.click(await screen.findByRole("button", { name: "Edit board" }));
    const form = dialog("Edit board");
    await user.clear(form.getByRole("textbox", { name: "Name" }));
    await user.type(form.getByRole("textbox", { name: "Name" }), "Journeys");
    await user.click(form.getByRole("switch"));
    mockApi.on("GET /api/boards/:boardId", { ...trips, name: "Journeys", isHidden: true });
    await user.click(form.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Board updated")).toBeTruthy();
    expect(await screen.findByRole("heading", { name: "Journeys", level: 1 })).toBeTruthy();
    expect(mockApi.requests("PATCH /api/boards/:boardId").map(({ body }) => body)).toEqual([
      { name: "Journeys", isHidden: true },
    ]);
  });

  test("is deleted after a confirmation, then shows the closet", async () => {
    mockApi.on("DELETE /api/boards/:boardId", { ok: true });
    const { user, router } = await renderApp(address);
    await user.click(await screen.findByRole("button", { name: "Delete board" }));
    const question = dialog("Delete this board?");
    expect(question.getByText("The outfits on it stay in your closet.")).toBeTruthy();
    expect(mockApi.requests("DELETE /api/boards/:boardId")).toHaveLength(0);
    await user.click(question.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Board deleted")).toBeTruthy();
    await waitFor(() => expect(router.state.location.pathname).toBe("/closet"));
  });

  test("does not come back after it was deleted, neither with Back nor by its address", async () => {
    mockApi.on("DELETE /api/boards/:boardId", () => {
      mockApi.on("GET /api/boards/:boardId", fails("board.not_found"));
      mockApi.on("GET /api/boards", { items: [gifts] });
      return { ok: true };
    });
    const { user, router } = await renderApp("/closet");
    await user.click(await screen.findByRole("link", { name: /^Trips/ }));
    await user.click(await screen.findByRole("button", { name: "Delete board" }));
    await user.click(dialog("Delete this board?").getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Board deleted")).toBeTruthy();
    await waitFor(() => expect(router.state.location.pathname).toBe("/closet"));
    act(() => router.history.back());
    await waitFor(() => expect(screen.queryByRole("link", { name: /^Trips/ })).toBeNull());
    expect(router.state.location.pathname).toBe("/closet");
    await act(() => router.navigate({ to: "/boards/$boardId", params: { boardId: trips.id } }));
    expect(await screen.findByRole("heading", { name: "Board not found" })).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "Trips" })).toBeNull();
  });

  test("that was deleted elsewhere is gone once that is known", async () => {
    const { queryClient } = await renderApp(address);
    expect(await screen.findByRole("heading", { name: "Trips", level: 1 })).toBeTruthy();
    mockApi.on("GET /api/boards/:boardId", fails("board.not_found"));
    act(() => void queryClient.invalidateQueries());
    expect(await screen.findByRole("heading", { name: "Board not found" })).toBeTruthy();
  });

  test("its outfits are moved and removed at once, rolled back on failure", async () => {
    mockApi.on("PUT /api/boards/:boardId/saves/:saveId/position", () => {
      mockApi.on("GET /api/boards/:boardId/saves", aPage([boots, coat]));
      return { ok: true };
    });
    mockApi.on("DELETE /api/boards/:boardId/saves/:saveId", fails("internal"));
    const { user } = await renderApp(address);
    await user.click(await screen.findByRole("button", { name: "Arrange" }));
    await user.click(screen.getByRole("button", { name: "Move Red boots forward" }));
    await waitFor(() => expect(firstError("Outfits on this board")).toEqual(["Red boots", "Wool coat"]));
    expect(mockApi.requests("PUT /api/boards/:boardId/saves/:saveId/position").map(({ body }) => body)).toEqual([
      { before: coat.id },
    ]);
    await user.click(screen.getByRole("button", { name: "Remove Wool coat from this board" }));
    expect(await screen.findByText("Failed to update board")).toBeTruthy();
    await waitFor(() => expect(firstError("Outfits on this board")).toEqual(["Red boots", "Wool coat"]));
  });

  test("the focus stays on it when an outfit is removed", async () => {
    mockApi.on("DELETE /api/boards/:boardId/saves/:saveId", { ok: true });
    const { user } = await renderApp(address);
    await user.click(await screen.findByRole("button", { name: "Arrange" }));
    screen.getByRole("button", { name: "Remove Wool coat from this board" }).focus();
    mockApi.on("GET /api/boards/:boardId/saves", aPage([boots]));
    await user.keyboard("{Enter}");
    await waitFor(() => expect(firstError("Outfits on this board")).toEqual(["Red boots"]));
    expect(document.activeElement?.contains(screen.getByRole("list", { name: "Outfits on this board" }))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  test("is not empty while there are more pages", async () => {
    mockApi.on("GET /api/boards/:boardId/saves", ({ query }) =>
      query["cursor"] === undefined ? aPage([coat], "more") : aPage([boots]),
    );
    const { user } = await renderApp(address);
    await waitFor(() => expect(firstError("Outfits on this board")).toEqual(["Wool coat"]));
    act(() => removeWithUndo(`save ${coat.outfit.id}`, "Removed from closet", () => Promise.resolve()));
    expect(screen.queryByRole("heading", { name: "Nothing here yet" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await waitFor(() => expect(firstError("Outfits on this board")).toEqual(["Red boots"]));
  });

  test("does not count an outfit whose save is taken back but may return", async () => {
    await renderApp(address);
    expect(await screen.findByText("2 outfits")).toBeTruthy();
    act(() => removeWithUndo(`save ${coat.outfit.id}`, "Removed from closet", () => Promise.resolve()));
    expect(await screen.findByText("1 outfit")).toBeTruthy();
    expect(firstError("Outfits on this board")).toEqual(["Red boots"]);
  });

  test("explains how to fill it while it is empty", async () => {
    mockApi.on("GET /api/boards/:boardId", { ...trips, savesCount: 0 });
    mockApi.on("GET /api/boards/:boardId/saves", aPage([]));
    await renderApp(address);
    expect(await screen.findByRole("heading", { name: "Nothing here yet" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Open My Closet" }).getAttribute("href")).toBe("/closet");
    expect(screen.queryByRole("button", { name: "Arrange" })).toBeNull();
  });
});

test("another member's board is read-only", async () => {
  mockApi.on("GET /api/boards/:boardId", { ...trips, owner: anAuthor({ username: "noor" }) });
  await renderApp(`/boards/${trips.id}`);
  expect(await screen.findByRole("link", { name: "noor" })).toBeTruthy();
  for (const name of ["Arrange", "Edit board", "Delete board"])
    expect(screen.queryByRole("button", { name })).toBeNull();
});

test("an address that is no id is a missing board", async () => {
  mockApi.on("GET /api/boards/:boardId", fails("request.invalid"));
  await renderApp("/boards/trips");
  expect(await screen.findByRole("heading", { name: "Board not found" })).toBeTruthy();
});

test("a missing board links to the closet; one that failed to load can be retried", async () => {
  mockApi.on("GET /api/boards/:boardId", fails("board.not_found"));
  const gone = await renderApp(`/boards/${trips.id}`);
  expect(await screen.findByRole("heading", { name: "Board not found" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  gone.unmount();
  mockApi.on("GET /api/boards/:boardId", fails("internal"));
  const { user } = await renderApp(`/boards/${trips.id}`);
  expect(await screen.findByRole("heading", { name: "Couldn't load this board" })).toBeTruthy();
  mockApi.on("GET /api/boards/:boardId", trips);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Trips", level: 1 })).toBeTruthy();
});
