import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Appeal, ModerationCaseDetail } from "#contract/moderation.ts";
import { setShortcuts } from "#web/lib/shortcut-choice.ts";
import { aCase, aFoundPicture } from "#web/testing/a-case.ts";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anId, anAuthor, aPage } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const createdAt = "2026-11-20T08:00:00.000Z";
const cases = [aCase("Buy followers"), aCase("Cheap watches")];

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe({ isVerified: true }));
  mockApi.on("GET /api/admin/access", { confirmedUntil: "2099-01-01T00:00:00.000Z" });
  mockApi.on("GET /api/admin/cases", aPage(cases));
  mockApi.on(
    "GET /api/admin/cases/:caseId",
    ({ params }) => cases.find(({ id }) => id === params["caseId"]) ?? fails("case.not_found"),
  );
  mockApi.on("PUT /api/admin/cases/:caseId/lock", { lockedUntil: "2099-01-01T00:00:00.000Z" });
  mockApi.on("DELETE /api/admin/cases/:caseId/lock", { ok: true });
});
const row = (name: string) =>
  within(screen.getByRole("list", { name: "Cases" })).getByRole("button", { name: new RegExp(name) });

test("on a small screen an opened case takes the focus and gives it back to its row", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === "(width < 64rem)",
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const { user, router } = await renderApp("/admin/moderation");
  await screen.findByRole("list", { name: "Cases" });
  await user.click(row("Cheap watches"));
  await screen.findByRole("heading", { name: "Cheap watches" });
  const back = screen.getByRole("button", { name: "Back to the queue" });
  expect(document.activeElement).toBe(back);
  expect(router.state.location.search).toEqual({ case: cases[1]?.id });
  await user.click(back);
  await waitFor(() => expect(document.activeElement).toBe(row("Cheap watches")));
  expect(screen.queryByRole("heading", { name: "Cheap watches" })).toBeNull();
});

test("a case whose only reporter has deleted their account doesn't say that the image screening found it", async () => {
  const [left, found] = [{ ...aCase("Left behind"), reportsCount: 0, reasons: [] }, aCase("Found")];
  mockApi.on("GET /api/admin/cases", aPage([left, { ...found, reportsCount: 0, reasons: [], screeningPercent: 80 }]));
  await renderApp("/admin/moderation");
  await screen.findByRole("list", { name: "Cases" });
  expect(row("Left behind").textContent).toContain("reporters' accounts deleted");
  expect(row("Left behind").textContent).not.toContain("0 reports");
  expect(row("Found").textContent).toContain("Found by the image screening");
});

test("the browser's way back closes a case, however many were looked at since", async () => {
  const { user, router } = await renderApp("/admin/moderation");
  await screen.findByRole("list", { name: "Cases" });
  await user.click(row("Buy followers"));
  await screen.findByRole("heading", { name: "Buy followers" });
  await user.keyboard("j");
  await screen.findByRole("heading", { name: "Cheap watches" });
  router.history.back();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Back to the queue" })).toBeNull());
  expect(router.state.location.pathname).toBe("/admin/moderation");
});

test("holding the keys that decide sends one decision", async () => {
  const decisions: unknown[] = [];
  const reply = deferred<{ ok: true }>();
  mockApi.on("GET /api/admin/templates", {
    items: [{ id: anId(), outcome: "dismissed", name: "Fine", message: "It is fine" }],
  });
  mockApi.on("PUT /api/admin/cases/:caseId/decision", ({ body }) => {
    decisions.push(body);
    return reply.promise;
  });
  const { user } = await renderApp("/admin/moderation");
  await screen.findByRole("list", { name: "Cases" });
  await user.keyboard("j");
  await screen.findByRole("heading", { name: "Buy followers" });
  await user.keyboard("d");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /Message/ })));
  await user.keyboard("{Control>}{Enter>5/}{/Control}");
  await waitFor(() => expect(decisions).toHaveLength(1));
  // Closing now would lose the result.
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.getByRole("dialog", { name: "Dismiss this report?" })).toBeTruthy();
  reply.resolve({ ok: true });
  await screen.findByText("Case decided");
  expect(decisions).toHaveLength(1);
  // The next case is open and has the focus.
  const next = await screen.findByRole("heading", { name: "Cheap watches" });
  await waitFor(() => expect(document.activeElement).toBe(next));
});

