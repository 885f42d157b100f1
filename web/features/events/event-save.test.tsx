import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { mockUpload } from "#web/testing/mock-upload.ts";
import { changedEvent as changed, mockOwnEvent, ownEvent as event } from "#web/testing/own-event.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { memberId } from "#web/testing/sign-in.ts";

beforeEach(mockOwnEvent);

const openForm = () => renderApp(`/events/${event.id}/edit`);
const titleField = () => screen.findByLabelText(/^Title/);
/** The saves, each with the state that it changes. */
const saves = () =>
  mockApi
    .requests("PUT /api/events/:eventId")
    .map(({ headers, body }) => [headers["if-match"], (body as { title: string }).title]);
const tag = ({ updatedAt }: typeof event) => `"${updatedAt}"`;
const save = () => screen.getByRole("button", { name: "Save changes" });

describe("what is typed while a save is on its way", () => {
  test("stays in the form, which then changes the event as it was saved", async () => {
    const { user, router } = await openForm();
    await titleField();
    const saved = deferred<typeof event>();
    mockApi.on("PUT /api/events/:eventId", () => saved.promise);
    await user.click(save());
    await user.type(await titleField(), "!");
    await act(async () => saved.resolve({ ...event, updatedAt: changed.updatedAt }));
    expect(await screen.findByText(/^Your event was saved\. What you changed meanwhile is still here/)).toBeTruthy();
    expect(await titleField()).toHaveProperty("value", "Swap shop!");
    await user.click(await screen.findByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/events/${event.id}`));
    expect(saves()).toEqual([
      [tag(event), "Swap shop"],
      [tag(changed), "Swap shop!"],
    ]);
  });

  test.each([
    [`/events/${event.id}/edit`, "Save changes", /^Your event was saved\. What you changed/],
    ["/events/add", "Save draft", "Please choose your cover again."],
  ])("is known to be a change where it is a cover that is still uploading: %s", async (path, name, words) => {
    const uploads = mockUpload();
    const { user } = await renderApp(path);
    await user.type(await titleField(), "Swap");
    const saved = deferred<typeof event>();
    for (const call of ["POST /api/events", "PUT /api/events/:eventId"] as const) mockApi.on(call, () => saved.promise);
    await user.click(screen.getByRole("button", { name }));
    await user.upload(screen.getByLabelText("Cover picture"), new File(["pixels"], "a.jpg", { type: "image/jpeg" }));
    await waitFor(() => expect(uploads.count()).toBe(1));
    await act(async () => saved.resolve(event));
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test("goes on in the form of the new event", async () => {
    const { user } = await renderApp("/events/add");
    await user.type(await titleField(), "Swap shop");
    const saved = deferred<typeof event>();
    mockApi.on("POST /api/events", () => saved.promise);
    await user.click(screen.getByRole("button", { name: "Save draft" }));
    await user.type(await titleField(), "!");
    await act(async () => saved.resolve(event));
    await screen.findByRole("heading", { name: "Edit event" });
    expect(await titleField()).toHaveProperty("value", "Swap shop!");
    expect(sessionStorage.getItem(`fash.event-draft.${memberId}.new`)).toBeNull();
  });
});

describe("what is typed after a new event was saved, until the next page has come", () => {
  /** The form of a new event, whose next page comes when it is let. */
  async function openNew() {
    const { user, router } = await renderApp("/events/add");
    const navigate = vi.spyOn(router, "navigate").mockResolvedValue();
    const [title, saveDraft] = [await titleField(), screen.getByRole("button", { name: "Save draft" })];
    await user.type(title, "Swap shop");
    const saved = deferred<typeof event>();
    mockApi.on("POST /api/events", () => saved.promise);
    await user.click(saveDraft);
    const leave = async () => {
      const [where] = navigate.mock.lastCall ?? [];
      navigate.mockRestore();
      if (where) await act(() => router.navigate(where));
    };
    const open = async (path: "/events/add" | `/events/${string}/edit`) => {
      await act(async () => router.history.push(path));
      return titleField();
    };
    const answer = () => act(async () => saved.resolve({ ...event, status: "draft" }));
    return { user, title, saveDraft, answer, leave, open };
  }

  test("is in the form of the event that goes on", async () => {
    const { user, title, answer, leave, open } = await openNew();
    await user.type(title, "!");
    await answer();
    await user.type(title, "?");
    await leave();
    await screen.findByRole("heading", { name: "Edit event" });
    expect(await titleField()).toHaveProperty("value", "Swap shop!?");
    expect(await open("/events/add")).toHaveProperty("value", "");
  });

  test("is in the event's next edit, and not in the next new event", async () => {
    const { user, title, answer, leave, open } = await openNew();
    await answer();
    await screen.findByText("Draft saved");
    await user.type(title, "!");
    await leave();
    await screen.findByRole("heading", { name: "Swap shop" });
    expect(await open("/events/add")).toHaveProperty("value", "");
    expect(await open(`/events/${event.id}/edit`)).toHaveProperty("value", "Swap shop!");
  });

  test("is saved as a change of the event", async () => {
    const { user, title, saveDraft, answer } = await openNew();
    await answer();
    await user.type(title, "!");
    mockApi.on("PUT /api/events/:eventId", changed);
    for (const by of ["!", "?"]) {
      await user.click(saveDraft);
      await waitFor(() => expect(saves().at(-1)?.[1]).toMatch(by));
      await user.type(title, "?");
    }
    expect(saves()).toEqual([
      [tag(event), "Swap shop!"],
      [tag(changed), "Swap shop!?"],
    ]);
    expect(mockApi.requests("POST /api/events")).toHaveLength(1);
  });
});

describe("a change back to what a save had made here before", () => {
  const back = (theirs: typeof event) => ({ ...theirs, updatedAt: "2026-11-03T10:00:00.000Z" });

  /** The form after a save whose answer was lost, and which landed. */
  async function saveOnce() {
    const app = await openForm();
    await app.user.type(await titleField(), " at ten");
    mockApi.on("PUT /api/events/:eventId", fails("internal"));
    await app.user.click(save());
    await screen.findByText("Failed to save event");
    const landed = { ...changed, title: "Swap shop at ten" };
    mockApi.on("GET /api/events/:eventId", landed);
    return { ...app, landed };
  }

  /** The next save, which finds that change. */
  async function expectQuestion({ user, landed }: Pick<Awaited<ReturnType<typeof saveOnce>>, "user" | "landed">) {
    const theirs = back(landed);
    mockApi.on("GET /api/events/:eventId", theirs);
    mockApi.on("PUT /api/events/:eventId", ({ headers }) =>
      headers["if-match"] === tag(theirs) ? theirs : fails("event.conflict"),
    );
    await user.click(save());
    expect(await screen.findByRole("dialog", { name: "This event was changed somewhere else" })).toBeTruthy();
  }

  test("is asked about once that save is known", async () => {
    const { user, landed } = await saveOnce();
    await user.type(await titleField(), "!");
    mockApi.on("PUT /api/events/:eventId", ({ headers }) =>
      headers["if-match"] === tag(landed) ? fails("internal") : fails("event.conflict"),
    );
    await user.click(save());
    await waitFor(() => expect(saves().at(-1)).toEqual([tag(landed), "Swap shop at ten!"]));
    await waitFor(() => expect(save()).toHaveProperty("disabled", false));
    await expectQuestion({ user, landed });
  });

  test("is asked about after a reload, too", async () => {
    const { user, landed, unmount } = await saveOnce();
    await user.type(await titleField(), "!");
    unmount();
    const app = await openForm();
    expect(await titleField()).toHaveProperty("value", "Swap shop at ten!");
    await expectQuestion({ user: app.user, landed });
  });
});
