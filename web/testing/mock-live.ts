import { act, getConfig } from "@testing-library/react";
import { expect, onTestFinished, vi } from "vitest";
import type { ServerEvents } from "#contract/live.ts";
import { startLive } from "#web/api/live.ts";

type Handler = (...given: unknown[]) => void;

/**
 * The server's end of the app's one socket, until the test ends: `tell` sends an event to the app, `comeBack`
 * reconnects, `said` lists what the app sent to the server. Call it after `signIn()`.
 */
export async function mockLive() {
  const handlers = new Map<string, Handler>();
  const said: unknown[][] = [];
  const emit = (...event: unknown[]) => void said.push(event);
  const socket = {
    active: true,
    on: (event: string, handle: Handler) => void handlers.set(event, handle),
    onAny: (handle: Handler) => void handlers.set("any", handle),
    emit,
    volatile: { emit },
    connect: () => undefined,
    disconnect: () => undefined,
  };
  vi.doMock("socket.io-client", () => ({ io: () => socket }));
  const stop = startLive();
  onTestFinished(() => {
    stop();
    vi.doUnmock("socket.io-client");
  });
  await vi.waitFor(() => expect(handlers.has("any")).toBe(true), getConfig().asyncUtilTimeout);
  return {
    tell<E extends keyof ServerEvents>(event: E, ...payload: Parameters<ServerEvents[E]>): Promise<void> {
      return act(async () => handlers.get("any")?.(event, ...payload));
    },
    comeBack: () => act(async () => handlers.get("connect")?.()),
    said,
  };
}
