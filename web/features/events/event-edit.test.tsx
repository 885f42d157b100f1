import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { deferred } from "#web/testing/deferred.ts";
import { goBackAtOnce } from "#web/testing/go-back-at-once.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { changedEvent as changed, mockOwnEvent, ownEvent as event } from "#web/testing/own-event.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aPage } from "#web/testing/samples.ts";
import { memberId } from "#web/testing/sign-in.ts";
import { ownTimeZone } from "./event-time.ts";

const noWords = { description: null, style: null, cover: null, writtenCoverAlt: null, location: null, address: null };
const noTime = { startsLocal: null, endsLocal: null, timeZone: ownTimeZone() };
/** What the form of a new event, with nothing but a title, has made. */
const titled = { ...event, ...noWords, ...noTime, capacity: null, status: "draft" as const };

beforeEach(() => {
  mockOwnEvent();
  mockApi.on("GET /api/events", { ...aPage([]), correction: null, placeCorrection: null });
});

const openForm = () => renderApp(`/events/${event.id}/edit`);
const titleField = () => screen.findByLabelText(/^Title/);

test("an edit begins with the server's own reply", async () => {
  await openForm();
  expect(await titleField()).toHaveProperty("value", "Swap shop");
  expect(mockApi.requests("GET /api/events/:eventId").map(({ cache }) => cache)).toEqual(["no-store"]);
});

test("what is typed stays when an admin changes the event, but is not restored on top of that change", async () => {
  const { user, queryClient, router, unmount } = await openForm();
  await user.type(await titleField(), ", typed here");
  mockApi.on("GET /api/events/:eventId", changed);
  // As when a lost connection is back.
  await act(() => queryClient.invalidateQueries());
  // As 'Skip to content' does when it is pressed again.
  for (const hash of ["#main", "#main"]) {
    await act(async () => router.history.push(`/events/${event.id}/edit${hash}`));
    await waitFor(() => expect(router.state.isLoading).toBe(false));
  }
  expect(await titleField()).toHaveProperty("value", "Swap shop, typed here");
  await user.type(await titleField(), "!");
  unmount();

  await openForm();
  expect(await titleField()).toHaveProperty("value", "Saved there");
});

test("a restored edit shows the cover at the address that it has now", async () => {
  const { user, unmount } = await openForm();
  await user.type(await titleField(), ", typed here");
  unmount();
  mockApi.on("GET /api/events/:eventId", {
    ...event,
    cover: event.cover && { ...event.cover, url: "/media/new.webp" },
  });
  await openForm();
  expect(await titleField()).toHaveProperty("value", "Swap shop, typed here");
  expect(screen.getByRole("img", { name: "Your cover" }).getAttribute("src")).toBe("/media/new.webp");
});

test("an edit that fails to load does not begin with what an earlier one loaded", async () => {
  const { user, router } = await openForm();
  await titleField();
  await act(() => router.navigate({ to: "/events" }));
  mockApi.on("GET /api/events/:eventId", fails("internal"));
  await act(() => router.navigate({ to: "/events/$eventId/edit", params: { eventId: event.id } }));
  expect(await screen.findByText("Failed to load event")).toBeTruthy();
  expect(screen.queryByLabelText(/^Title/)).toBeNull();
  mockApi.on("GET /api/events/:eventId", changed);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await titleField()).toHaveProperty("value", "Saved there");
});

/** The saves, each with the state that it changes. */
const saves = () =>
  mockApi
    .requests("PUT /api/events/:eventId")
    .map(({ headers, body }) => [headers["if-match"], (body as { title: string }).title]);
const tag = ({ updatedAt }: typeof event) => `"${updatedAt}"`;
const save = () => screen.getByRole("button", { name: "Save changes" });

