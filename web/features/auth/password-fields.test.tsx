import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderApp } from "#web/testing/render-app.tsx";

/** The password fields of the page with their type and autocomplete. */
const passwordFields = () =>
  [...document.querySelectorAll<HTMLInputElement>('input[type="password"]')].map((input) => input.autocomplete);

test("the sign-in password field works with password managers and paste [S-4]", async () => {
  const { user } = await renderApp("/auth");
  expect(passwordFields()).toEqual(["current-password"]);
  const field = document.querySelector<HTMLInputElement>('input[type="password"]');
  if (!field) throw new Error("no password field");
  await user.click(field);
  await user.paste("  pasted from a manager 🙂 ");
  expect(field.value).toBe("  pasted from a manager 🙂 ");
  await user.click(screen.getByRole("button", { name: "Show password" }));
  expect(field.type).toBe("text");
});

test("the sign-up password field asks password managers for a new password [S-4]", async () => {
  const { user } = await renderApp("/auth");
  await user.click(screen.getByRole("tab", { name: /sign up/i }));
  await waitFor(() => expect(passwordFields()).toEqual(["new-password"]));
});
