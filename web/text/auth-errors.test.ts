import { AuthApiError, AuthRetryableFetchError, AuthWeakPasswordError } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { authErrorMessage, unreachableText } from "./auth-errors.ts";

test.each([
  ["invalid_credentials", "Invalid email or password"],
  ["otp_expired", "That code isn't right, or it is too old."],
  ["user_already_exists", "An account with this email already exists"],
  ["email_not_confirmed", "Please check your email to confirm your account"],
  ["sms_send_failed", "We couldn't send a text message to this number. Check it, or sign in another way."],
  ["user_banned", "This account has been banned and can't sign in"],
])("%s has its fixed message", (code, message) => {
  expect(authErrorMessage(new AuthApiError("any text of the server", 400, code))).toBe(message);
});

test("the English message decides nothing", () => {
  expect(authErrorMessage(new AuthApiError("Invalid login credentials", 429, "over_request_rate_limit"))).toBe(
    "Too many attempts. Try again in a few minutes.",
  );
});

test("what the server says of a wait is shown", () => {
  const wait = "For security purposes, you can only request this after 42 seconds.";
  expect(authErrorMessage(new AuthApiError(wait, 429, "over_email_send_rate_limit"))).toBe(wait);
  expect(authErrorMessage(new AuthApiError(wait, 429, "over_sms_send_rate_limit"))).toBe(wait);
});

test("what the server says of an unforeseen error is not shown", () => {
  expect(authErrorMessage(new AuthApiError("invalid claim: missing sub claim", 403, "bad_jwt"))).toBe(
    "An unexpected error occurred",
  );
});

test("a weak password gets a message with the reason", () => {
  expect(authErrorMessage(new AuthWeakPasswordError("too short", 422, ["length"]))).toBe(
    "Password must be at least 8 characters",
  );
  expect(authErrorMessage(new AuthWeakPasswordError("easy to guess", 422, ["characters", "pwned"]))).toBe(
    "easy to guess",
  );
});

test("an unreachable server is not an unexpected error", () => {
  expect(authErrorMessage(new AuthRetryableFetchError("Failed to fetch", 0))).toBe(unreachableText);
  expect(authErrorMessage(new AuthRetryableFetchError("boom", 503))).toBe("An unexpected error occurred");
});

test.each([undefined, null, "text", new TypeError("x is not a function"), {}])(
  "%s is answered as an unexpected error",
  (thrown) => {
    expect(authErrorMessage(thrown)).toBe("An unexpected error occurred");
  },
);
