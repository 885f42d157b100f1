import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { later } from "#web/testing/later.ts";
import { authRefusal, mockAuth, noConnection } from "#web/testing/mock-auth.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aPage } from "#web/testing/samples.ts";

beforeEach(() => mockApi.on("GET /api/outfits", aPage([])));

// The toasts' own code comes with the first of them.
const toast = (text: string) => screen.findByText(text, { selector: "[data-sonner-toast] *" }, { timeout: 8_000 });
/** What stands beside the fields; fields without a complaint have none. */
const complaints = () => screen.getAllByRole("alert").flatMap((alert) => alert.textContent || []);
const email = () => screen.findByRole("textbox", { name: "Email" });
const password = () => screen.getByLabelText("Password", { selector: "input" });

async function fillSignIn() {
  const { user } = await renderApp("/auth");
  await user.type(await email(), "mia@example.com");
  await user.type(password(), "copper kettle 9");
  return { user, send: () => user.click(screen.getByRole("button", { name: "Sign In" })) };
}

async function fillSignUp() {
  mockApi.on("GET /api/usernames", { username: "mia" });
  const { user } = await renderApp("/auth?tab=sign-up");
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Mia");
  await user.type(await email(), "mia@example.com");
  await user.type(password(), "copper kettle 9");
  return { user, send: () => user.click(screen.getByRole("button", { name: "Create Account" })) };
}

test.each([
  ["invalid_credentials", 400, "Invalid email or password"],
  ["email_not_confirmed", 400, "Please check your email to confirm your account"],
  ["unexpected_failure", 500, "An unexpected error occurred"],
  ["user_banned", 403, "The server's own words for user_banned"],
])("a sign-in refused with %s has its words as a toast", async (code, status, words) => {
  mockAuth({ "POST /token": () => authRefusal(status, code) });
  const { send } = await fillSignIn();
  await send();
  expect(await toast(words)).toBeDefined();
});

test("without a connection sign-in says so and keeps what was typed", async () => {
  mockAuth({ "POST /token": noConnection });
  const { send } = await fillSignIn();
  await send();
  expect(await toast("No connection. Check your network and try again.")).toBeDefined();
  expect((password() as HTMLInputElement).value).toBe("copper kettle 9");
});

test("a refused password is marked, chosen and ready to be typed over", async () => {
  mockAuth({ "POST /token": () => authRefusal(400, "invalid_credentials") });
  const { send } = await fillSignIn();
  await send();
  await waitFor(() => expect(complaints()).toEqual(["Invalid email or password"]));
  expect(password().getAttribute("aria-invalid")).toBe("true");
  await waitFor(() => expect(document.activeElement).toBe(password()));
});

test("the button says 'Signing in...' until the answer comes", async () => {
  const answer = later<Response>();
  mockAuth({ "POST /token": () => answer.promise });
  const { send } = await fillSignIn();
  await send();
  expect(await screen.findByRole("button", { name: /Signing in\.\.\.$/ })).toBeDefined();
  answer.resolve(authRefusal(400, "invalid_credentials"));
  expect(await screen.findByRole("button", { name: "Sign In" })).toBeDefined();
});

test("the button says 'Creating account...' until the answer comes", async () => {
  const answer = later<Response>();
  mockAuth({ "POST /signup": () => answer.promise });
  const { send } = await fillSignUp();
  await send();
  expect(await screen.findByRole("button", { name: /Creating account\.\.\.$/ })).toBeDefined();
  answer.resolve(authRefusal(500, "unexpected_failure"));
  expect(await screen.findByRole("button", { name: "Create Account" })).toBeDefined();
});

test("a taken address is said beside its field, and sign-up sends the name as the username", async () => {
  const sent = mockAuth({ "POST /signup": () => authRefusal(422, "user_already_exists") });
  const { send } = await fillSignUp();
  await send();
  const words = "An account with this email already exists";
  expect(await toast(words)).toBeDefined();
  expect(complaints()).toEqual([words]);
  expect(sent.find(({ name }) => name === "POST /signup")?.body).toMatchObject({
    email: "mia@example.com",
    data: { username: "Mia" },
  });
});

test("a leaked password is said beside the password", async () => {
  const reasons = { weak_password: { reasons: ["pwned"] } };
  mockAuth({ "POST /signup": () => authRefusal(422, "weak_password", reasons) });
  const { send } = await fillSignUp();
  await send();
  await waitFor(() => expect(complaints().join()).toContain("known from leaked lists"));
});

test("a recovery mail that cannot be sent says so", async () => {
  mockAuth({ "POST /recover": () => authRefusal(429, "over_email_send_rate_limit") });
  const { user } = await renderApp("/forgot-password");
  await user.type(await email(), "mia@example.com");
  await user.click(screen.getByRole("button", { name: "Send recovery link" }));
  expect(await toast("Failed to send reset email")).toBeDefined();
});

test("a number is asked for with its country and refused without a call when there is no such number", async () => {
  const sent = mockAuth({});
  const { user } = await renderApp("/auth-mobile");
  const number = await screen.findByRole("textbox", { name: "Mobile number" });
  await user.type(number, "00000 00000");
  await user.click(screen.getByRole("button", { name: "CONTINUE" }));
  expect(await toast("Invalid phone number")).toBeDefined();
  expect(sent).toEqual([]);
});

test("a message that could not be sent says why beside the number", async () => {
  const sent = mockAuth({ "POST /otp": () => authRefusal(429, "over_sms_send_rate_limit") });
  const { user } = await renderApp("/auth-mobile");
  await user.type(await screen.findByRole("textbox", { name: "Mobile number" }), "98765 43210");
  await user.click(screen.getByRole("button", { name: "CONTINUE" }));
  expect(await toast("Failed to send OTP")).toBeDefined();
  expect(complaints().join()).toContain("over_sms_send_rate_limit");
  expect(sent[0]?.body).toMatchObject({ phone: "+919876543210" });
});

test("an incomplete code is not sent, a wrong one empties the boxes, and the complaint goes with the next digit", async () => {
  mockAuth({
    "POST /otp": () => Response.json({}),
    "POST /verify": () => authRefusal(403, "otp_expired"),
  });
  const { user } = await renderApp("/auth-mobile");
  await user.type(await screen.findByRole("textbox", { name: "Mobile number" }), "98765 43210");
  await user.click(screen.getByRole("button", { name: "CONTINUE" }));
  await user.click(await screen.findByLabelText("Digit 1 of 4"));
  await user.keyboard("12{Enter}");
  expect(await toast("Please enter complete OTP")).toBeDefined();
  await user.keyboard("34");
  await user.click(screen.getByRole("button", { name: "SUBMIT" }));
  const complaint = () => within(screen.getByRole("group", { name: "4-digit code" })).getByRole("alert").textContent;
  await waitFor(() => expect(complaint()).toBe("Invalid OTP. Please try again."));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Digit 1 of 4")));
  await user.keyboard("5");
  expect(complaint()).toBe("");
});
