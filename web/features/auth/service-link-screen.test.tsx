import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { mockApi } from "#web/testing/mock-api.ts";
import { aSession, authError, mockAuth } from "#web/testing/mock-auth.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, aPage } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";

const toast = (text: string) => screen.findByText(text, { selector: "[data-sonner-toast] *" }, { timeout: 8_000 });
const times = { created_at: "2026-01-02T03:04:05.000Z", last_sign_in_at: "2026-03-04T05:06:07.000Z" };
const member = {
  id: memberId,
  email: "mia@example.com",
  ...times,
  email_confirmed_at: times.created_at,
  app_metadata: { provider: "email", has_password: true },
  identities: [{ provider: "email" }],
  factors: [],
};
const newMember = { ...member, email_confirmed_at: times.last_sign_in_at };

async function openLink(type: string, { token = "service_of-the-mail", search = "" } = {}) {
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/styles", aPage([]));
  // Of the page of a member.
  mockApi.on("GET /api/trending", { items: [] });
  mockApi.on("GET /api/articles/lead", { items: [], isFeatured: false });
  mockApi.on("GET /api/events/lead", { event: null });
  return renderApp(`/change-password${search}#token_hash=${token}&type=${type}`);
}

test.each([
  ["magiclink", "Sign In", member, "Welcome back!", "/"],
  ["magiclink", "Sign In", newMember, "Welcome to Fash!", "/onboarding"],
  ["signup", "Confirm", newMember, "Welcome to Fash!", "/onboarding"],
])(
  "a service's %s link is used by '%s', not before, and leads on [S-164]",
  async (type, button, user, words, place) => {
    const sent = mockAuth({ "POST /verify": () => aSession("new", { user }) });
    const app = await openLink(type);
    const press = await screen.findByRole("button", { name: button });
    expect(sent).toEqual([]);
    await app.user.click(press);
    expect(await toast(words)).toBeDefined();
    await waitFor(() => expect(app.router.state.location.pathname).toBe(place));
    const body = expect.objectContaining({ type, token_hash: "service_of-the-mail" });
    expect(sent[0]).toEqual({ name: "POST /verify", body });
  },
);

test.each([
  ["magiclink", "Sign In", member, "/nowhere?a=1"],
  ["signup", "Confirm", newMember, "/onboarding?next=%2Fnowhere%3Fa%3D1"],
])("a service's %s link leads on to the page that it names", async (type, button, user, place) => {
  mockAuth({ "POST /verify": () => aSession("new", { user }) });
  const app = await openLink(type, { search: "?next=%2Fnowhere%3Fa%3D1" });
  await app.user.click(await screen.findByRole("button", { name: button }));
  await waitFor(() => expect(app.router.state.location.href).toBe(place));
});

test("a service's recovery link keeps the page that it names until there is a new password", async () => {
  mockAuth({ "POST /verify": () => aSession("new", { user: member }), "GET /user": () => Response.json(member) });
  const app = await openLink("recovery", { search: "?next=%2Fcloset" });
  await app.user.click(await screen.findByRole("button", { name: "Continue" }));
  await waitFor(() => expect(app.router.state.location.href).toBe("/change-password?next=%2Fcloset"));
});

test("a service's recovery link leads to a new password, without the one before", async () => {
  const token = `x.${btoa(JSON.stringify({ amr: [{ method: "otp", timestamp: 1 }] }))}.x`;
  mockAuth({ "POST /verify": () => aSession(token, { user: member }), "GET /user": () => Response.json(member) });
  const app = await openLink("recovery");
  await app.user.click(await screen.findByRole("button", { name: "Continue" }));
  expect(await screen.findByLabelText("New password", { selector: "input" })).toBeTruthy();
  expect(screen.queryByLabelText("Current password")).toBeNull();
  // A reload does not open the link again.
  expect(app.router.state.location).toMatchObject({ pathname: "/change-password", hash: "" });
});

test.each([
  ["magiclink", "Sign In", "/closet"],
  ["recovery", "Continue", "/change-password?next=%2Fcloset"],
])("the second step comes after a %s link", async (type, button, next) => {
  const factors = [{ id: "first", friendly_name: "Phone", factor_type: "totp", status: "verified" }];
  mockAuth({
    "POST /verify": () => aSession("new", { user: { ...member, factors } }),
    "GET /user": () => Response.json({ ...member, factors }),
  });
  const app = await openLink(type, { search: "?next=%2Fcloset" });
  await app.user.click(await screen.findByRole("button", { name: button }));
  expect(await screen.findByRole("heading", { name: "Your code" })).toBeTruthy();
  expect(app.router.state.location).toMatchObject({ pathname: "/auth", search: { next } });
});

test("a link that has expired leads to the sign-in with the reason; one that was not checked stays good", async () => {
  const answers = [() => authError(429, "over_request_rate_limit"), () => authError(403, "otp_expired")];
  mockAuth({ "POST /verify": () => (answers.shift() ?? noAnswer)() });
  const { user, router } = await openLink("magiclink");
  await user.click(await screen.findByRole("button", { name: "Sign In" }));
  expect(await toast("Too many attempts. Try again in a few minutes.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Sign In" }));
  expect(await toast("This link has expired or was used before")).toBeDefined();
  expect(router.state.location).toMatchObject({ pathname: "/auth", hash: "" });
});

test.each(["magiclink", "recovery", "signup"])(
  "a %s link takes nobody's place who is signed in [S-164]",
  async (type) => {
    signIn({ email: "theo@example.com" });
    const sent = mockAuth({});
    await openLink(type);
    expect(await screen.findByRole("heading", { name: "Log out first" })).toBeTruthy();
    expect(screen.getByText("theo@example.com")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Log Out" })).toBeTruthy();
    expect(sent).toEqual([]);
  },
);

test("a token that no service made is not taken: it may lead into the account of whoever sent it [S-164]", async () => {
  await openLink("magiclink", { token: "of-a-sign-up" });
  expect(await screen.findByRole("heading", { name: "Sign in first" })).toBeTruthy();
});

function noAnswer(): never {
  throw new TypeError("Asked once too often");
}