test("an appeal against what no admin decided any more is told in one sentence", async () => {
  const appeal: Appeal = {
    id: anId(),
    member: anAuthor(),
    message: "Please",
    status: "open",
    answer: null,
    kind: "hidden",
    excerpt: "Coat",
    reason: "Spam",
    decidedBy: null,
    isOwnDecision: false,
    actionAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
    createdAt,
  };
  mockApi.on("GET /api/admin/appeals", aPage([appeal]));
  await renderApp("/admin/moderation?tab=appeals");
  expect((await screen.findByText(/“Coat”/)).textContent).toMatch(/^hidden “Coat”, 3/);
});

test("of several templates the moderator chooses the one that the owner reads", async () => {
  const template = { id: anId(), outcome: "hidden", name: "Nudity", message: "It shows nudity" } as const;
  const spam = { ...template, id: anId(), name: "Spam", message: "It is spam" };
  mockApi.on("GET /api/admin/templates", { items: [template, spam] });
  const { user } = await renderApp(`/admin/moderation?case=${cases[0]?.id}`);
  await user.click(await screen.findByRole("button", { name: "Hide" }));
  const message = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: /Message/ });
  expect(message.value).toBe("");
  await user.selectOptions(screen.getByRole("combobox", { name: "Template" }), "Spam");
  expect(message.value).toBe("It is spam");
});

test("a case about something without text doesn't say that it is gone", async () => {
  const target = { ...aCase("Buy followers"), targetType: "profile", content: null } as const;
  mockApi.on("GET /api/admin/cases/:caseId", target);
  const { unmount } = await renderApp(`/admin/moderation?case=${target.id}`);
  expect(await screen.findByText("No text")).toBeTruthy();
  unmount();
  mockApi.on("GET /api/admin/cases/:caseId", { ...target, excerpt: "" });
  await renderApp(`/admin/moderation?case=${target.id}`);
  expect(await screen.findByText("This content no longer exists.")).toBeTruthy();
});

const held = [aFoundPicture("avatar", "withheld"), aFoundPicture("banner", "withheld")];
const heldProfile = { targetType: "profile", isHeld: true, reportsCount: 0 } as const;

test.each([
  ["d", { isHeld: false }, "The reporters read this message. Nothing else changes."],
  ["d", { isHeld: true }, "The reporters read this message. It is no longer withheld: everybody sees it again."],
  ["w", { isHeld: true }, "can appeal. It is no longer withheld: everybody sees it again."],
  ["s", { isHeld: true }, "can appeal. It is no longer withheld."],
  ["d", { isHeld: false, reportsCount: 0 }, "Only the audit log keeps this message. Nothing else changes."],
  ["d", { isHeld: true, foundPictures: held }, "Avatar and banner are no longer withheld: everybody sees them again."],
  ["h", { ...heldProfile, foundPictures: held.slice(1) }, "The picture stays off the profile."],
  ["h", { ...heldProfile, foundPictures: held }, "Avatar and banner stay off the profile."],
  [
    "h",
    { ...heldProfile, foundPictures: [aFoundPicture("avatar", "in_use"), ...held.slice(1)] },
    "Avatar and banner leave the profile.",
  ],
])("the dialog of the key %s says what happens to a case with %o", async (key, given, hint) => {
  mockApi.on("GET /api/admin/templates", { items: [] });
  mockApi.on("GET /api/admin/cases/:caseId", { ...aCase("Buy followers"), ...given });
  const { user } = await renderApp(`/admin/moderation?case=${cases[0]?.id}`);
  await screen.findByRole("heading", { name: "Buy followers" });
  await user.keyboard(key);
  expect(await screen.findByText(hint, { exact: false })).toBeTruthy();
});

