import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CheckInEntry, Event, EventCard, EventMonth } from "#contract/events.ts";
import { getAnnouncement } from "#web/lib/announce.ts";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anAuthor, anEvent, aPage, aProfile } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";
import { emptyEvent } from "./event-form.ts";

const cardOf = ({ attendance, ...event }: Event): EventCard => ({
  id: event.id,
  title: event.title,
  status: event.status,
  cover: event.cover,
  coverAlt: event.coverAlt,
  startsAt: event.startsAt,
  endsAt: event.endsAt,
  timeZone: event.timeZone,
  location: event.location,
  style: event.style,
  organiser: event.organiser,
  capacity: event.capacity,
  goingCount: event.goingCount,
  isCancelled: event.isCancelled,
  attendance: attendance?.state ?? null,
});
const listOf = (events: Event[], given: { correction?: string; placeCorrection?: string } = {}) => ({
  items: events.map(cardOf),
  nextCursor: null,
  correction: null,
  placeCorrection: null,
  ...given,
});
const aMonth = (given: Partial<EventMonth> = {}): EventMonth => ({
  month: "2031-05",
  days: [],
  correction: null,
  placeCorrection: null,
  ...given,
});
const pageOf = <T,>(items: T[], nextCursor: string | null = null) => ({ items, nextCursor });

beforeEach(() => {
  mockApi.on("GET /api/me", aMe({ location: "Lisbonn, Portugal" }));
  mockApi.on("GET /api/events", listOf([]));
});

describe("the programme", () => {
  test("filters by the member's own place, forgives how it is spelled, and says what it took it for", async () => {
    signIn();
    mockApi.on("GET /api/events", ({ query }) =>
      query["near"] === "Lisbonn" ? listOf([anEvent()], { placeCorrection: "lisbon" }) : listOf([]),
    );
    const { user, router } = await renderApp("/events");
    await user.click(await screen.findByRole("button", { name: "Near Lisbonn" }));
    expect((await screen.findByText(/^Nothing for/)).textContent).toBe("Nothing for “near Lisbonn”. Here is lisbon.");
    expect(screen.getByRole("heading", { name: "Denim repair night" })).toBeTruthy();
    expect(router.state.location.search).toEqual({ near: "Lisbonn" });
  });

  test("says how much a search found", async () => {
    mockApi.on("GET /api/events", listOf([anEvent()]));
    await renderApp("/events?q=denim");
    await waitFor(() => expect(getAnnouncement().trim()).toBe("1 event found"));
  });

  test("does not offer a waiting list for what is over", async () => {
    const full = { capacity: 40, goingCount: 40 };
    const over = {
      ...full,
      title: "Last year",
      startsAt: "2024-05-08T17:00:00.000Z",
      endsAt: "2024-05-08T20:00:00.000Z",
    };
    mockApi.on("GET /api/events", listOf([anEvent({ ...full, title: "Next year" }), anEvent(over)]));
    await renderApp("/events?when=past");
    const row = async (title: string) =>
      (await screen.findByRole("heading", { name: title })).closest("article")?.textContent ?? "";
    expect(await row("Next year")).toMatch(/Waiting list.*40 going$/);
    expect(await row("Last year")).not.toContain("Waiting list");
    expect(await row("Last year")).toMatch(/40 went$/);
  });

  test("gives way to the list when the weekend or past events are chosen", async () => {
    mockApi.on("GET /api/events/months/:month", aMonth());
    const { user, router } = await renderApp("/events?view=month&month=2031-05");
    await user.click(await screen.findByRole("button", { name: "Past events" }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ when: "past" }));
    expect(router.state.location.search).not.toHaveProperty("view", "month");
    expect(await screen.findByText("No past event fits.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Month" }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ view: "month" }));
    expect(screen.getByRole("button", { name: "Past events" }).getAttribute("aria-pressed")).toBe("false");
    await user.click(screen.getByRole("button", { name: "This weekend" }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ weekend: true }));
    expect(router.state.location.search).not.toHaveProperty("view", "month");
  });

  test("says in the month, too, what it took a word for", async () => {
    mockApi.on("GET /api/events/months/:month", aMonth({ correction: "denim" }));
    await renderApp("/events?view=month&month=2031-05&q=denmi");
    expect((await screen.findByText(/^Nothing for/)).textContent).toBe("Nothing for “denmi”. Here is denim.");
  });

  test("shows the days of a month while its events load, and what is on a day when it is pressed", async () => {
    const answer = deferred<EventMonth>();
    mockApi.on("GET /api/events/months/:month", () => answer.promise);
    const { user } = await renderApp("/events?view=month&month=2031-05");
    const calendar = within(await screen.findByRole("table", { name: "May 2031" }));
    expect(calendar.getAllByRole("row")).toHaveLength(6);
    const { id, title, startsAt, timeZone, style } = anEvent();
    const day = { date: "2031-05-08", count: 1, events: [{ id, title, startsAt, timeZone, style }] };
    await act(async () => answer.resolve(aMonth({ days: [day] })));
    await user.click(await calendar.findByRole("button", { name: /8.*: 1 event$/ }));
    const asked = mockApi.requests("GET /api/events").map(({ url }) => url.searchParams);
    expect(asked.at(-1)?.get("from")).toBe("2031-05-08");
  });
});

