import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { mockApi } from "#web/testing/mock-api.ts";
import { aSession, authError, mockAuth } from "#web/testing/mock-auth.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, aPage } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";

const newPassword = "paper lantern 12";
const invited = { id: memberId, email: "mia@example.com", identities: [], factors: [] };
const toast = (text: string) => screen.findByText(text, { selector: "[data-sonner-toast] *" }, { timeout: 8_000 });
const field = (label: string) => screen.findByLabelText(label, { selector: "input" });

async function openLink(search = "", token = "service_of-the-mail") {
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/styles", aPage([]));
  const app = await renderApp(`/change-password${search}#token_hash=${token}&type=invite`);
  const press = () => app.user.click(screen.getByRole("button", { name: "Accept Invitation" }));
  const choose = async (password: string, repeated = password) => {
    for (const [label, text] of [
      ["New password", password],
      ["Re-enter new password", repeated],
    ] as const) {
      await app.user.clear(await field(label));
      await app.user.type(await field(label), text);
    }
    await press();
  };
  return { ...app, choose, press };
}

const used = {
  name: "POST /verify",
  body: expect.objectContaining({ type: "invite", token_hash: "service_of-the-mail" }),
};
const set = { name: "PUT /user", body: expect.objectContaining({ password: newPassword }) };

test("an invitation is used when the password is sent, not before, and leads to the onboarding [S-164]", async () => {
  const sent = mockAuth({ "POST /verify": () => aSession("new"), "PUT /user": () => Response.json(invited) });
  const { choose, router } = await openLink("?next=%2Fcloset");
  expect(await screen.findByRole("heading", { name: "Welcome to Fash" })).toBeTruthy();
  await choose("short");
  expect(await toast("Password must be at least 8 characters")).toBeDefined();
  await choose(newPassword, "paper lantern 13");
  expect(await toast("Passwords do not match")).toBeDefined();
  expect(sent).toEqual([]);
  await choose(newPassword);
  expect(await toast("Welcome to Fash!")).toBeDefined();
  expect(sent).toEqual([used, set]);
  expect(router.state.location).toMatchObject({ pathname: "/onboarding", search: { next: "/closet" }, hash: "" });
});

test("a password that the server refuses is chosen again in the session that the invitation has opened", async () => {
  const answers = [
    () => authError(422, "weak_password", { weak_password: { reasons: ["characters"] } }),
    () => Response.json(invited),
  ];
  const sent = mockAuth({ "POST /verify": () => aSession("new"), "PUT /user": () => (answers.shift() ?? noAnswer)() });
  const { choose, router } = await openLink();
  await choose("password");
  expect(await toast("Choose a password that is harder to guess")).toBeDefined();
  expect((await field("New password")).getAttribute("aria-invalid")).toBe("true");
  // A reload goes on with the session.
  expect(router.state.location).toMatchObject({ pathname: "/change-password", hash: "" });
  await choose(newPassword);
  await waitFor(() => expect(router.state.location.pathname).toBe("/onboarding"));
  expect(sent).toEqual([used, { name: "PUT /user", body: expect.anything() }, set]);
});

test("after a refused password and a reload, the way still leads to the onboarding", async () => {
  const answers = [() => authError(422, "weak_password"), () => Response.json(invited)];
  mockAuth({
    "POST /verify": () => aSession("new", { user: invited }),
    "GET /user": () => Response.json(invited),
    "PUT /user": () => (answers.shift() ?? noAnswer)(),
  });
  const { choose, router, unmount } = await openLink("?next=%2Fcloset");
  await choose("password");
  await waitFor(() => expect(router.state.location.hash).toBe(""));
  unmount();
  const reloaded = await renderApp(router.state.location.href);
  await reloaded.user.type(await field("New password"), newPassword);
  await reloaded.user.type(await field("Re-enter new password"), newPassword);
  await reloaded.user.click(screen.getByRole("button", { name: "Change Password" }));
  await waitFor(() => expect(reloaded.router.state.location.pathname).toBe("/onboarding"));
  expect(reloaded.router.state.location.search).toEqual({ next: "/closet" });
});

test("a password whose answer was lost stays: another one is not taken for it, and the way leads on", async () => {
  const answers = [() => noAnswer(), () => authError(400, "current_password_required")];
  const sent = mockAuth({ "POST /verify": () => aSession("new"), "PUT /user": () => (answers.shift() ?? noAnswer)() });
  const { choose, router } = await openLink();
  await choose(newPassword);
  await waitFor(() => expect(sent).toHaveLength(2));
  await choose("another lantern 34");
  expect(await toast("This account has a password already. You can change it in Settings.")).toBeDefined();
  await waitFor(() => expect(router.state.location.pathname).toBe("/onboarding"));
});

test("the page has no link that takes the invitation along [S-164]", async () => {
  await openLink();
  expect(await screen.findByRole("heading", { name: "Welcome to Fash" })).toBeTruthy();
  const addresses = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(addresses.filter((address) => address?.includes("token"))).toEqual([]);
});

test("what did not check the invitation leaves it good", async () => {
  const answers = [() => authError(429, "over_request_rate_limit"), () => aSession("new")];
  mockAuth({ "POST /verify": () => (answers.shift() ?? noAnswer)(), "PUT /user": () => Response.json(invited) });
  const { choose, press, router } = await openLink();
  await choose(newPassword);
  expect(await toast("Too many attempts. Try again in a few minutes.")).toBeDefined();
  await press();
  await waitFor(() => expect(router.state.location.pathname).toBe("/onboarding"));
});

test("an invitation that has expired says so, with a recovery link as the way on", async () => {
  mockAuth({ "POST /verify": () => authError(403, "otp_expired") });
  const { choose, user, router } = await openLink();
  await choose(newPassword);
  expect(await screen.findByRole("heading", { name: "This link has expired" })).toBeTruthy();
  expect(router.state.location.hash).toBe("");
  await user.click(screen.getByRole("link", { name: "Send recovery link" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/forgot-password"));
});

test("an invitation does not take the place of the member who is signed in [S-164]", async () => {
  signIn({ email: "theo@example.com" });
  const sent = mockAuth({});
  await openLink();
  expect(await screen.findByRole("heading", { name: "Log out first" })).toBeTruthy();
  expect(screen.getByText("theo@example.com")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Log Out" })).toBeTruthy();
  expect(screen.queryByLabelText("New password")).toBeNull();
  expect(sent).toEqual([]);
});

test("a token that no service made is no invitation: anybody who was invited gets such [S-164]", async () => {
  const sent = mockAuth({});
  await openLink("", "of-another-mail");
  expect(await screen.findByRole("heading", { name: "This link has expired" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Send recovery link" })).toBeTruthy();
  expect(sent).toEqual([]);
});

function noAnswer(): never {
  throw new TypeError("Asked once too often");
}
