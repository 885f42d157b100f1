import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { aSession, authError, mockAuth, noConnection } from "#web/testing/mock-auth.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, aPage, aStyle } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

// The toasts' own code comes with the first of them.
const toast = (text: string) => screen.findByText(text, { selector: "[data-sonner-toast] *" }, { timeout: 8_000 });
/** The errors shown at the fields. */
const fieldErrors = () => screen.getAllByRole("alert").flatMap((alert) => alert.textContent || []);
const email = () => screen.findByRole("textbox", { name: "Email" });
const password = () => screen.getByLabelText("Password", { selector: "input" });

async function fillSignIn(address = "/auth") {
  const { user, router } = await renderApp(address);
  await user.type(await email(), "mia@example.com");
  await user.type(password(), "copper kettle 9");
  return { user, router, send: () => user.click(screen.getByRole("button", { name: "Sign In" })) };
}

async function fillSignUp() {
  mockApi.on("GET /api/usernames", { username: "mia" });
  const { user } = await renderApp("/auth?tab=sign-up");
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Mia");
  await user.type(await email(), "mia@example.com");
  await user.type(password(), "copper kettle 9");
  return { user, send: () => user.click(screen.getByRole("button", { name: "Create Account" })) };
}

/** An account by e-mail that signs in a day after it was made. */
const aDayOld = {
  created_at: "2026-03-01T12:00:00Z",
  last_sign_in_at: "2026-03-02T12:00:00Z",
  app_metadata: { provider: "email" },
};

test.each([
  ["invalid_credentials", 400, "Invalid email or password"],
  ["email_not_confirmed", 400, "Please check your email to confirm your account"],
  ["unexpected_failure", 500, "An unexpected error occurred"],
  ["user_banned", 403, "This account has been banned and can't sign in"],
])("a sign-in rejected with %s shows its message as a toast", async (code, status, message) => {
  mockAuth({ "POST /token": () => authError(status, code) });
  const { send } = await fillSignIn();
  await send();
  expect(await toast(message)).toBeDefined();
});

test("a sign-in that cancels the deletion of the account says that instead, and leads to where it is asked for", async () => {
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/styles", { items: [aStyle()] });
  mockAuth({ "POST /token": () => aSession("restored", { account_restored: true }) });
  const { send, router, user } = await fillSignIn("/auth?next=%2Fstyles");
  await send();
  expect(await toast("Welcome back! Your account will not be deleted.")).toBeDefined();
  expect(screen.queryByText("Welcome back!")).toBeNull();
  // Of the settings' parts.
  mockApi.on("GET /api/me/notifications", fails("rate.limited"));
  mockApi.on("GET /api/me/sessions", fails("rate.limited"));
  mockApi.on("GET /api/me/data", fails("rate.limited"));
  mockApi.on("GET /api/blocks", aPage([]));
  mockApi.on("GET /api/mutes", aPage([]));
  await user.click(screen.getByRole("button", { name: "Settings" }));
  await waitFor(() => expect(router.state.location.href).toBe("/settings#your-data"));
});

test("a recovery by code that cancels the deletion of the account says so", async () => {
  mockApi.on("GET /api/me", aMe());
  mockAuth({
    "POST /verify": () => aSession("restored", { account_restored: true }),
    "GET /user": () => authError(500, "unexpected_failure"),
  });
  const { user } = await renderApp("/forgot-password");
  await user.type(await email(), "mia@example.com");
  await user.click(screen.getByRole("button", { name: "I have a code" }));
  const boxes = within(await screen.findByRole("group", { name: "Code from the email" })).getAllByRole("textbox");
  for (const box of boxes) await user.type(box, "1");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await toast("Welcome back! Your account will not be deleted.")).toBeDefined();
});

test("a sign-in before the confirmation says that no email was sent, and another can be sent at once", async () => {
  mockAuth({ "POST /token": () => authError(400, "email_not_confirmed") });
  const { send } = await fillSignIn();
  await send();
  expect(await screen.findByText(/Enter the code of your last email, or send a new one/)).toBeDefined();
  expect(((await screen.findByRole("button", { name: "Resend code" })) as HTMLButtonElement).disabled).toBe(false);
});