test("the form that Back finds before the next page has come changes the event as it was saved", async () => {
  const { user, router } = await openForm();
  const title = await titleField();
  await user.type(title, " at ten");
  mockApi.on("PUT /api/events/:eventId", { ...changed, title: "Swap shop at ten" });
  goBackAtOnce(router);
  await user.click(save());
  await screen.findByText("Event saved");
  await waitFor(() => expect(router.state.isLoading).toBe(false));
  expect([router.state.location.pathname, title.isConnected]).toEqual([`/events/${event.id}/edit`, true]);
  await user.type(title, "!");
  await user.click(save());
  await waitFor(() => expect(router.state.location.pathname).toBe(`/events/${event.id}`));
  expect(saves()).toEqual([
    [tag(event), "Swap shop at ten"],
    [tag(changed), "Swap shop at ten!"],
  ]);
});

describe("a save whose answer was lost, and then another", () => {
  async function saveOnce(landed: Partial<typeof event>) {
    const app = await openForm();
    await app.user.type(await titleField(), " at ten ");
    mockApi.on("PUT /api/events/:eventId", fails("internal"));
    await app.user.click(save());
    await screen.findByText("Failed to save event");
    const theirs = { ...changed, title: "Swap shop at ten", ...landed };
    mockApi.on("GET /api/events/:eventId", theirs);
    mockApi.on("PUT /api/events/:eventId", ({ headers }) =>
      headers["if-match"] === tag(theirs) ? { ...theirs, title: "Kept" } : fails("event.conflict"),
    );
    await app.user.type(await titleField(), "o'clock");
    return { ...app, theirs };
  }

  async function saveTwice(landed: Partial<typeof event>) {
    const app = await saveOnce(landed);
    await app.user.click(save());
    return app;
  }

  test("changes what the first one made, without a question", async () => {
    const { router, theirs } = await saveTwice({});
    await waitFor(() => expect(router.state.location.pathname).toBe(`/events/${event.id}`));
    expect(saves()).toEqual([
      [tag(event), "Swap shop at ten "],
      [tag(event), "Swap shop at ten o'clock"],
      [tag(theirs), "Swap shop at ten o'clock"],
    ]);
  });

  test("goes on after a reload with what was typed since", async () => {
    const { unmount, theirs } = await saveOnce({});
    unmount();
    const { user, router } = await openForm();
    expect(await titleField()).toHaveProperty("value", "Swap shop at ten o'clock");
    await user.click(save());
    await waitFor(() => expect(router.state.location.pathname).toBe(`/events/${event.id}`));
    expect(saves().at(-1)).toEqual([tag(theirs), "Swap shop at ten o'clock"]);
  });

  test("begins with somebody else's change after a reload", async () => {
    const { unmount } = await saveOnce({ title: "Saved there" });
    unmount();
    await openForm();
    expect(await titleField()).toHaveProperty("value", "Saved there");
  });

  test("saves what is typed while the event is loaded to compare it", async () => {
    const app = await saveOnce({});
    const loaded = deferred<typeof event>();
    mockApi.on("GET /api/events/:eventId", () => loaded.promise);
    await app.user.click(save());
    await waitFor(() => expect(saves()).toHaveLength(2));
    await app.user.type(await titleField(), "!");
    await act(async () => loaded.resolve(app.theirs));
    await waitFor(() => expect(saves().at(-1)).toEqual([tag(app.theirs), "Swap shop at ten o'clock!"]));
  });

  test("asks where somebody else has changed it since", async () => {
    await saveTwice({ capacity: 9 });
    expect(await screen.findByRole("dialog", { name: "This event was changed somewhere else" })).toBeTruthy();
    expect(saves()).toHaveLength(2);
  });
});

