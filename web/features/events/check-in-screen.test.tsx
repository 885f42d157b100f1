import { screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anEvent, aPage } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

test("a door that is opened early notices when check-in opens", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  signIn();
  const event = anEvent({ canConfirm: true, isCheckInOpen: false });
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/events/:eventId", event);
  mockApi.on("GET /api/events/:eventId/check-in", aPage([]));
  await renderApp(`/events/${event.id}/check-in`);
  const note = /^Check-in opens 3 hours before the start/;
  expect(await screen.findByText(note)).toBeTruthy();
  mockApi.on("GET /api/events/:eventId", { ...event, isCheckInOpen: true });
  await vi.advanceTimersByTimeAsync(15_000);
  await waitFor(() => expect(screen.queryByText(note)).toBeNull());
});