test("a case about a profile leads to the profile, where its banner is, unless its account is erased", async () => {
  const reported = (name: string, username: string): ModerationCaseDetail => ({
    ...aCase(name),
    targetType: "profile",
    member: anAuthor({ username }),
  });
  cases.push(reported("mia", "mia"), reported("gone", "Deleted member"));
  onTestFinished(() => void cases.splice(2));
  const { user } = await renderApp("/admin/moderation");
  await screen.findByRole("list", { name: "Cases" });
  await user.click(row("mia"));
  await screen.findByRole("heading", { name: "mia" });
  expect(screen.getByRole("link", { name: "Open the profile" }).getAttribute("href")).toBe("/profile/mia");
  await user.click(row("gone"));
  await screen.findByRole("heading", { name: "gone" });
  expect(screen.queryByRole("link", { name: "Open the profile" })).toBeNull();
});

test("a case shows on demand what admins did to its comment, with the way to the audit log", async () => {
  const [first] = cases;
  mockApi.on("GET /api/admin/audit", aPage([]));
  const { user } = await renderApp(`/admin/moderation?case=${first?.id}`);
  await user.click(await screen.findByRole("button", { name: "Audit log of this comment" }));
  await screen.findByText("Nothing recorded.");
  expect(mockApi.requests("GET /api/admin/audit").at(-1)?.url.searchParams.get("targetId")).toBe(first?.targetId);
  const link = screen.getByRole("link", { name: "Open in the audit log" });
  expect(link.getAttribute("href")).toBe(`/admin/audit?targetType=comment&targetId=${first?.targetId}`);
});

test("templates that could not be loaded are loaded on a retry", async () => {
  mockApi.on("GET /api/admin/templates", fails("rate.limited"));
  const { user } = await renderApp("/admin/moderation");
  await screen.findByRole("list", { name: "Cases" });
  await user.keyboard("j");
  await screen.findByRole("heading", { name: "Buy followers" });
  await user.keyboard("d");
  const retry = await screen.findByRole("button", { name: "Try again" });
  mockApi.on("GET /api/admin/templates", { items: [] });
  await user.click(retry);
  expect(await screen.findByRole("textbox", { name: /Message/ })).toBeTruthy();
});

test("an admin who turned shortcuts off walks with the arrows and decides with the buttons", async () => {
  setShortcuts(false);
  const { user } = await renderApp("/admin/moderation");
  await screen.findByRole("list", { name: "Cases" });
  await user.keyboard("j");
  expect(screen.queryByRole("heading", { name: "Buy followers" })).toBeNull();
  await user.keyboard("{ArrowDown}");
  await screen.findByRole("heading", { name: "Buy followers" });
  await user.keyboard("d");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a case that could not be reserved can be decided as soon as it can", async () => {
  mockApi.on("PUT /api/admin/cases/:caseId/lock", fails("case.locked"));
  const { user } = await renderApp(`/admin/moderation?case=${cases[0]?.id}`);
  await screen.findByRole("heading", { name: "Buy followers" });
  await screen.findByRole("alert");
  expect(screen.queryByRole("button", { name: "Dismiss" })).toBeNull();
  mockApi.on("PUT /api/admin/cases/:caseId/lock", { lockedUntil: "2099-01-01T00:00:00.000Z" });
  mockApi.on("GET /api/admin/templates", { items: [] });
  dispatchEvent(new Event("online"));
  await user.click(await screen.findByRole("button", { name: "Dismiss" }));
  expect(await screen.findByRole("dialog")).toBeTruthy();
});

test("a case is asked for again only if it may become free", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const locks = () => mockApi.requests("PUT /api/admin/cases/:caseId/lock").length;
  mockApi.on("PUT /api/admin/cases/:caseId/lock", fails("case.locked"));
  await renderApp(`/admin/moderation?case=${cases[0]?.id}`);
  await screen.findByRole("alert");
  mockApi.on("PUT /api/admin/cases/:caseId/lock", fails("decision.own"));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(locks()).toBe(2);
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(locks()).toBe(2);
});