describe("a new event that an earlier try has made, and that was changed since", () => {
  async function openRefused(choice: string) {
    const app = await renderApp("/events/add");
    await app.user.type(await titleField(), "Typed here");
    const press = async (name: string) => app.user.click(await screen.findByRole("button", { name }));
    mockApi.on("POST /api/events", fails("internal"));
    await press("Save draft");
    await screen.findByText("Failed to save event");
    const made = { ...changed, status: "draft" as const };
    mockApi.on("POST /api/events", fails("event.conflict"));
    mockApi.on("GET /api/events/:eventId", ({ params }) => ({ ...made, id: params.eventId }));
    mockApi.on("PUT /api/events/:eventId", made);
    await press("Save draft");
    await press(choice);
    await screen.findByRole("heading", { name: "Edit event" });
    return { ...app, press };
  }

  test("is changed in its own form, with what was typed", async () => {
    const { press, router } = await openRefused("Keep what is here");
    expect(await titleField()).toHaveProperty("value", "Typed here");
    await press("Save draft");
    await waitFor(() => expect(saves()).toEqual([[tag(changed), "Typed here"]]));
    await act(() => router.navigate({ to: "/events/add" }));
    expect(await titleField()).toHaveProperty("value", "");
  });

  test("is known as one's own after a reload", async () => {
    const first = await renderApp("/events/add");
    mockApi.on("POST /api/events", fails("internal"));
    await first.user.type(await titleField(), "Swap shop");
    await first.user.click(screen.getByRole("button", { name: "Save draft" }));
    await screen.findByText("Failed to save event");
    first.unmount();
    const { user } = await renderApp("/events/add");
    await user.type(await titleField(), "!");
    mockApi.on("POST /api/events", fails("event.conflict"));
    mockApi.on("GET /api/events/:eventId", ({ params }) => ({ ...titled, id: params.eventId }));
    await user.click(screen.getByRole("button", { name: "Save draft" }));
    expect(await screen.findByText(/^This event was saved before/)).toBeTruthy();
    await screen.findByRole("heading", { name: "Edit event" });
    expect(await titleField()).toHaveProperty("value", "Swap shop!");
  });

  test("is made anew where that one was cancelled", async () => {
    const { user } = await renderApp("/events/add");
    mockApi.on("POST /api/events", fails("event.wrong_status"));
    await user.type(await titleField(), "Swap shop");
    const ids = () => mockApi.requests("POST /api/events").map(({ body }) => (body as { id: string }).id);
    for (const count of [1, 2]) {
      await user.click(screen.getByRole("button", { name: "Save draft" }));
      await waitFor(() => expect(ids()).toHaveLength(count));
      await screen.findAllByText("This event has changed in the meantime. Please look again.");
    }
    expect(new Set(ids()).size).toBe(2);
  });

  test("is changed as it is now", async () => {
    await openRefused("Load the newer version");
    expect(await titleField()).toHaveProperty("value", "Saved there");
    expect(sessionStorage.getItem(`fash.event-draft.${memberId}.new`)).toBeNull();
  });
});