describe("tickets before the camera", () => {
  const code = "0123456789ABCDEF";
  const member = anAuthor({ username: "leo" });
  const entry: CheckInEntry = { id: member.id, member, ticketHash: "", checkedInAt: null, confirmedBy: null };
  const stop = vi.fn<() => void>();
  let seen: string[] = [];

  beforeEach(() => {
    seen = [];
    stop.mockReset();
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setInterval", "clearInterval", "performance"] });
    vi.stubGlobal(
      "BarcodeDetector",
      class {
        detect = () => Promise.resolve(seen.map((rawValue) => ({ rawValue })));
      },
    );
    vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
    giveCamera(() => Promise.resolve({ getTracks: () => [{ stop }] }));
    mockApi.on("GET /api/events/:eventId/check-in", pageOf([entry]));
  });
  afterEach(() => {
    vi.useRealTimers();
    Reflect.deleteProperty(navigator, "mediaDevices");
  });
  const giveCamera = (getUserMedia: () => Promise<unknown>) =>
    Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: { getUserMedia } });
  const openDoor = async () => {
    signIn();
    const event = anEvent({ canEdit: true, canConfirm: true });
    mockApi.on("GET /api/events/:eventId", event);
    const app = await renderApp(`/events/${event.id}/check-in`);
    await act(async () => (await screen.findByRole("button", { name: "Scan tickets" })).click());
    return app;
  };
  const confirmed = () => mockApi.requests("POST /api/events/:eventId/check-ins").map(({ body }) => body);

  test("are confirmed once, however long they stay there, and the camera is off when the screen is left", async () => {
    mockApi.on("POST /api/events/:eventId/check-ins", {
      outcome: "confirmed",
      member,
      checkedInAt: "2031-05-08T16:00:00.000Z",
      checkedInCount: 1,
    });
    const { router } = await openDoor();
    expect(await screen.findByLabelText("Camera")).toBeTruthy();
    seen = [code];
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(await screen.findByText("leo is in.")).toBeTruthy();
    expect(confirmed()).toEqual([{ code }]);
    expect(stop).not.toHaveBeenCalled();
    await act(() => router.navigate({ to: "/events" }));
    await waitFor(() => expect(stop).toHaveBeenCalledOnce());
  });

  test("that are none are refused by the device itself", async () => {
    await openDoor();
    await screen.findByLabelText("Camera");
    seen = ["https://example.com/menu"];
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(await screen.findByText("That isn't a ticket code. It has 16 letters and digits.")).toBeTruthy();
    expect(confirmed()).toEqual([]);
  });

  test("are typed where the camera is not allowed", async () => {
    giveCamera(() => Promise.reject(new DOMException("no", "NotAllowedError")));
    const { user } = await openDoor();
    expect(await screen.findByText("The camera can't be used here. Type the code instead.")).toBeTruthy();
    const field = screen.getByRole("textbox", { name: "Ticket code" });
    await user.type(field, "ABCD{Enter}");
    expect(await screen.findByText(/^That isn't a ticket code/)).toBeTruthy();
    expect(field).toHaveProperty("value", "ABCD");
  });
});

