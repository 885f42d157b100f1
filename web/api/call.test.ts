import { describe, expect, onTestFinished, test, vi } from "vitest";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { aSession, mockAuth, noConnection } from "#web/testing/mock-auth.ts";
import { aComment, aPage } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";
import { ApiError } from "./api-error.ts";
import { call, toUrl } from "./call.ts";
import { getSession } from "./session.ts";

const outfitId = "0199b000-0000-7000-8000-00000000abcd";
const askComments = () => call("GET /api/outfits/:outfitId/comments", { params: { outfitId }, query: {} });
const rejectionOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof ApiError ? error : expect.fail(`expected an ApiError, not ${String(error)}`);
};

test("parameters are escaped into the path and undefined query values left out", () => {
  const url = toUrl("/api/profiles/:username/outfits", { username: "a/b c" }, { cursor: undefined, limit: 4 });
  expect(url).toBe("/api/profiles/a%2Fb%20c/outfits?limit=4");
});

test("a visitor's call carries no token, a member's carries theirs", async () => {
  mockApi.on("GET /api/outfits/:outfitId/comments", aPage([]));
  await askComments();
  signIn();
  await askComments();
  const tokens = mockApi.requests().map(({ headers }) => headers["authorization"]);
  expect(tokens).toEqual([undefined, "Bearer access-token"]);
});

test("an error response becomes an ApiError with its code and field issues", async () => {
  mockApi.on(
    "POST /api/outfits/:outfitId/comments",
    fails("request.invalid", [{ path: "content", message: "Write something first" }]),
  );
  const error = await rejectionOf(
    call("POST /api/outfits/:outfitId/comments", { params: { outfitId }, body: { content: "x" } }),
  );
  expect(error.code).toBe("request.invalid");
  expect(error.issueFor("content")).toBe("Write something first");
});

test("a lost connection is distinguished from an error response", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  expect(await rejectionOf(askComments())).toMatchObject({ code: "connection.lost", status: 0 });
});

test("a proxy's error page counts as the server being away, and its waiting time is read", async () => {
  vi.stubGlobal("fetch", () =>
    Promise.resolve(new Response("<html>", { status: 503, headers: { "retry-after": "7" } })),
  );
  expect(await rejectionOf(askComments())).toMatchObject({
    code: "server.unavailable",
    status: 503,
    retryAfterSeconds: 7,
  });
});

test("an aborted call rejects as aborted, not as a lost connection", async () => {
  mockApi.on("GET /api/outfits/:outfitId/comments", aPage([]));
  const stop = new AbortController();
  stop.abort();
  const asked = call("GET /api/outfits/:outfitId/comments", { params: { outfitId }, query: {} }, stop.signal);
  await expect(asked).rejects.toMatchObject({ name: "AbortError" });
});

test("an expired token is refreshed once and the call repeated", async () => {
  signIn();
  const page = aPage([aComment({ outfitId })]);
  mockApi.on("GET /api/outfits/:outfitId/comments", ({ headers }) =>
    headers["authorization"] === "Bearer fresh-token" ? page : fails("auth.session_ended"),
  );
  const sent = mockAuth({ "POST /token": () => aSession("fresh-token") });
  expect(await Promise.all([askComments(), askComments()])).toEqual([page, page]);
  expect(sent).toEqual([{ name: "POST /token", body: { refresh_token: "refresh-token" } }]);
});

test("a session that the server has ended is removed, and its owner is a visitor again", async () => {
  signIn();
  mockApi.on("GET /api/outfits/:outfitId/comments", fails("auth.session_ended"));
  const answerApi = fetch;
  vi.stubGlobal("fetch", (address: string, init?: RequestInit) =>
    String(address).includes("/auth/v1/")
      ? Promise.resolve(Response.json({ error_code: "refresh_token_not_found", msg: "Gone" }, { status: 400 }))
      : answerApi(address, init),
  );
  expect((await rejectionOf(askComments())).code).toBe("auth.session_ended");
  expect(getSession()).toEqual({ status: "signed-out" });
  expect(localStorage.getItem("fash.session")).toBeNull();
});

test("if another tab has refreshed first, the call continues with that tab's session", async () => {
  signIn();
  mockApi.on("GET /api/outfits/:outfitId/comments", ({ headers }) =>
    headers["authorization"] === "Bearer other-tabs-token" ? aPage([]) : fails("auth.session_ended"),
  );
  const answerApi = fetch;
  vi.stubGlobal("fetch", (address: string, init?: RequestInit) => {
    if (!String(address).includes("/auth/v1/")) return answerApi(address, init);
    signIn({ token: "other-tabs-token", refreshToken: "other-tabs" });
    return Promise.resolve(Response.json({ error_code: "refresh_token_already_used", msg: "Used" }, { status: 400 }));
  });
  expect(await askComments()).toEqual(aPage([]));
  expect(getSession().status).toBe("signed-in");
});