describe("an event that was changed somewhere else", () => {
  /** The form as its save was refused. */
  async function openRefused({ begun = event, theirs = changed, pressed = "Save changes" } = {}) {
    mockApi.on("GET /api/events/:eventId", begun);
    const app = await openForm();
    await app.user.type(await titleField(), ", typed here");
    mockApi.on("GET /api/events/:eventId", theirs);
    mockApi.on("PUT /api/events/:eventId", ({ headers }) =>
      headers["if-match"] === tag(theirs) ? { ...theirs, title: "Kept" } : fails("event.conflict"),
    );
    const press = async (name: string) => {
      const dialog = await screen.findByRole("dialog", { name: "This event was changed somewhere else" });
      await app.user.click(within(dialog).getByRole("button", { name }));
    };
    await app.user.click(screen.getByRole("button", { name: pressed }));
    return { ...app, press };
  }

  test("can be loaded in place of what was typed", async () => {
    const { user, press, router } = await openRefused();
    await press("Load the newer version");
    await waitFor(async () => expect(await titleField()).toHaveProperty("value", "Saved there"));
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.type(await titleField(), "!");
    await user.click(save());
    await waitFor(() => expect(router.state.location.pathname).toBe(`/events/${event.id}`));
    expect(saves()).toEqual([
      [tag(event), "Swap shop, typed here"],
      [tag(changed), "Saved there!"],
    ]);
  });

  test("can be replaced by what was typed", async () => {
    const { press, router } = await openRefused();
    await press("Keep what is here");
    await waitFor(() => expect(router.state.location.pathname).toBe(`/events/${event.id}`));
    expect(saves()).toEqual([
      [tag(event), "Swap shop, typed here"],
      [tag(changed), "Swap shop, typed here"],
    ]);
  });

  test("is asked about again at the next save, and what was typed stays when it fails to load", async () => {
    const { user, press } = await openRefused();
    await press("Close");
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.click(save());
    mockApi.on("GET /api/events/:eventId", fails("event.not_found"));
    await press("Load the newer version");
    expect(await screen.findByText("This event isn't available any more.")).toBeTruthy();
    expect(await titleField()).toHaveProperty("value", "Swap shop, typed here");
    mockApi.on("GET /api/events/:eventId", { ...changed, updatedAt: "2026-11-03T10:00:00.000Z" });
    // It was changed once more: nothing is replaced unseen.
    await press("Keep what is here");
    await waitFor(() => expect(saves()).toHaveLength(3));
    expect(await screen.findByRole("dialog", { name: "This event was changed somewhere else" })).toBeTruthy();
  });

  test.each(["Load the newer version", "Keep what is here"])(
    "'Close' takes '%s' back while it waits for an answer",
    async (choice) => {
      const { press } = await openRefused();
      const loaded = deferred<typeof changed>();
      mockApi.on("GET /api/events/:eventId", () => loaded.promise);
      await press(choice);
      await press("Close");
      expect(screen.queryByRole("dialog")).toBeNull();
      const shown = screen.getByLabelText<HTMLInputElement>(/^Title/).value;
      await act(async () => loaded.resolve(changed));
      expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe(shown);
      expect(mockApi.requests("PUT /api/events/:eventId")).toHaveLength(1);
    },
  );

  test("keeps what was typed over it through a reload once that was chosen", async () => {
    const { press, unmount } = await openRefused();
    mockApi.on("PUT /api/events/:eventId", fails("internal"));
    await press("Keep what is here");
    expect(await screen.findByText("Failed to save event")).toBeTruthy();
    unmount();
    await openForm();
    expect(await titleField()).toHaveProperty("value", "Swap shop, typed here");
  });

  test.each([
    ["draft", "published", "Save draft", "Save changes"],
    ["submitted", "withdrawn", "Save changes", "Submit event"],
  ] as const)("is not saved before its new stage was seen: %s, %s", async (before, now, pressed, next) => {
    const theirs = { ...changed, status: now };
    const { user, press, router } = await openRefused({ begun: { ...event, status: before }, theirs, pressed });
    await press("Keep what is here");
    expect(await screen.findByText(/^The event is at another stage now/)).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(await titleField()).toHaveProperty("value", "Swap shop, typed here");
    expect(saves()).toHaveLength(1);
    await user.click(await screen.findByRole("button", { name: next }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/events/${event.id}`));
    expect(saves()[1]).toEqual([tag(theirs), "Swap shop, typed here"]);
  });

  test.each([{ url: "/media/u/2.webp", width: 1_600, height: 1_000, thumbhash: "" }, null])(
    "shows a cover that was replaced there before what is kept is saved with it",
    async (cover) => {
      const begun = { ...event, writtenCoverAlt: "A workbench" };
      const theirs = { ...changed, cover, writtenCoverAlt: cover && "A sewing machine" };
      const { user, press } = await openRefused({ begun, theirs });
      await press("Keep what is here");
      expect(await screen.findByText(/^The cover was changed there/)).toBeTruthy();
      expect(saves()).toHaveLength(1);
      expect(screen.queryByRole("img", { name: "Your cover" })?.getAttribute("src")).toBe(cover?.url);
      await user.click(save());
      if (cover === null) return expect(await screen.findByText("Please upload a cover")).toBeTruthy();
      await waitFor(() => expect(saves()).toHaveLength(2));
      const [, { body } = { body: null }] = mockApi.requests("PUT /api/events/:eventId");
      expect(body).toMatchObject({ title: "Swap shop, typed here", coverAlt: "A sewing machine" });
    },
  );
});