describe("tickets without network", () => {
  const member = anAuthor({ username: "leo" });
  const code = "ABCDEFGHJKMNPQR5";
  const ticketHash = "69792975989a3fa2c80feea26d6e02bee07ec119b0b5bbe540d049042d20e5d5";
  const entry: CheckInEntry = { id: member.id, member, ticketHash, checkedInAt: null, confirmedBy: null };
  const done = { outcome: "confirmed" as const, member, checkedInAt: "2031-05-08T16:00:00.000Z", checkedInCount: 1 };

  beforeEach(() => {
    sessionStorage.clear();
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setInterval", "clearInterval"] });
  });
  afterEach(() => vi.useRealTimers());
  const openDoor = async (given: Partial<CheckInEntry> = {}, others: CheckInEntry[] = []) => {
    mockApi.on("GET /api/events/:eventId/check-in", pageOf([{ ...entry, ...given }, ...others]));
    mockApi.on("POST /api/events/:eventId/check-ins", fails("server.unavailable"));
    signIn();
    const event = anEvent({ canEdit: true, canConfirm: true });
    mockApi.on("GET /api/events/:eventId", event);
    const { user } = await renderApp(`/events/${event.id}/check-in`);
    await screen.findByRole("list", { name: "Attendees" });
    return async (typed = code) => {
      await user.type(screen.getByRole("textbox", { name: "Ticket code" }), typed);
      await user.click(screen.getByRole("button", { name: "Check in" }));
    };
  };
  const wait = () => act(() => vi.advanceTimersByTimeAsync(5_000));
  const waits = () => screen.queryByText(/^1 ticket waits for the network/) !== null;

  test.each(["rate.limited", "auth.required", "internal"] as const)(
    "are kept when the server says %s",
    async (refusal) => {
      const scan = await openDoor();
      await scan();
      expect(await screen.findByText(/^leo: no network/)).toBeTruthy();
      mockApi.on("POST /api/events/:eventId/check-ins", fails(refusal));
      await wait();
      expect(waits()).toBe(true);
      mockApi.on("POST /api/events/:eventId/check-ins", done);
      await wait();
      await waitFor(() => expect(waits()).toBe(false));
    },
  );

  test("are sent although an earlier one fails, which is said once", async () => {
    const guest = anAuthor({ username: "noor" });
    // printf BCDEFGHJKMNPQRST | sha256sum
    const guestHash = "6e627e45319bec1a7ffd24399716f32a352ab309d3a16c4788b921ab6ca2a893";
    const scan = await openDoor({}, [{ ...entry, id: guest.id, member: guest, ticketHash: guestHash }]);
    await scan();
    await screen.findByText(/^leo: no network/);
    await scan("BCDEFGHJKMNPQRST");
    await screen.findByText(/^noor: no network/);
    mockApi.on("POST /api/events/:eventId/check-ins", ({ body }) => (body.code === code ? fails("internal") : done));
    await wait();
    await waitFor(() => expect(waits()).toBe(true));
    const failure = "A kept ticket couldn't be confirmed.";
    expect(screen.getByText(failure)).toBeTruthy();
    await scan("ABCD");
    await wait();
    expect(waits()).toBe(true);
    expect(screen.queryByText(failure)).toBeNull();
  });

  test("are given up when they are refused for good, which the screen says", async () => {
    const scan = await openDoor();
    await scan();
    await screen.findByText(/^leo: no network/);
    mockApi.on("POST /api/events/:eventId/check-ins", fails("ticket.not_valid"));
    await wait();
    expect(await screen.findByText("This ticket isn't valid for this event.")).toBeTruthy();
    expect(waits()).toBe(false);
  });

  test("let nobody in twice", async () => {
    const scan = await openDoor();
    await scan();
    await screen.findByText(/^leo: no network/);
    await scan();
    expect(await screen.findByText("leo is in already.")).toBeTruthy();
    expect(waits()).toBe(true);
  });

  test("are known from the list if they were confirmed before", async () => {
    const scan = await openDoor({ checkedInAt: "2031-05-08T16:00:00.000Z" });
    await scan();
    expect(await screen.findByText("leo is in already.")).toBeTruthy();
    expect(waits()).toBe(false);
  });
});

test("an end that nobody chose follows the start while it is typed; a chosen one stays", async () => {
  signIn();
  await renderApp("/events/add");
  const [start, end] = [await screen.findByLabelText(/^Starts/), screen.getByLabelText(/^Ends/)];
  const type = (field: HTMLElement, value: string) => act(() => void fireEvent.input(field, { target: { value } }));
  for (const value of ["0002-05-08T19:00", "2031-05-08T19:00"]) type(start, value);
  expect(end).toHaveProperty("value", "2031-05-08T22:00");
  type(end, "2031-05-08T23:30");
  type(start, "2031-05-08T20:00");
  expect(end).toHaveProperty("value", "2031-05-08T23:30");
});

