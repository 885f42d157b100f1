import { expect, type Locator, test } from "@playwright/test";
import { signUpAs } from "./support/accounts.ts";
import { layoutShifts, recordLayoutShifts } from "./support/layout-shift.ts";
import { createOutfit, newWord, photoLink } from "./support/outfits.ts";
import { expectAt, toast } from "./support/page.ts";

const accent = "rgb(217, 56, 30)";

/** The colour in the first frame after a press. */
const colourOncePressed = (button: Locator) =>
  button.evaluate(
    (element: HTMLElement) =>
      new Promise<string>((done) => {
        element.addEventListener("click", () =>
          requestAnimationFrame(() => requestAnimationFrame(() => done(getComputedStyle(element).color))),
        );
        element.click();
      }),
  );

test("nothing moves while an outfit opens and closes; a like is red at once; a phone's outfit keeps its controls", async ({
  page,
}) => {
  const title = newWord();
  await signUpAs(page, "Open Close", "/healthz");
  const outfitId = await createOutfit(page, title);
  // A story that is shorter than its skeleton pulls the comments up.
  await recordLayoutShifts(page, "#comments");
  for (const size of [
    { width: 1_440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await page.goto("/explore");
    await expect(photoLink(page, title)).toBeVisible();
    await page.waitForLoadState("networkidle");
    const before = (await layoutShifts(page)).length;
    await photoLink(page, title).click();
    await expectAt(page, `/outfit/${outfitId}`);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByRole("button", { name: "Zoom" })).toBeVisible();
    await page.goBack();
    await expectAt(page, "/explore");
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    await expect(page.getByRole("heading", { name: title })).toHaveCount(0);
    expect((await layoutShifts(page)).slice(before), `${size.width} px`).toEqual([]);
  }

  await photoLink(page, title).click();
  await expectAt(page, `/outfit/${outfitId}`);
  const likes = page.getByRole("button", { name: `Like ${title}`, exact: false });
  await expect(page.getByRole("button", { name: "Zoom" })).toBeVisible();
  await expect(likes).toHaveCount(1);
  expect(await colourOncePressed(likes)).toBe(accent);
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
  const inSight = (name: string | RegExp) => page.getByRole("button", { name }).filter({ visible: true }).last();
  await expect(likes).toHaveCount(2);
  await expect(likes.first()).toBeInViewport();
  await expect(page.getByRole("button", { name: "Back" }).last()).toBeInViewport();
  await expect(inSight(/^(Save|Remove) /)).toBeVisible();
  await page.getByRole("button", { name: "Back" }).last().click();
  await expectAt(page, "/explore");
});

test("a dialog or a part whose code cannot be fetched leaves the outfit and what is typed there", async ({ page }) => {
  await signUpAs(page, "Tunnel Rider", "/healthz");
  const outfitId = await createOutfit(page, newWord());
  const code = /\/assets\/(likers-dialog|mention-suggestions)-/;
  await page.route(code, (route) => route.abort());
  await page.goto(`/outfit/${outfitId}`);
  await page
    .getByRole("button", { name: /^Like / })
    .first()
    .click();
  await page.getByRole("button", { name: "1 like", exact: true }).click();
  await expect(toast(page, "This didn't open. Check your connection and try again.")).toBeVisible();
  const field = page.getByRole("textbox", { name: "Add a comment" });
  await field.pressSequentially("Nice coat @t");
  const failure = page.getByRole("alert").filter({ hasText: "This part didn't load." });
  await expect(failure).toBeVisible();
  await expect(field).toHaveValue("Nice coat @t");
  await failure.getByRole("button", { name: "Try again" }).click();
  const reload = failure.getByRole("button", { name: "Reload page" });
  await expect(reload).toBeVisible();
  await expect(field).toHaveValue("Nice coat @t");
  await page.unroute(code);
  await reload.click();
  await expect(failure).toHaveCount(0);
  await expect(field).toHaveValue("Nice coat @t");
  await page.getByRole("button", { name: "1 like", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});