test("an account that is confirmed at a sign-in begins with the onboarding", async () => {
  mockAuth({ "POST /token": () => authError(400, "email_not_confirmed") });
  mockApi.on("GET /api/me", fails("rate.limited"));
  mockApi.on("GET /api/styles", { items: [aStyle()] });
  const { send, router } = await fillSignIn("/auth?next=%2Fcloset");
  await send();
  await screen.findByText(/Enter the code of your last email/);
  signIn({ user: { ...aDayOld, email_confirmed_at: aDayOld.last_sign_in_at } });
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: "/onboarding", search: { next: "/closet" } }),
  );
});

test("a member who signs in in another tab is not sent through the onboarding", async () => {
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/styles", { items: [aStyle()] });
  const { router } = await renderApp("/auth?tab=sign-up&next=%2Fstyles");
  await screen.findByRole("heading", { name: "Create your account" });
  signIn({ user: { ...aDayOld, email_confirmed_at: aDayOld.created_at } });
  await waitFor(() => expect(router.state.location.pathname).toBe("/styles"));
});

test("another address is a sign-in's, whose account is not confirmed yet", async () => {
  mockAuth({ "POST /token": () => authError(400, "email_not_confirmed") });
  const { send, user } = await fillSignIn();
  await send();
  await user.click(await screen.findByRole("button", { name: "Use another address" }));
  expect((await screen.findByRole("tab", { name: "Sign In" })).getAttribute("aria-selected")).toBe("true");
});

test("without a connection sign-in shows an error and keeps the input", async () => {
  mockAuth({ "POST /token": noConnection });
  const { send } = await fillSignIn();
  await send();
  expect(await toast("No connection. Check your network and try again.")).toBeDefined();
  expect((password() as HTMLInputElement).value).toBe("copper kettle 9");
});

test("a second refusal replaces the toast of the first", async () => {
  mockAuth({ "POST /token": noConnection });
  const { send } = await fillSignIn();
  await send();
  expect(await toast("No connection. Check your network and try again.")).toBeDefined();
  mockAuth({ "POST /token": () => authError(400, "invalid_credentials") });
  await send();
  expect(await toast("Invalid email or password")).toBeDefined();
  await waitFor(() => expect(screen.queryByText("No connection. Check your network and try again.")).toBeNull());
});

test("a rejected password is marked invalid and selected", async () => {
  mockAuth({ "POST /token": () => authError(400, "invalid_credentials") });
  const { send } = await fillSignIn();
  await send();
  await waitFor(() => expect(fieldErrors()).toEqual(["Invalid email or password"]));
  expect(password().getAttribute("aria-invalid")).toBe("true");
  await waitFor(() => expect(document.activeElement).toBe(password()));
});

test("the button says 'Signing in...' until the reply arrives", async () => {
  const answer = deferred<Response>();
  mockAuth({ "POST /token": () => answer.promise });
  const { send } = await fillSignIn();
  await send();
  expect(await screen.findByRole("button", { name: /Signing in\.\.\.$/ })).toBeDefined();
  answer.resolve(authError(400, "invalid_credentials"));
  expect(await screen.findByRole("button", { name: "Sign In" })).toBeDefined();
});

test("the button says 'Creating account...' until the reply arrives", async () => {
  const answer = deferred<Response>();
  mockAuth({ "POST /signup": () => answer.promise });
  const { send } = await fillSignUp();
  await send();
  expect(await screen.findByRole("button", { name: /Creating account\.\.\.$/ })).toBeDefined();
  answer.resolve(authError(500, "unexpected_failure"));
  expect(await screen.findByRole("button", { name: "Create Account" })).toBeDefined();
});

test("a double click on the button sends the form once", async () => {
  const answer = deferred<Response>();
  const sent = mockAuth({ "POST /signup": () => answer.promise });
  const { send } = await fillSignUp();
  await Promise.all([send(), send()]);
  await screen.findByRole("button", { name: /Creating account\.\.\.$/ });
  expect(sent.filter(({ name }) => name === "POST /signup")).toHaveLength(1);
  answer.resolve(authError(500, "unexpected_failure"));
  expect(await screen.findByRole("button", { name: "Create Account" })).toBeDefined();
});

test("a taken address is reported at its field, and sign-up sends the name as the username", async () => {
  const sent = mockAuth({ "POST /signup": () => authError(422, "user_already_exists") });
  const { send } = await fillSignUp();
  await send();
  const message = "An account with this email already exists";
  expect(await toast(message)).toBeDefined();
  expect(fieldErrors()).toEqual([message]);
  expect(sent.find(({ name }) => name === "POST /signup")?.body).toMatchObject({
    email: "mia@example.com",
    data: { username: "Mia" },
  });
});

