import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { aSession as aNewSession, authError, mockAuth } from "#web/testing/mock-auth.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anId, aPage } from "#web/testing/samples.ts";
import { memberId, signIn, signOut } from "#web/testing/sign-in.ts";

const user = {
  id: memberId,
  aud: "authenticated",
  email: "mia@example.com",
  email_confirmed_at: "2026-01-02T03:04:05.000Z",
  app_metadata: {},
  user_metadata: {},
  identities: [],
  factors: [],
  created_at: "2026-01-02T03:04:05.000Z",
};
const toast = (text: string) => screen.findByText(text, { selector: "[data-sonner-toast] *" }, { timeout: 8_000 });

function aSession(given: { userAgent: string; isCurrent?: boolean }) {
  const times = { createdAt: user.created_at, lastUsedAt: user.created_at };
  return { id: anId(), isCurrent: false, ip: "203.0.113.7", ...times, ...given };
}
const here = aSession({ userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0", isCurrent: true });
const phone = aSession({ userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Mobile/1 Safari/604.1" });

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/outfits", aPage([]));
  mockApi.on("GET /api/me/sessions", { items: [here, phone] });
  // Of the other parts of the page.
  mockApi.on("GET /api/me/notifications", { types: [], pushKey: "B", isPushSubscribed: false });
  mockApi.on("GET /api/blocks", aPage([]));
  mockApi.on("GET /api/mutes", aPage([]));
  mockApi.on("GET /api/me/data", { export: null });
});

test("a password change that needs the current one after all asks for it and keeps the new one", async () => {
  const answers = [() => authError(400, "current_password_required"), () => Response.json(user)];
  const sent = mockAuth({
    "GET /user": () => Response.json(user),
    "PUT /user": () => (answers.shift() ?? noAnswer)(),
  });
  const app = await renderApp("/change-password");
  const field = (label: string) => screen.findByLabelText(label, { selector: "input" });
  await app.user.type(await field("New password"), "paper lantern 12");
  await app.user.type(await field("Re-enter new password"), "paper lantern 12");
  await app.user.click(screen.getByRole("button", { name: "Change Password" }));
  expect(await toast("Failed to change password")).toBeDefined();
  const current = await field("Current password");
  expect(document.activeElement).toBe(current);
  await app.user.type(current, "copper kettle 9");
  await app.user.click(screen.getByRole("button", { name: "Change Password" }));
  expect(await toast("Password changed successfully!")).toBeDefined();
  const changes = sent.filter(({ name }) => name === "PUT /user").map(({ body }) => body);
  expect(changes).toMatchObject([
    { password: "paper lantern 12" },
    { password: "paper lantern 12", current_password: "copper kettle 9" },
  ]);
});

function noAnswer(): never {
  throw new TypeError("Asked once too often");
}

test("adding and removing authenticators long after the last sign-in asks for a proof and goes on", async () => {
  const factor = {
    id: "first",
    friendly_name: "Old phone",
    factor_type: "totp",
    status: "verified",
    created_at: user.created_at,
  };
  let isProven = false;
  const unlessStale = (answer: () => Response) => () =>
    isProven ? answer() : authError(400, "reauthentication_needed");
  const sent = mockAuth({
    "GET /user": () => Response.json({ ...user, factors: [factor], identities: [{ provider: "email" }] }),
    "POST /factors/first/challenge": () => Response.json({ id: "asked" }),
    "POST /factors/first/verify": () => {
      isProven = true;
      return aNewSession("proven");
    },
    "POST /factors": unlessStale(() =>
      Response.json({ id: "new", type: "totp", totp: { qr_code: "<svg/>", secret: "GEZDGNBV", uri: "" } }),
    ),
    "DELETE /factors/first": unlessStale(() => Response.json({ id: "first" })),
    "DELETE /factors/new": () => Response.json({ id: "new" }),
    "POST /token": () => aNewSession("refreshed"),
  });
  const app = await renderApp("/settings");
  const prove = async () => {
    await app.user.type(await screen.findByLabelText("Code from your authenticator app"), "123456");
    const question = within(screen.getByRole("dialog", { name: "Confirm it's you" }));
    await app.user.click(question.getByRole("button", { name: "Continue" }));
  };
  await app.user.click(await screen.findByRole("button", { name: "Add another" }));
  await app.user.click(screen.getByRole("button", { name: "Continue" }));
  await prove();
  expect(await screen.findByRole("dialog", { name: "Scan this code" })).toBeTruthy();
  await app.user.keyboard("{Escape}");
  isProven = false;
  await app.user.click(await screen.findByRole("button", { name: "Remove Old phone" }));
  await app.user.click(screen.getByRole("button", { name: "Remove" }));
  await prove();
  expect(await toast("Authenticator removed")).toBeDefined();
  expect(sent.filter(({ name }) => name === "DELETE /factors/first")).toHaveLength(2);
  expect(app.router.state.location.pathname).toBe("/settings");
});

test("connecting an account long after the last sign-in asks for a proof first; without one nothing changes", async () => {
  const sent = mockAuth({
    "GET /user": () => Response.json({ ...user, identities: [{ provider: "email" }] }),
    "GET /settings": () => Response.json({ external: { google: true } }),
    "GET /user/identities/authorize": () => authError(400, "reauthentication_needed"),
  });
  const app = await renderApp("/settings");
  await app.user.click(await screen.findByRole("button", { name: "Connect Google" }));
  const question = within(await screen.findByRole("dialog", { name: "Confirm it's you" }));
  await app.user.click(await question.findByRole("button", { name: "Cancel" }));
  expect(await toast("Please sign in again to change how you sign in")).toBeDefined();
  expect(sent.map(({ name }) => name)).not.toContain("POST /logout");
  expect(app.router.state.location.pathname).toBe("/settings");
});

test("a first password long after the last sign-in asks for a proof; what was typed stays, and is set after it", async () => {
  const factor = { id: "first", friendly_name: "Phone", factor_type: "totp", status: "verified" };
  const google = { ...user, factors: [factor], identities: [{ provider: "google" }] };
  let isProven = false;
  const sent = mockAuth({
    "GET /user": () => Response.json(google),
    "PUT /user": () => (isProven ? Response.json(google) : authError(400, "reauthentication_needed")),
    "POST /factors/first/challenge": () => Response.json({ id: "asked" }),
    "POST /factors/first/verify": () => {
      isProven = true;
      return aNewSession("proven");
    },
  });
  const app = await renderApp("/change-password");
  const field = (label: string) => screen.findByLabelText(label, { selector: "input" });
  await app.user.type(await field("New password"), "paper lantern 12");
  await app.user.type(await field("Re-enter new password"), "paper lantern 12");
  const change = () => app.user.click(screen.getByRole("button", { name: "Change Password" }));
  await change();
  const question = within(await screen.findByRole("dialog", { name: "Confirm it's you" }));
  await app.user.click(await question.findByRole("button", { name: "Cancel" }));
  expect(await toast("Please sign in again to change how you sign in")).toBeDefined();
  await change();
  await app.user.type(await field("Code from your authenticator app"), "123456");
  await app.user.click(question.getByRole("button", { name: "Continue" }));
  expect(await toast("Password changed successfully!")).toBeDefined();
  const changed = { name: "PUT /user", body: expect.objectContaining({ password: "paper lantern 12" }) };
  // What the account allows may be read again at any time.
  expect(sent.filter(({ name }) => name === "PUT /user")).toEqual([changed, changed, changed]);
  expect(sent.map(({ name }) => name)).not.toContain("POST /logout");
});

test("an authenticator that was not confirmed within 5 minutes is begun again under its name", async () => {
  mockAuth({
    "GET /user": () => Response.json(user),
    "POST /factors": () =>
      Response.json({ id: "new", type: "totp", totp: { qr_code: "<svg/>", secret: "GEZDGNBV", uri: "" } }),
    "POST /factors/new/challenge": () => authError(404, "mfa_factor_not_found"),
  });
  const app = await renderApp("/settings");
  await app.user.click(await screen.findByRole("button", { name: "Set up" }));
  const name = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
  await app.user.clear(name());
  await app.user.type(name(), "Blue phone");
  await app.user.click(screen.getByRole("button", { name: "Continue" }));
  for (const box of await screen.findAllByRole("textbox", { name: /digit/i })) await app.user.type(box, "1");
  await app.user.click(screen.getByRole("button", { name: "Verify" }));
  expect(await screen.findByText("This code is no longer valid. Continue for a new one.")).toBeTruthy();
  expect(name().value).toBe("Blue phone");
});

test("a recovery link that another browser asked for does not change the password of who is signed in here", async () => {
  mockAuth({ "GET /user": () => Response.json(user) });
  history.replaceState(null, "", "/change-password?code=of-another-browser");
  await renderApp("/change-password?code=of-another-browser");
  expect(await screen.findByRole("heading", { name: "This link has expired" })).toBeTruthy();
  expect(screen.queryByLabelText("New password")).toBeNull();
  history.replaceState(null, "", "/");
});

test.each([
  ["otp_expired", "This link has expired", true],
  ["over_request_rate_limit", "Open the link again", false],
  ["unexpected_failure", "Open the link again", false],
])("a recovery link refused with %s says '%s'; another mail is offered: %s", async (code, heading, isOffered) => {
  signOut();
  history.replaceState(null, "", `/change-password?error=access_denied&error_code=${code}`);
  onTestFinished(() => history.replaceState(null, "", "/"));
  await renderApp(`/change-password?error=access_denied&error_code=${code}`);
  expect(await screen.findByRole("heading", { name: heading })).toBeTruthy();
  expect(screen.queryAllByRole("link", { name: "Send recovery link" })).toHaveLength(isOffered ? 1 : 0);
});

const identityOf = (provider: string, data: object) => ({
  id: anId(),
  identity_id: anId(),
  user_id: user.id,
  provider,
  identity_data: data,
  created_at: user.created_at,
});

test("a mobile number that signs in is listed and can be removed, unless it is the only way in", async () => {
  const identities = [identityOf("phone", { phone: "15550100" })];
  const sent = mockAuth({
    "GET /user": () => Response.json({ ...user, identities }),
    "DELETE /user/identities/:id": () => Response.json({}),
  });
  const app = await renderApp("/settings");
  expect(await screen.findByText("Signs in with a code sent to +15550100")).toBeTruthy();
  await app.user.click(screen.getByRole("button", { name: "Disconnect Mobile number" }));
  expect(await toast("Mobile number is your only way to sign in. Add another one first.")).toBeDefined();
  expect(sent.filter(({ name }) => name.startsWith("DELETE"))).toEqual([]);
});

test.each([
  ["never confirmed", { email_confirmed_at: undefined }, {}, false],
  ["set in place of another, without a password", { app_metadata: { has_password: false } }, {}, false],
  ["set in place of another, with a password", {}, {}, true],
  ["verified, without a password", { app_metadata: { has_password: false } }, { email_verified: true }, true],
])(
  "beside an address that was %s, a number can be removed only if the address signs in",
  async (_name, of, data, is) => {
    const identities = [identityOf("email", data), identityOf("phone", { phone: "15550100" })];
    mockAuth({ "GET /user": () => Response.json({ ...user, ...of, identities }) });
    const app = await renderApp("/settings");
    await app.user.click(await screen.findByRole("button", { name: "Disconnect Mobile number" }));
    if (!is) expect(await toast("Mobile number is your only way to sign in. Add another one first.")).toBeDefined();
    expect(screen.queryAllByRole("dialog", { name: "Disconnect Mobile number?" })).toHaveLength(is ? 1 : 0);
  },
);

test.each([
  ["Google", "mia@example.com", /^Signing in with Google connects it again/],
  ["Google", "other@example.com", /^You will no longer be able to sign in with it/],
  // Facebook vouches for no address.
  ["Facebook", "mia@example.com", /^You will no longer be able to sign in with it/],
])("disconnecting %s of %s says whether it still signs in", async (name, address, words) => {
  const data = { email: address, email_verified: name === "Google" };
  const identities = [identityOf("email", {}), identityOf(name.toLowerCase(), data)];
  mockAuth({ "GET /user": () => Response.json({ ...user, identities }) });
  const app = await renderApp("/settings");
  await app.user.click(await screen.findByRole("button", { name: `Disconnect ${name}` }));
  expect(within(screen.getByRole("dialog", { name: `Disconnect ${name}?` })).getByText(words)).toBeTruthy();
});

test("the focus stays with the connected accounts when one is disconnected", async () => {
  const number = identityOf("phone", { phone: "15550100" });
  let identities = [identityOf("email", {}), number];
  mockAuth({
    "GET /user": () => Response.json({ ...user, identities }),
    [`DELETE /user/identities/${number.identity_id}`]: () => {
      identities = identities.slice(0, 1);
      return Response.json({});
    },
  });
  const app = await renderApp("/settings");
  const disconnect = await screen.findByRole("button", { name: "Disconnect Mobile number" });
  await app.user.click(disconnect);
  const question = within(screen.getByRole("dialog", { name: "Disconnect Mobile number?" }));
  await app.user.click(question.getByRole("button", { name: "Disconnect" }));
  await waitFor(() => expect(disconnect.isConnected).toBe(false));
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Connected accounts" }));
});

test("who has no email address is offered no password, which would open nothing, and promised no email", async () => {
  // As the server says it of an account with a phone number only.
  signIn({ email: "" });
  mockAuth({ "GET /user": () => Response.json({ ...user, email: "" }) });
  mockApi.on("GET /api/me", aMe({ email: null }));
  mockApi.on("GET /api/me/data", {
    export: { id: anId(), status: "waiting", bytes: null, endsAt: null, downloadUrl: null, createdAt: here.createdAt },
  });
  const app = await renderApp("/settings");
  await screen.findByRole("region", { name: "Security" });
  expect(await screen.findByRole("button", { name: "Set up" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Change Password" })).toBeNull();
  expect(await screen.findByText("We are preparing your data. You can leave this page.")).toBeTruthy();
  expect(await screen.findByText("Your account has no email address, so Fash can't email you.")).toBeTruthy();
  await app.router.navigate({ to: "/change-password" });
  expect(await screen.findByRole("heading", { name: "No password needed" })).toBeTruthy();
});

test.each([
  [6_400, "7 kB"],
  [52_300_000, "52 MB"],
])("a copy of the member's data with %i bytes is ready as %s", async (bytes, size) => {
  mockAuth({ "GET /user": () => Response.json(user) });
  const copy = {
    id: anId(),
    status: "ready",
    bytes,
    endsAt: "2026-03-04T05:06:00.000Z",
    downloadUrl: "/x",
    createdAt: here.createdAt,
  } as const;
  mockApi.on("GET /api/me/data", { export: copy });
  await renderApp("/settings");
  // The time as it is written here.
  const until = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  const end = until.format(new Date(copy.endsAt));
  expect(await screen.findByText(`Ready, ${size}. The link works until ${end}.`)).toBeTruthy();
});

test("the devices are named, and all others can be logged out after a question", async () => {
  mockAuth({ "GET /user": () => Response.json(user) });
  mockApi.on("DELETE /api/me/sessions", { ok: true });
  const app = await renderApp("/settings");
  const devices = within(await screen.findByRole("region", { name: "Your devices" }));
  expect(await devices.findByText("Firefox on Linux")).toBeDefined();
  expect(devices.getAllByText("This device")).toHaveLength(1);
  expect(devices.getByRole("button", { name: "Log out Safari on iPhone" })).toBeDefined();
  await app.user.click(devices.getByRole("button", { name: "Log out all others" }));
  expect(mockApi.requests("DELETE /api/me/sessions")).toHaveLength(0);
  const confirm = () =>
    app.user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Log out all others" }));
  mockApi.on("DELETE /api/me/sessions", fails("internal"));
  await confirm();
  expect(await toast("Failed to log out the other devices")).toBeDefined();
  await app.user.click(devices.getByRole("button", { name: "Log out all others" }));
  mockApi.on("DELETE /api/me/sessions", { ok: true });
  mockApi.on("GET /api/me/sessions", { items: [here] });
  await confirm();
  expect(await toast("All other devices are logged out")).toBeDefined();
  await waitFor(() => expect(devices.queryByText("Safari on iPhone")).toBeNull());
});

test("the focus stays with the list that a device or an authenticator is taken from", async () => {
  const factor = { id: "first", friendly_name: "Old phone", factor_type: "totp", status: "verified" };
  let factors = [{ ...factor, created_at: user.created_at }];
  mockAuth({
    "GET /user": () => Response.json({ ...user, factors, identities: [{ provider: "email" }] }),
    "DELETE /factors/first": () => {
      factors = [];
      return Response.json({ id: "first" });
    },
    "POST /token": () => aNewSession("refreshed"),
  });
  mockApi.on("DELETE /api/me/sessions/:sessionId", { ok: true });
  const app = await renderApp("/settings");
  const logOut = await screen.findByRole("button", { name: "Log out Safari on iPhone" });
  mockApi.on("GET /api/me/sessions", { items: [here] });
  await app.user.click(logOut);
  await waitFor(() => expect(logOut.isConnected).toBe(false));
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Your devices" }));
  const remove = await screen.findByRole("button", { name: "Remove Old phone" });
  const authenticators = remove.closest("section");
  await app.user.click(remove);
  await app.user.click(screen.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(remove.isConnected).toBe(false));
  expect(document.activeElement).toBe(authenticators);
});

test("parts that could not be loaded say so and load on a retry", async () => {
  let isDown = true;
  mockAuth({ "GET /user": () => (isDown ? authError(400, "unexpected_failure") : Response.json(user)) });
  mockApi.on("GET /api/me/data", fails("rate.limited"));
  const app = await renderApp("/settings");
  const retries = async (name: string) => {
    const region = within(await screen.findByRole("region", { name }));
    await region.findAllByText("Try again");
    return region.getAllByRole("button", { name: "Try again" });
  };
  await waitFor(async () => expect(await retries("Security")).toHaveLength(2));
  isDown = false;
  for (const retry of await retries("Security")) await app.user.click(retry);
  expect(await screen.findByRole("button", { name: "Connect Google" })).toBeTruthy();
  mockApi.on("GET /api/me/data", { export: null });
  for (const retry of await retries("Your data")) await app.user.click(retry);
  expect(await screen.findByRole("button", { name: "Prepare my data" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
