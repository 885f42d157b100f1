import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { aCase, aFoundPicture } from "#web/testing/a-case.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anId, aPage } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe({ isVerified: true }));
  mockApi.on("GET /api/admin/access", { confirmedUntil: "2099-01-01T00:00:00.000Z" });
  mockApi.on("GET /api/admin/cases", aPage([]));
  mockApi.on("PUT /api/admin/cases/:caseId/lock", { lockedUntil: "2099-01-01T00:00:00.000Z" });
  mockApi.on("DELETE /api/admin/cases/:caseId/lock", { ok: true });
});
const row = (name: string) =>
  within(screen.getByRole("list", { name: "Cases" })).getByRole("button", { name: new RegExp(name) });

test("a case says that the picture that was found is only proposed, not shown any more, or gone", async () => {
  const found = (excerpt: string, foundPicture: "proposed" | "former" | "gone") => ({
    ...aCase(excerpt),
    targetType: "event" as const,
    screeningPercent: 97,
    foundPicture,
  });
  const all = [found("Open studio", "proposed"), found("Denim fair", "former"), found("Repair night", "gone")];
  mockApi.on("GET /api/admin/cases", aPage(all));
  mockApi.on(
    "GET /api/admin/cases/:caseId",
    ({ params }) => all.find(({ id }) => id === params["caseId"]) ?? fails("case.not_found"),
  );
  const { user } = await renderApp("/admin/moderation");
  await screen.findByRole("list", { name: "Cases" });
  expect(row("Open studio").textContent).toContain("image score 97\u00a0%, proposed picture");
  expect(row("Denim fair").textContent).toContain("image score 97\u00a0%, picture no longer shown");
  expect(row("Repair night").textContent).toContain("image score 97\u00a0%, picture no longer exists");
  await user.click(row("Open studio"));
  await screen.findByText("Proposed picture, not published yet");
  await user.click(row("Denim fair"));
  await screen.findByText("The picture that was found is no longer shown");
  await user.click(row("Repair night"));
  await screen.findByText("The picture that was found no longer exists");
});

test("a case shows each picture that the decision is about, with what the screening says about it", async () => {
  const target = { ...aCase("mia"), targetType: "profile", reportsCount: 0 } as const;
  const foundPictures = [
    aFoundPicture("avatar", "withheld", 97),
    aFoundPicture("banner", "in_use", 75),
    aFoundPicture("outfit", "proposed", 71),
  ];
  mockApi.on("GET /api/admin/cases/:caseId", { ...target, foundPictures });
  await renderApp(`/admin/moderation?case=${target.id}`);
  const list = await screen.findByRole("list", { name: "Pictures that were found" });
  const items = within(list).getAllByRole("listitem");
  expect(items.map((item) => [within(item).getByRole("img").getAttribute("src"), item.textContent])).toEqual([
    ["/media/u/avatar.webp", "AvatarImage score 97\u00a0%Not on the profile"],
    ["/media/u/banner.webp", "BannerImage score 75\u00a0%"],
    [
      "/media/u/outfit.webp",
      "Image score 71\u00a0%Resembles a picture that was removed beforeProposed picture, not published yet",
    ],
  ]);
  const { username } = target.member;
  const alts = within(list)
    .getAllByRole("img")
    .map((picture) => picture.getAttribute("alt"));
  expect(alts).toEqual([`Avatar of @${username}`, `Banner of @${username}`, "Picture 3 of 3"]);
});

test("what was written for a decision stays while there is another picture to look at", async () => {
  const target = { ...aCase("mia"), targetType: "profile" as const };
  mockApi.on("GET /api/admin/cases/:caseId", target);
  const hidden = { id: anId(), outcome: "hidden" as const, name: "Nudity", message: "No nudity" };
  mockApi.on("GET /api/admin/templates", { items: [hidden] });
  mockApi.on("PUT /api/admin/cases/:caseId/decision", fails("case.conflict"));
  const { user } = await renderApp(`/admin/moderation?case=${target.id}`);
  const open = async (outcome: string) => {
    await user.click(await screen.findByRole("button", { name: outcome }));
    return within(await screen.findByRole("dialog"));
  };
  const suspend = await open("Suspend");
  await user.type(await suspend.findByLabelText(/^Message/), "Third time");
  await user.selectOptions(suspend.getByLabelText("For how long"), "30");
  await user.click(suspend.getByRole("button", { name: "Suspend" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const hide = await open("Hide");
  expect(await hide.findByLabelText(/^Message/)).toHaveProperty("value", "No nudity");
  await user.click(hide.getByRole("button", { name: "Cancel" }));
  const again = await open("Suspend");
  expect(await again.findByLabelText(/^Message/)).toHaveProperty("value", "Third time");
  expect(again.getByLabelText("For how long")).toHaveProperty("value", "30");
});

test("a decision names the pictures that were on the screen; where there is another one, that is shown first", async () => {
  const [avatar, banner] = [aFoundPicture("avatar", "withheld"), aFoundPicture("banner", "withheld")];
  const target = { ...aCase("mia"), targetType: "profile" as const, foundPictures: [avatar] };
  mockApi.on("GET /api/admin/cases/:caseId", target);
  mockApi.on("GET /api/admin/templates", {
    items: [{ id: anId(), outcome: "dismissed", name: "Fine", message: "It is fine" }],
  });
  const { user, queryClient } = await renderApp(`/admin/moderation?case=${target.id}`);
  const decide = async (meanwhile?: () => Promise<unknown>) => {
    await user.click(await screen.findByRole("button", { name: "Dismiss" }));
    const button = await within(await screen.findByRole("dialog")).findByRole("button", { name: "Dismiss" });
    await meanwhile?.();
    await user.click(button);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    return mockApi.requests("PUT /api/admin/cases/:caseId/decision").at(-1)?.headers["if-match"];
  };
  mockApi.on("PUT /api/admin/cases/:caseId/decision", fails("case.conflict"));
  /** The case is loaded again under the dialog, as when the connection returns. */
  const findBanner = async () => {
    mockApi.on("GET /api/admin/cases/:caseId", { ...target, foundPictures: [avatar, banner] });
    await act(() => queryClient.invalidateQueries({ queryKey: ["admin", "cases"] }));
  };
  expect(await decide(findBanner)).toBe(`"${avatar.id}"`);
  await screen.findByText("Another picture was found since. Please look again.");
  const list = screen.getByRole("list", { name: "Pictures that were found" });
  expect(within(list).getAllByRole("listitem")).toHaveLength(2);
  mockApi.on("PUT /api/admin/cases/:caseId/decision", { ok: true });
  expect(await decide()).toBe(`"${avatar.id} ${banner.id}"`);
});