test("a password that is easy to guess is reported at the password field", async () => {
  const message = "Password is too easy to guess, please choose a different one.";
  const reasons = { message, weak_password: { reasons: ["pwned"] } };
  mockAuth({ "POST /signup": () => authError(422, "weak_password", reasons) });
  const { send } = await fillSignUp();
  await send();
  await waitFor(() => expect(fieldErrors().join()).toContain(message));
});

test("a failed recovery e-mail shows an error", async () => {
  mockAuth({ "POST /recover": () => authError(429, "over_email_send_rate_limit") });
  const { user } = await renderApp("/forgot-password");
  await user.type(await email(), "mia@example.com");
  await user.click(screen.getByRole("button", { name: "Send recovery link" }));
  expect(await toast("Failed to send reset email")).toBeDefined();
});

test("a code of an earlier recovery e-mail can be entered without sending another", async () => {
  const sent = mockAuth({});
  const { user } = await renderApp("/forgot-password");
  const button = await screen.findByRole("button", { name: "I have a code" });
  await user.click(button);
  await waitFor(() => expect(fieldErrors()).toEqual(["Invalid email address"]));
  await user.type(await email(), "mia@example.com");
  await user.click(button);
  expect(await screen.findByText(/Enter the code of our last email to/)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Resend code" }).disabled).toBe(false);
  expect(sent).toEqual([]);
});

test("a phone number has a country, and an invalid one is rejected without a request", async () => {
  const sent = mockAuth({});
  const { user } = await renderApp("/auth-mobile");
  const number = await screen.findByRole("textbox", { name: "Mobile number" });
  await user.type(number, "00000 00000");
  await user.click(screen.getByRole("button", { name: "CONTINUE" }));
  expect(await toast("Invalid phone number")).toBeDefined();
  expect(sent).toEqual([]);
});

test("a text message that could not be sent shows the reason at the number", async () => {
  const sent = mockAuth({ "POST /otp": () => authError(429, "over_sms_send_rate_limit") });
  const { user } = await renderApp("/auth-mobile");
  await user.type(await screen.findByRole("textbox", { name: "Mobile number" }), "98765 43210");
  await user.click(screen.getByRole("button", { name: "CONTINUE" }));
  expect(await toast("Failed to send OTP")).toBeDefined();
  expect(fieldErrors().join()).toContain("over_sms_send_rate_limit");
  expect(sent[0]?.body).toMatchObject({ phone: "+919876543210" });
  // An earlier code may still be good.
  await user.click(screen.getByRole("button", { name: "Enter the code you have" }));
  expect(await screen.findByLabelText("Digit 1 of 4")).toBeDefined();
  // None was sent now.
  expect(screen.getByText(/Enter the code of our last message to/)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Resend OTP" }).disabled).toBe(false);
});

test("no code is asked for where none can work", async () => {
  mockAuth({ "POST /otp": () => authError(429, "phone_locked") });
  const { user } = await renderApp("/auth-mobile");
  await user.type(await screen.findByRole("textbox", { name: "Mobile number" }), "98765 43210");
  await user.click(screen.getByRole("button", { name: "CONTINUE" }));
  await waitFor(() => expect(fieldErrors()).toEqual(["Too many wrong codes for this number. Try again tomorrow."]));
  expect(screen.queryByRole("button", { name: "Enter the code you have" })).toBeNull();
});

test("an incomplete code is not sent, a wrong one empties the boxes, and the error disappears with the next digit", async () => {
  mockAuth({
    "POST /otp": () => Response.json({}),
    "POST /verify": () => authError(403, "otp_expired"),
  });
  const { user } = await renderApp("/auth-mobile");
  await user.type(await screen.findByRole("textbox", { name: "Mobile number" }), "98765 43210");
  await user.click(screen.getByRole("button", { name: "CONTINUE" }));
  await user.click(await screen.findByLabelText("Digit 1 of 4"));
  await user.keyboard("12{Enter}");
  expect(await toast("Please enter complete OTP")).toBeDefined();
  await user.keyboard("34");
  await user.click(screen.getByRole("button", { name: "SUBMIT" }));
  const fieldError = () => within(screen.getByRole("group", { name: "4-digit code" })).getByRole("alert").textContent;
  await waitFor(() => expect(fieldError()).toBe("Invalid OTP. Please try again."));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Digit 1 of 4")));
  await user.keyboard("5");
  expect(fieldError()).toBe("");
  // No code is accepted after five wrong ones.
  await user.keyboard("678");
  await user.click(screen.getByRole("button", { name: "SUBMIT" }));
  for (let wrong = 3; wrong <= 5; wrong += 1) {
    await waitFor(() => expect(fieldError()).toBe("Invalid OTP. Please try again."));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Digit 1 of 4")));
    await user.keyboard("1234");
    await user.click(screen.getByRole("button", { name: "SUBMIT" }));
  }
  await waitFor(() => expect(fieldError()).toBe("Too many wrong codes. Please request a new one."));
});

test("a code that could not be checked stays in its boxes and counts as no try", async () => {
  let isOnline = false;
  mockAuth({
    "POST /otp": () => Response.json({}),
    "POST /verify": () => (isOnline ? authError(403, "otp_expired") : Response.error()),
  });
  const { user } = await renderApp("/auth-mobile");
  await user.type(await screen.findByRole("textbox", { name: "Mobile number" }), "98765 43210");
  await user.click(screen.getByRole("button", { name: "CONTINUE" }));
  await user.click(await screen.findByLabelText("Digit 1 of 4"));
  await user.keyboard("1234");
  const fieldError = () => within(screen.getByRole("group", { name: "4-digit code" })).getByRole("alert").textContent;
  const submit = screen.getByRole("button", { name: "SUBMIT" });
  for (let failed = 1; failed <= 5; failed += 1) {
    await user.click(submit);
    await waitFor(() => expect(fieldError()).not.toBe(""));
    await waitFor(() => expect(submit.getAttribute("aria-busy")).not.toBe("true"));
    expect(screen.getByLabelText<HTMLInputElement>("Digit 4 of 4").value).toBe("4");
  }
  isOnline = true;
  await user.click(submit);
  await waitFor(() => expect(fieldError()).toBe("Invalid OTP. Please try again."));
});

test.each(["/auth", "/auth-mobile", "/auth-otp"])(
  "a member who opens %s goes on to where they were going",
  async (path) => {
    signIn();
    mockApi.on("GET /api/me", aMe());
    mockApi.on("GET /api/notifications", aPage([]));
    mockApi.on("GET /api/follow-requests", aPage([]));
    const { router } = await renderApp(`${path}?next=%2Fnotifications`);
    await waitFor(() => expect(router.state.location.pathname).toBe("/notifications"));
  },
);

test("a member is not asked how to sign in", async () => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/trending", { items: [] });
  mockApi.on("GET /api/articles/lead", { items: [], isFeatured: false });
  mockApi.on("GET /api/events/lead", { event: null });
  const { router } = await renderApp("/auth-choice");
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
});

test("the way back after signing in is kept through the mobile and recovery screens", async () => {
  mockAuth({ "POST /otp": () => Response.json({}) });
  const next = "/outfit/00000000-0000-4000-8000-000000000001";
  const { user } = await renderApp(`/auth?next=${encodeURIComponent(next)}`);
  const addressOf = (name: string) => new URL(screen.getByRole<HTMLAnchorElement>("link", { name }).href);
  const expectNext = (name: string, pathname: string) => {
    expect(addressOf(name).pathname).toBe(pathname);
    expect(addressOf(name).searchParams.get("next")).toBe(next);
  };
  await screen.findByRole("link", { name: "Forgot Password?" });
  expectNext("Forgot Password?", "/forgot-password");
  await user.click(screen.getByRole("link", { name: "Forgot Password?" }));
  await screen.findByRole("link", { name: "Back to sign in" });
  expectNext("Back to sign in", "/auth");
  await user.click(screen.getByRole("link", { name: "Back to sign in" }));
  await user.click(await screen.findByRole("link", { name: "Continue with mobile" }));
  await user.type(await screen.findByRole("textbox", { name: "Mobile number" }), "98765 43210");
  expectNext("Sign in with email", "/auth");
  await user.click(screen.getByRole("button", { name: "CONTINUE" }));
  await screen.findByRole("link", { name: "Change number" });
  expectNext("Change number", "/auth-mobile");
});
