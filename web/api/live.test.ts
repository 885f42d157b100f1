import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { aSession } from "#web/testing/mock-auth.ts";
import { signIn, signOut } from "#web/testing/sign-in.ts";

/** A passive socket: the test simulates the server's side. */
const socket = vi.hoisted(() => {
  const handlers = new Map<string, (...given: unknown[]) => void>();
  return {
    handlers,
    /** How often the library was loaded, and whether that fails. */
    loads: 0,
    isMissing: false,
    active: false,
    connect: vi.fn<() => void>(),
    disconnect: vi.fn<() => void>(),
    emit: vi.fn<() => void>(),
    onAny: vi.fn<() => void>(),
    on: (event: string, handle: (...given: unknown[]) => void) => void handlers.set(event, handle),
    options: {} as { auth?: (give: (handshake: { token: string }) => void) => void },
  };
});
const mockLibrary = () => ({
  get io() {
    socket.loads += 1;
    if (socket.isMissing) throw new Error("offline");
    return (options: typeof socket.options) => {
      socket.options = options;
      return socket;
    };
  },
});
beforeEach(() => void vi.doMock("socket.io-client", mockLibrary));

/** The sign-in service answers each refresh with this token. */
function answerRefreshes(token: string): void {
  vi.stubGlobal("fetch", () => Promise.resolve(aSession(token)));
}

/** A member's tab whose socket has just shown its token. */
async function openTab(): Promise<void> {
  vi.resetModules();
  signIn();
  const { startLive } = await import("./live.ts");
  onTestFinished(startLive());
  await vi.waitFor(() => expect(socket.handlers.has("connect_error")).toBe(true));
  await new Promise<void>((shown) => {
    socket.options.auth?.(() => shown());
  });
}

afterEach(() => {
  signOut();
  socket.handlers.clear();
  socket.connect.mockClear();
  vi.doUnmock("socket.io-client");
});

test("a library that could not be loaded is loaded when the tab becomes visible", async () => {
  vi.resetModules();
  signIn();
  socket.loads = 0;
  socket.isMissing = true;
  const { startLive } = await import("./live.ts");
  onTestFinished(startLive());
  await vi.waitFor(() => expect(socket.loads).toBe(1));
  socket.isMissing = false;
  await vi.waitFor(() => {
    document.dispatchEvent(new Event("visibilitychange"));
    expect(socket.handlers.has("connect_error")).toBe(true);
  });
  expect(socket.loads).toBe(2);
});

test("a rejected socket reconnects with a fresh token", async () => {
  await openTab();
  answerRefreshes("fresh-token");
  socket.handlers.get("connect_error")?.(new Error("auth.required"));
  await vi.waitFor(() => expect(socket.connect).toHaveBeenCalledTimes(1));
});

test("with the same token it does not retry at once, but when the tab becomes visible", async () => {
  await openTab();
  answerRefreshes("access-token");
  socket.handlers.get("connect_error")?.(new Error("auth.required"));
  const { refreshAccessToken } = await import("./session.ts");
  await refreshAccessToken();
  expect(socket.connect).not.toHaveBeenCalled();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(socket.connect).toHaveBeenCalled();
});

test("while the token can't be refreshed, it tries again after a while", async () => {
  await openTab();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 503 })));
  socket.handlers.get("connect_error")?.(new Error("auth.required"));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(socket.connect).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(socket.connect).toHaveBeenCalled();
});

test("a suspended member's socket asks for no new token", async () => {
  await openTab();
  answerRefreshes("fresh-token");
  const refresh = vi.spyOn(globalThis, "fetch");
  socket.handlers.get("connect_error")?.(new Error("auth.suspended"));
  const { refreshAccessToken } = await import("./session.ts");
  expect(refresh).not.toHaveBeenCalled();
  await refreshAccessToken();
  expect(socket.connect).not.toHaveBeenCalled();
});