describe("when another member signs in meanwhile, nothing is done in their name", () => {
  const tokenOf = (sub: string) => `header.${btoa(JSON.stringify({ sub }))}.signature`;
  const [first, second] = [tokenOf("first"), tokenOf("second")];
  const addComment = () =>
    call("POST /api/outfits/:outfitId/comments", { params: { outfitId }, body: { content: "Lovely" } });
  const sentTokens = () => mockApi.requests().map(({ headers }) => headers["authorization"]);
  const signInSecond = () => signIn({ id: "0199a000-0000-7000-8000-0000000000b2", token: second });

  test("while a write that will be rejected is on its way", async () => {
    signIn({ token: first });
    mockApi.on("POST /api/outfits/:outfitId/comments", () => {
      signInSecond();
      return fails("auth.session_ended");
    });
    mockAuth({ "POST /token": () => aSession(second) });
    // No failure that asks to sign in: signing in repeats what was pressed.
    expect((await rejectionOf(addComment())).code).toBe("internal");
    expect(sentTokens()).toEqual([`Bearer ${first}`]);
  });

  test("while an expired token is refreshed", async () => {
    signIn({ token: first, expiresInSeconds: -60 });
    mockApi.on("POST /api/outfits/:outfitId/comments", fails("auth.session_ended"));
    mockAuth({
      "POST /token": () => {
        signInSecond();
        return aSession(second);
      },
    });
    expect((await rejectionOf(addComment())).code).toBe("internal");
    expect(sentTokens()).toEqual([`Bearer ${first}`]);
  });
});

const asMember = ({ headers }: { headers: Record<string, string> }) =>
  headers["authorization"] === "Bearer fresh-token" ? aPage([]) : fails("auth.session_ended");
const expired = { expiresInSeconds: -60 };

test("without a connection an expired token is sent at once, and refreshed as soon as there is one", async () => {
  signIn(expired);
  mockApi.on("GET /api/outfits/:outfitId/comments", asMember);
  const answerApi = fetch;
  let isOnline = false;
  const tokens: (string | undefined)[] = [];
  vi.stubGlobal("fetch", (address: string, init: RequestInit = {}) => {
    tokens.push((init.headers as Record<string, string>)["authorization"]);
    return isOnline ? answerApi(address, init) : Promise.reject(new TypeError("Failed to fetch"));
  });
  const sent = mockAuth({ "POST /token": () => (isOnline ? aSession("fresh-token") : noConnection()) });
  expect((await rejectionOf(askComments())).code).toBe("connection.lost");
  expect([sent.length, tokens]).toEqual([1, ["Bearer access-token"]]);
  isOnline = true;
  expect(await askComments()).toEqual(aPage([]));
  expect(getSession().status).toBe("signed-in");
});

test("a session that can't be refreshed now has not ended", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  signIn(expired);
  mockApi.on("GET /api/outfits/:outfitId/comments", asMember);
  const sent = mockAuth({ "POST /token": () => new Response("<html>", { status: 503 }) });
  const asked = rejectionOf(askComments());
  await vi.advanceTimersByTimeAsync(1_400);
  expect(sent).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await asked).toMatchObject({ code: "server.unavailable", status: 503 });
  expect(getSession().status).toBe("signed-in");
});

test("a refresh that gets no answer holds nothing up for longer than three seconds", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  signIn(expired);
  mockApi.on("GET /api/outfits/:outfitId/comments", asMember);
  const answer = deferred<Response>();
  mockAuth({ "POST /token": () => answer.promise });
  const asked = askComments();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(mockApi.requests()).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(mockApi.requests()).toHaveLength(1);
  answer.resolve(aSession("fresh-token"));
  expect(await asked).toEqual(aPage([]));
});

test("a small write outlives its page; a read, a large write and one that can be cancelled do not", async () => {
  const sent: (boolean | undefined)[] = [];
  vi.stubGlobal("fetch", (_url: string, init: RequestInit) => {
    sent.push(init.keepalive);
    return Promise.resolve(Response.json({}));
  });
  const comment = (content: string, ...signal: [AbortSignal?]) =>
    call("POST /api/outfits/:outfitId/comments", { params: { outfitId }, body: { content } }, ...signal);
  await comment("Lovely");
  await comment("x".repeat(2_001));
  await askComments();
  await comment("Lovely", new AbortController().signal);
  expect(sent).toEqual([true, false, false, false]);
});
