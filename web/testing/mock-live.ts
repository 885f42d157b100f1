import { act, getConfig } from "@testing-library/react";
import { expect, onTestFinished, vi } from "vitest";
import type { ServerEvents, Subscribed } from "#contract/live.ts";
import { startLive } from "#web/api/live.ts";
import { provideSocket } from "./socket-library.ts";

type Handler = (...given: unknown[]) => void;
type Acknowledge = (subscribed: Subscribed) => void;

/**
 * The server's end of the app's one socket, until the test ends: `tell` sends an event to the app, `comeBack`
 * reconnects, `said` lists what the app sent to the server, `acknowledge` replies to the oldest subscription without a
 * reply. Call it after `signIn()`.
 */
export async function mockLive() {
  const waiting: Acknowledge[] = [];
  const handlers = new Map<string, Handler>();
  const said: unknown[][] = [];
  const emit = (event: string, payload: unknown, acknowledge?: Acknowledge) => {
    said.push([event, payload]);
    if (acknowledge) waiting.push(acknowledge);
  };
  const socket = {
    active: true,
    connected: true,
    on: (event: string, handle: Handler) => void handlers.set(event, handle),
    onAny: (handle: Handler) => void handlers.set("any", handle),
    emit,
    volatile: { emit },
    connect: () => undefined,
    disconnect: () => undefined,
  };
  const withdraw = provideSocket(() => socket);
  const stop = startLive();
  onTestFinished(() => {
    stop();
    withdraw();
  });
  await vi.waitFor(() => expect(handlers.has("any")).toBe(true), getConfig().asyncUtilTimeout);
  return {
    tell<E extends keyof ServerEvents>(event: E, ...payload: Parameters<ServerEvents[E]>): Promise<void> {
      return act(async () => handlers.get("any")?.(event, ...payload));
    },
    comeBack: () => act(async () => handlers.get("connect")?.()),
    acknowledge(subscribed: Subscribed): Promise<void> {
      expect(waiting).not.toHaveLength(0);
      return act(async () => waiting.shift()?.(subscribed));
    },
    said,
  };
}
