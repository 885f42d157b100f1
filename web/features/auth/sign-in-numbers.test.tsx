import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { authError, mockAuth } from "#web/testing/mock-auth.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";

// As a server with other settings writes it.
beforeEach(() => {
  const meta = document.createElement("meta");
  meta.name = "sign-in";
  meta.content = JSON.stringify({ phoneDigits: 6, passwordCharsMin: 12, smsResendSeconds: 90 });
  document.head.append(meta);
  return () => meta.remove();
});

test("a code with more digits has as many boxes, and another one waits as long as the server wants", async () => {
  const sent = mockAuth({ "POST /otp": () => Response.json({}), "POST /verify": () => authError(403, "otp_expired") });
  const { user } = await renderApp("/auth-mobile");
  await user.type(await screen.findByRole("textbox", { name: "Mobile number" }), "98765 43210");
  await user.click(screen.getByRole("button", { name: "CONTINUE" }));
  await user.click(await screen.findByLabelText("Digit 1 of 6"));
  expect(screen.getByRole("button", { name: /^Resend OTP in (90|89) s$/ })).toBeDefined();
  await user.keyboard("123456{Enter}");
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ token: "123456" }));
});

test("a new password has the length that the server wants, one at Sign In the usual one", async () => {
  mockApi.on("GET /api/usernames", { username: "mia" });
  const sent = mockAuth({ "POST /token": () => authError(400, "invalid_credentials") });
  const { user } = await renderApp("/auth");
  const fill = async (button: string) => {
    await user.type(await screen.findByRole("textbox", { name: "Email" }), "mia@example.com");
    await user.type(screen.getByLabelText("Password", { selector: "input" }), "kettle 99");
    await user.click(screen.getByRole("button", { name: button }));
  };
  await fill("Sign In");
  await waitFor(() => expect(sent).toMatchObject([{ name: "POST /token" }]));
  await user.click(screen.getByRole("tab", { name: /sign up/i }));
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Mia");
  expect(screen.getByText(/^12 characters or more/)).toBeDefined();
  await fill("Create Account");
  await waitFor(() =>
    expect(screen.getAllByRole("alert").flatMap(({ textContent }) => textContent || [])).toContain(
      "Password must be at least 12 characters",
    ),
  );
  expect(sent).toHaveLength(1);
});
