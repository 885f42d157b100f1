import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { aSession } from "#web/testing/mock-auth.ts";
import { signIn, signOut } from "#web/testing/sign-in.ts";
import { type SocketOptions, provideSocket } from "#web/testing/socket-library.ts";
import { startLive } from "./live.ts";
import { refreshAccessToken } from "./session.ts";

/** A passive socket: the test simulates the server's side. */
const handlers = new Map<string, (...given: unknown[]) => void>();
const socket = {
  active: false,
  connect: vi.fn<() => void>(),
  disconnect: vi.fn<() => void>(),
  emit: vi.fn<() => void>(),
  onAny: vi.fn<() => void>(),
  on: (event: string, handle: (...given: unknown[]) => void) => void handlers.set(event, handle),
};
let auth: SocketOptions["auth"] = () => undefined;
/** How often the library was asked for a socket, and whether it is missing. */
const library = { calls: 0, isMissing: false };

beforeEach(() => {
  signIn();
  const withdraw = provideSocket((options) => {
    library.calls += 1;
    if (library.isMissing) throw new Error("offline");
    ({ auth } = options);
    return { ...socket };
  });
  onTestFinished(withdraw);
});

/** The sign-in service answers each refresh with this token. */
function answerRefreshes(token: string): void {
  vi.stubGlobal("fetch", () => Promise.resolve(aSession(token)));
}

/** A member's tab whose socket has just shown its token. */
async function openTab(): Promise<void> {
  onTestFinished(startLive());
  await vi.waitFor(() => expect(handlers.has("connect_error")).toBe(true));
  await new Promise<void>((shown) => {
    auth(() => shown());
  });
}

afterEach(() => {
  signOut();
  handlers.clear();
  socket.connect.mockClear();
  socket.disconnect.mockClear();
});

test("a library that could not be loaded is loaded when the tab becomes visible", async () => {
  library.calls = 0;
  library.isMissing = true;
  onTestFinished(startLive());
  await vi.waitFor(() => expect(library.calls).toBe(1));
  library.isMissing = false;
  await vi.waitFor(() => {
    document.dispatchEvent(new Event("visibilitychange"));
    expect(handlers.has("connect_error")).toBe(true);
  });
  expect(library.calls).toBe(2);
});

test("a rejected socket reconnects with a fresh token", async () => {
  await openTab();
  answerRefreshes("fresh-token");
  handlers.get("connect_error")?.(new Error("auth.required"));
  await vi.waitFor(() => expect(socket.connect).toHaveBeenCalledTimes(1));
});

test("with the same token it does not retry at once, but when the tab becomes visible", async () => {
  await openTab();
  answerRefreshes("access-token");
  handlers.get("connect_error")?.(new Error("auth.required"));
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
  handlers.get("connect_error")?.(new Error("auth.required"));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(socket.connect).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(socket.connect).toHaveBeenCalled();
});

test.each(["server.unavailable", "rate.limited"])(
  "refused with %s, it tries again after a while, once",
  async (code) => {
    await openTab();
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    handlers.get("connect_error")?.(new Error(code));
    handlers.get("connect_error")?.(new Error(code));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(socket.connect).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(socket.connect).toHaveBeenCalledTimes(1);
  },
);

test("when another tab signs in another member, their socket takes the first one's place", async () => {
  library.calls = 0;
  await openTab();
  signIn({ token: "renewed" });
  expect(socket.disconnect).not.toHaveBeenCalled();
  signIn({ id: "0199a000-0000-7000-8000-0000000000b2", token: "second-member" });
  expect(socket.disconnect).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(library.calls).toBe(2));
});

test("a rejected socket that was closed meanwhile stays closed", async () => {
  await openTab();
  answerRefreshes("fresh-token");
  handlers.get("connect_error")?.(new Error("auth.required"));
  signIn({ id: "0199a000-0000-7000-8000-0000000000b2", token: "second-member" });
  await refreshAccessToken();
  expect(socket.connect).not.toHaveBeenCalled();
});

test("a suspended member's socket asks for no new token", async () => {
  await openTab();
  answerRefreshes("fresh-token");
  const refresh = vi.spyOn(globalThis, "fetch");
  handlers.get("connect_error")?.(new Error("auth.suspended"));
  expect(refresh).not.toHaveBeenCalled();
  await refreshAccessToken();
  expect(socket.connect).not.toHaveBeenCalled();
});