test("a draft that is saved again after a failure is the same event", async () => {
  signIn();
  mockApi.on("POST /api/events", fails("internal"));
  const { user } = await renderApp("/events/add");
  await user.type(await screen.findByLabelText(/^Title/), "Repair");
  const saved = () => mockApi.requests("POST /api/events").map(({ body }) => (body as { id?: string }).id);
  for (const count of [1, 2]) {
    await user.click(screen.getByRole("button", { name: "Save draft" }));
    await waitFor(() => expect(saved()).toHaveLength(count));
  }
  expect(saved()[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(saved()[1]).toBe(saved()[0]);
});

test("a copy that is asked for again after a failure is the same one, and the next is another", async () => {
  signIn();
  const own = anEvent({ organiser: anAuthor({ id: memberId }), canEdit: true });
  mockApi.on("GET /api/events/:eventId", own);
  mockApi.on("GET /api/events/:eventId/comments", aPage([]));
  mockApi.on("GET /api/events/:eventId/outfits", aPage([]));
  mockApi.on("GET /api/profiles/:username", aProfile(own.organiser));
  mockApi.on("POST /api/events/:eventId/copies", fails("internal"));
  const { user, router } = await renderApp(`/events/${own.id}`);
  const press = async () => user.click(await screen.findByRole("button", { name: "Duplicate" }));
  await press();
  await screen.findByText("Failed to copy event");
  mockApi.on("POST /api/events/:eventId/copies", own);
  await press();
  await waitFor(() => expect(router.state.location.pathname).toBe(`/events/${own.id}/edit`));
  router.history.back();
  await press();
  await waitFor(() => expect(mockApi.requests("POST /api/events/:eventId/copies")).toHaveLength(3));
  const [first, second, third] = mockApi.requests("POST /api/events/:eventId/copies").map(({ body }) => body);
  expect(second).toEqual(first);
  expect(third).not.toEqual(first);
});

test("a draft is the same event after a reload once it was sent, and another one in a copy made before", async () => {
  signIn();
  mockApi.on("POST /api/events", fails("internal"));
  const saved = () => mockApi.requests("POST /api/events").map(({ body }) => (body as { id?: string }).id);
  const first = await renderApp("/events/add");
  await first.user.type(await screen.findByLabelText(/^Title/), "Repair");
  const copied = Object.entries(sessionStorage);
  await first.user.click(screen.getByRole("button", { name: "Save draft" }));
  await waitFor(() => expect(saved()).toHaveLength(1));
  first.unmount();

  const reloaded = await renderApp("/events/add");
  expect(await screen.findByLabelText(/^Title/)).toHaveProperty("value", "Repair");
  await reloaded.user.click(screen.getByRole("button", { name: "Save draft" }));
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()[1]).toBe(saved()[0]);
  reloaded.unmount();

  for (const [name, value] of copied) sessionStorage.setItem(name, value as string);
  const copy = await renderApp("/events/add");
  expect(await screen.findByLabelText(/^Title/)).toHaveProperty("value", "Repair");
  await copy.user.click(screen.getByRole("button", { name: "Save draft" }));
  await waitFor(() => expect(saved()).toHaveLength(3));
  expect(saved()[2]).not.toBe(saved()[0]);
});

test("a draft of the release before, which has no id, is restored", async () => {
  signIn();
  const draft = { basedOn: null, fields: { ...emptyEvent(), title: "Swap night" } };
  sessionStorage.setItem(`fash.event-draft.${memberId}.new`, JSON.stringify(draft));
  await renderApp("/events/add");
  expect(await screen.findByLabelText(/^Title/)).toHaveProperty("value", "Swap night");
});

test("the address of the own calendar that did not load can be asked for again", async () => {
  signIn();
  mockApi.on("GET /api/me/events", pageOf([]));
  mockApi.on("GET /api/me/calendar-feed", fails("internal"));
  const { user } = await renderApp("/events/mine");
  const alert = await screen.findByRole("alert");
  mockApi.on("GET /api/me/calendar-feed", { url: "https://fash.example/calendars/mia.ics", rotatedAt: null });
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findByLabelText("Address of your calendar")).toBeTruthy();
});
