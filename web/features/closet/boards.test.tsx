import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { descriptionOf } from "#web/testing/description-of.ts";
import { later } from "#web/testing/later.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aBoard, aMe, anAuthor, anOutfitCard, aPage, aSave } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";

const owner = anAuthor({ id: memberId, username: "mia" });
const trips = aBoard({ name: "Trips", owner, savesCount: 2 });
const gifts = aBoard({ name: "Gifts", owner, isHidden: true });
const coat = aSave({ outfit: anOutfitCard({ title: "Wool coat" }) });
const boots = aSave({ outfit: anOutfitCard({ title: "Red boots" }) });

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
const firstWords = (list: string) =>
  within(screen.getByRole("list", { name: list }))
    .getAllByRole("listitem")
    .map((item) => within(item).getAllByRole("link")[0]?.textContent);

describe("on the shelf", () => {
  test("stand all boards with what they hold, the hidden ones marked", async () => {
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
  });

  test("a name that is taken is said at its field, and what was typed stays", async () => {
    mockApi.on("POST /api/boards", fails("board.name_taken"));
    const { user } = await renderApp("/closet");
    await user.click(await screen.findByRole("button", { name: "New board" }));
    const name = dialog("New board").getByRole<HTMLInputElement>("textbox", { name: "Name" });
    await user.type(name, "Trips{Enter}");
    await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
    expect(descriptionOf(name)).toBe("You already have a board of this name.");
    expect(name.value).toBe("Trips");
    await user.click(screen.getByRole("button", { name: "Close" }));
    await user.click(screen.getByRole("button", { name: "New board" }));
    expect(dialog("New board").getByRole("textbox").getAttribute("aria-invalid")).toBeNull();
  });

  test("a complaint of the schema about the name stands at its field, too", async () => {
    mockApi.on("POST /api/boards", fails("request.invalid", [{ path: "name", message: "Give the board a name" }]));
    const { user } = await renderApp("/closet");
    await user.click(await screen.findByRole("button", { name: "New board" }));
    const name = dialog("New board").getByRole("textbox", { name: "Name" });
    await user.type(name, "x{Enter}");
    await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
    expect(dialog("New board").getByRole("alert").textContent).toBe("Give the board a name");
  });

  test("boards are put in order by their arrows, at once, the focus staying on the arrow", async () => {
    const answer = later<{ ok: true }>();
    mockApi.on("PUT /api/boards/:boardId/place", () => answer.promise);
    const { user } = await renderApp("/closet");
    await user.click(await screen.findByRole("button", { name: "Arrange boards" }));
    const forward = screen.getByRole("button", { name: "Move Gifts forward" });
    expect(screen.getByRole("button", { name: "Move Trips forward" }).getAttribute("aria-disabled")).toBe("true");
    forward.focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(firstWords("Boards").map((words) => words?.slice(0, 5))).toEqual(["Gifts", "Trips"]));
    expect(document.activeElement).toBe(forward);
    await user.keyboard("{Enter}");
    answer.resolve({ ok: true });
    await user.click(screen.getByRole("button", { name: "Done arranging boards" }));
    expect(mockApi.requests("PUT /api/boards/:boardId/place")).toMatchObject([{ body: { before: trips.id } }]);
  });

  test("an order that the server refuses goes back, and says so", async () => {
    mockApi.on("PUT /api/boards/:boardId/place", fails("internal"));
    const { user } = await renderApp("/closet");
    await user.click(await screen.findByRole("button", { name: "Arrange boards" }));
    await user.click(screen.getByRole("button", { name: "Move Trips back" }));
    expect(await screen.findByText("Failed to update order")).toBeTruthy();
    await waitFor(() => expect(firstWords("Boards").map((words) => words?.slice(0, 5))).toEqual(["Trips", "Gifts"]));
    expect(mockApi.requests("PUT /api/boards/:boardId/place")).toMatchObject([{ body: { before: null } }]);
  });

  test("boards that do not come say so beside a closet that did, and come when asked again", async () => {
    mockApi.on("GET /api/boards", fails("internal"));
    const { user } = await renderApp("/closet");
    expect(await screen.findByRole("list", { name: "Saved outfits" })).toBeTruthy();
    const again = await screen.findByRole("button", { name: "Try again" });
    mockApi.on("GET /api/boards", { items: [] });
    await user.click(again);
    expect(await screen.findByText("Gather saves that belong together: a trip, a season, a wish.")).toBeTruthy();
  });
});