test("a case that was decided since it was loaded is loaded again", async () => {
  mockApi.on("PUT /api/admin/cases/:caseId/lock", fails("case.decided"));
  mockApi.on("GET /api/admin/cases/:caseId", () => {
    const isFirst = mockApi.requests("GET /api/admin/cases/:caseId").length === 1;
    return { ...aCase("Buy followers"), status: isFirst ? ("open" as const) : ("dismissed" as const) };
  });
  await renderApp(`/admin/moderation?case=${cases[0]?.id}`);
  await waitFor(() => expect(mockApi.requests("GET /api/admin/cases/:caseId")).toHaveLength(2));
});

test("what a decision removed is restored with a reason for its owner", async () => {
  let decision: ModerationCaseDetail["decision"] = "in_force";
  const decided = { ...aCase("Denim swap"), targetType: "event", status: "hidden" } as const;
  mockApi.on("GET /api/admin/cases/:caseId", () => ({ ...decided, decision }));
  mockApi.on("GET /api/admin/cases", () => aPage([{ ...decided, decision }]));
  mockApi.on("DELETE /api/admin/cases/:caseId/decision", ({ body }) => {
    expect(body).toEqual({ reason: "It was a mistake" });
    decision = "taken_back";
    return { ok: true };
  });
  const { user } = await renderApp(`/admin/moderation?tab=decided&case=${decided.id}`);
  await user.click(await screen.findByRole("button", { name: "Restore" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Restore this?" }));
  await user.type(dialog.getByRole("textbox", { name: /Reason/ }), "It was a mistake");
  await user.click(dialog.getByRole("button", { name: "Restore" }));
  await screen.findByText("This decision was taken back.");
  await waitFor(() => expect(row("Denim swap").textContent).toMatch(/, hidden, taken back$/));
  expect(screen.queryByRole("button", { name: "Restore" })).toBeNull();
});

test("decided cases have texts of their own", async () => {
  mockApi.on("GET /api/admin/cases", ({ query }) => (query["state"] === "decided" ? aPage([]) : aPage(cases)));
  const { user } = await renderApp("/admin/moderation");
  await screen.findByText(/D dismiss/);
  await user.click(screen.getByRole("tab", { name: "Decided" }));
  await screen.findByText("No case was decided yet");
  expect(screen.queryByText(/Every report has been looked at/)).toBeNull();
  mockApi.on("GET /api/admin/cases", aPage(cases.map((item) => ({ ...item, status: "dismissed" as const }))));
  await user.click(screen.getByRole("tab", { name: "Queue" }));
  await user.click(screen.getByRole("tab", { name: "Decided" }));
  expect(await screen.findByText("Keys: J and K move, Esc close")).toBeTruthy();
});

test("an appeal that is decided leaves the focus in the list", async () => {
  const anAppeal = (message: string): Appeal => ({
    id: anId(),
    member: anAuthor(),
    message,
    status: "open",
    answer: null,
    kind: "hidden",
    excerpt: "Buy followers",
    reason: "It is spam",
    decidedBy: null,
    isOwnDecision: false,
    createdAt,
    actionAt: createdAt,
  });
  const [first, second] = [anAppeal("It was a joke"), anAppeal("It was mine")];
  mockApi.on("GET /api/admin/appeals", aPage([first, second]));
  mockApi.on("PUT /api/admin/appeals/:appealId/decision", () => {
    mockApi.on("GET /api/admin/appeals", aPage([second]));
    return { ok: true };
  });
  const { user } = await renderApp("/admin/moderation?tab=appeals");
  const list = await screen.findByRole("list", { name: "Appeals" });
  const [row] = within(list).getAllByRole("article");
  if (!row) throw new Error("no appeal is shown");
  await user.type(within(row).getByRole("textbox", { name: /Answer/ }), "No");
  await user.click(within(row).getByRole("button", { name: "Uphold the decision" }));
  await waitFor(() => expect(within(list).getAllByRole("article")).toHaveLength(1));
  expect(document.activeElement).toBe(list);
});