describe("the ticks of a save", () => {
  async function openTicks() {
    mockApi.on("GET /api/closet/:saveId/boards", { boardIds: [gifts.id] });
    const app = await renderApp("/closet");
    await app.user.click(await screen.findByRole("button", { name: "Add Wool coat to a board" }));
    return { ...app, tick: await screen.findByRole<HTMLInputElement>("checkbox", { name: "Trips" }) };
  }

  test("show where it stands and put it on a board at once", async () => {
    const { user, tick } = await openTicks();
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /^Gifts/ }).checked).toBe(true);
    mockApi.on("PUT /api/boards/:boardId/saves/:saveId", { ok: true });
    await user.click(tick);
    expect(tick.checked).toBe(true);
    await waitFor(() => expect(mockApi.requests("PUT /api/boards/:boardId/saves/:saveId")).toHaveLength(1));
  });

  test("go back when the server refuses, with the reason", async () => {
    const { user, tick } = await openTicks();
    mockApi.on("PUT /api/boards/:boardId/saves/:saveId", fails("board.full"));
    await user.click(tick);
    expect(await screen.findByText("This board is full.")).toBeTruthy();
    expect(tick.checked).toBe(false);
  });

  test("a board made on the way takes the save; a taken name is said at its field", async () => {
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

  test("is deleted only after a question, and leads back to the closet", async () => {
    mockApi.on("DELETE /api/boards/:boardId", { ok: true });
    const { user, router } = await renderApp(address);
    await user.click(await screen.findByRole("button", { name: "Delete board" }));
    const question = dialog("Delete this board?");
    expect(question.getByText("What stands on it stays in your closet.")).toBeTruthy();
    expect(mockApi.requests("DELETE /api/boards/:boardId")).toHaveLength(0);
    await user.click(question.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Board deleted")).toBeTruthy();
    await waitFor(() => expect(router.state.location.pathname).toBe("/closet"));
  });

  test("has its outfits moved and taken off, shown at once and taken back on failure", async () => {
    mockApi.on("PUT /api/boards/:boardId/saves/:saveId/place", { ok: true });
    mockApi.on("DELETE /api/boards/:boardId/saves/:saveId", fails("internal"));
    const { user } = await renderApp(address);
    await user.click(await screen.findByRole("button", { name: "Arrange" }));
    await user.click(screen.getByRole("button", { name: "Move Red boots forward" }));
    await waitFor(() => expect(firstWords("Outfits on this board")).toEqual(["Red boots", "Wool coat"]));
    expect(mockApi.requests("PUT /api/boards/:boardId/saves/:saveId/place").map(({ body }) => body)).toEqual([
      { before: coat.id },
    ]);
    mockApi.on("GET /api/boards/:boardId/saves", aPage([boots, coat]));
    await user.click(screen.getByRole("button", { name: "Remove Wool coat from this board" }));
    expect(await screen.findByText("Failed to update board")).toBeTruthy();
    await waitFor(() => expect(firstWords("Outfits on this board")).toEqual(["Red boots", "Wool coat"]));
  });

  test("says how it is filled while it is empty", async () => {
    mockApi.on("GET /api/boards/:boardId", { ...trips, savesCount: 0 });
    mockApi.on("GET /api/boards/:boardId/saves", aPage([]));
    await renderApp(address);
    expect(await screen.findByRole("heading", { name: "Nothing here yet" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Open My Closet" }).getAttribute("href")).toBe("/closet");
    expect(screen.queryByRole("button", { name: "Arrange" })).toBeNull();
  });
});

test("somebody else's board is only looked at", async () => {
  mockApi.on("GET /api/boards/:boardId", { ...trips, owner: anAuthor({ username: "noor" }) });
  await renderApp(`/boards/${trips.id}`);
  expect(await screen.findByRole("link", { name: "@noor" })).toBeTruthy();
  for (const name of ["Arrange", "Edit board", "Delete board"])
    expect(screen.queryByRole("button", { name })).toBeNull();
});

test("a board that is gone leads to the closet; one that did not come is asked for again", async () => {
  mockApi.on("GET /api/boards/:boardId", fails("board.not_found"));
  const gone = await renderApp(`/boards/${trips.id}`);
  expect(await screen.findByRole("heading", { name: "Board not found" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  gone.unmount();
  mockApi.on("GET /api/boards/:boardId", fails("internal"));
  const { user } = await renderApp(`/boards/${trips.id}`);
  expect(await screen.findByRole("heading", { name: "This board did not open" })).toBeTruthy();
  mockApi.on("GET /api/boards/:boardId", trips);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Trips", level: 1 })).toBeTruthy();
});
