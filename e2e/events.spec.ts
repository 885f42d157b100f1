import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { newMember, signUpAs } from "./support/accounts.ts";
import {
  asksToSignIn,
  failOnPageError,
  findLostElements,
  hasCopiedLink,
  phone,
  themeButton as theme,
  tryEarly,
} from "./support/early-input.ts";
import { newPhoto, newWord } from "./support/outfits.ts";
import { openOwnServer, type OwnServer } from "./support/own-server.ts";
import { expectAt, toast } from "./support/page.ts";
import { storedSession } from "./support/session.ts";

// The operator makes members admins, which needs a separate server.
test.describe.configure({ mode: "serial", timeout: 180_000 });

let server: OwnServer;
/** Of the event that the first test publishes. */
let address = "";
test.beforeAll(async () => {
  server = await openOwnServer("events");
  await server.start();
});
test.afterAll(() => server.stop());
test.use({
  timezoneId: "UTC",
  baseURL: process.env["E2E_EVENTS_URL"] ?? `http://localhost:${Number(process.env["E2E_PORT"] ?? 4610) + 8}`,
});

const pad = (number: number) => String(number).padStart(2, "0");
/** A wall-clock time in UTC, as the form takes it. */
function inHours(hours: number): string {
  const at = new Date(Date.now() + hours * 3_600_000);
  const day = `${at.getUTCFullYear()}-${pad(at.getUTCMonth() + 1)}-${pad(at.getUTCDate())}`;
  return `${day}T${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}`;
}

async function fillEvent(page: Page, title: string): Promise<void> {
  await page.getByLabel("Cover picture").setInputFiles(await newPhoto({ width: 1_600, height: 1_000 }));
  await expect(page.getByRole("button", { name: "Replace cover" })).toBeVisible();
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await page.getByText("Retro", { exact: true }).click();
  await page.getByLabel("Starts").fill(inHours(2));
  await page.getByLabel("Ends").fill(inHours(5));
  await page.getByRole("textbox", { name: "Location" }).fill("Halle 3, Rotterdam");
  await page.getByRole("textbox", { name: "Places" }).fill("1");
}

async function send(page: Page, method: "GET" | "POST" | "PUT", url: string, data?: object) {
  const { access_token: token } = await storedSession(page);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.fetch(url, { method, headers, ...(data ? { data } : {}) });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer;
}

test("a member submits, an admin publishes, another goes and is checked in from a second browser, and has the points", async ({
  page,
  browser,
}) => {
  const title = `Repair night ${newWord()}`;
  await signUpAs(page, "Event Maker", "/events");
  await expect(page.getByRole("heading", { name: "No events found" })).toBeVisible();
  await expectAccessible(page, "no events");
  await page.getByRole("link", { name: "Add event", exact: true }).click();
  await expectAt(page, "/events/add");
  await page.getByRole("button", { name: "Submit event" }).click();
  await expect(page.getByText("Title is required")).toBeVisible();
  await expect(page.getByText("Please upload a cover")).toBeVisible();
  await expectAccessible(page, "the form with errors");
  await fillEvent(page, title);
  // What is typed survives a reload.
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(title);
  await page.getByRole("button", { name: "Submit event" }).click();
  await expect(toast(page, "Thank you! We will look at your event.")).toBeVisible();
  await expect(page.getByText("In review. We will notify you when it is published.")).toBeVisible();
  address = new URL(page.url()).pathname;
  const eventId = address.split("/").at(-1) ?? "";

  const goer = await newMember(browser, "Event Goer");
  await goer.page.goto(address);
  await expect(goer.page.getByRole("heading", { name: "This event isn't available" })).toBeVisible();

  const admin = await (await browser.newContext()).newPage();
  const adminEmail = await signUpAs(admin, "Event Admin");
  await server.admin("grant", adminEmail);
  const submitted = `/api/admin/events?status=submitted&search=${encodeURIComponent(title)}`;
  const { items } = (await (await send(admin, "GET", submitted)).json()) as { items: { updatedAt: string }[] };
  await send(admin, "POST", `/api/admin/events/${eventId}/publication`, { updatedAt: items[0]?.updatedAt });

  await page.goto("/notifications");
  await page.getByText(`Your event “${title}” is published`).click();
  await expectAt(page, address);

  await goer.page.goto("/events");
  await expect(goer.page.getByRole("heading", { name: title })).toBeVisible();
  await expectAccessible(goer.page, "the list");
  await goer.page.getByRole("heading", { name: title }).click();
  await goer.page.getByRole("button", { name: "I'm going" }).click();
  await expect(goer.page.getByText("You are going.")).toBeVisible();
  await expectAccessible(goer.page, "the event");
  await goer.page.getByRole("button", { name: "Your ticket" }).click();
  const label = await goer.page.getByLabel(/^Code: /).getAttribute("aria-label");
  const code = (label ?? "").replace("Code: ", "").replaceAll(" ", "");
  expect(code).toMatch(/^[0-9A-Z]{16}$/);
  await expectAccessible(goer.page, "the ticket");

  // The only seat is taken, so the next member waits.
  await admin.goto(address);
  await admin.getByRole("button", { name: "Join the waiting list" }).click();
  await expect(admin.getByText("You are number 1 on the waiting list.")).toBeVisible();

  await page.getByRole("link", { name: "Check in" }).click();
  await expect(page.getByRole("list", { name: "Attendees" })).toContainText(goer.username);
  const typeCode = async (text: string) => {
    await page.getByRole("textbox", { name: "Ticket code" }).fill(text);
    await page.getByRole("button", { name: "Check in", exact: true }).click();
  };
  await typeCode("0000 0000 0000 0000");
  await expect(page.getByText("This ticket isn't valid for this event.")).toBeVisible();
  // Without network the ticket is known by the list, and counts once the network is back.
  await page.context().setOffline(true);
  await typeCode(code);
  await expect(page.getByText(`${goer.username}: no network`)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("1 ticket waits for the network")).toHaveCount(0, { timeout: 30_000 });
  await typeCode(code.toLowerCase());
  await expect(page.getByText(`${goer.username} is in already.`)).toBeVisible();
  await expectAccessible(page, "check in");

  await goer.page.goto("/notifications");
  await expect(goer.page.getByText(/You are checked in at .* You earned 100 points\./)).toBeVisible();
  await admin.getByRole("button", { name: "Leave the list" }).click();
  await admin.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(admin.getByRole("button", { name: "Join the waiting list" })).toBeVisible();
  await goer.page.goto("/points");
  const attended = goer.page.getByRole("listitem").filter({ hasText: "+100" });
  await expect(attended.getByRole("link", { name: title })).toHaveAttribute("href", address);
  await goer.close();
});

test("the month view, the filters and the calendar file lead to what is on", async ({ page, browser }) => {
  const maker = await newMember(browser, "Month Maker");
  const word = newWord();
  const { id } = (await (
    await send(maker.page, "POST", "/api/events", { intent: "draft", title: `Draft ${word}` })
  ).json()) as { id: string };
  await maker.page.goto("/events/mine?as=organiser");
  await expect(maker.page.getByText("Draft", { exact: true })).toBeVisible();
  await expect(maker.page.getByRole("heading", { name: `Draft ${word}` })).toBeVisible();
  await maker.page.goto(`/events/${id}`);
  await maker.page.getByRole("button", { name: "Duplicate" }).click();
  await expect(maker.page.getByRole("heading", { name: "Edit event" })).toBeVisible();

  await page.goto("/events");
  await page.getByRole("button", { name: "Month" }).click();
  await expect(page).toHaveURL(/view=month/);
  await page.getByRole("button", { name: /: 1 event$/ }).click();
  await expect(page.getByRole("heading", { name: /^Repair night/ })).toBeVisible();
  await expectAccessible(page, "the month");
  await page.goto("/events?style=Casual");
  await expect(page.getByRole("heading", { name: "No events found" })).toBeVisible();
  await page.getByRole("button", { name: "Retro" }).click();
  await expect(page).toHaveURL(/style=Retro/);
  await page.getByRole("heading", { name: /^Repair night/ }).click();
  await page.getByRole("button", { name: "Add to calendar" }).click();
  const file = await page.request.get(
    (await page.getByRole("link", { name: "Download .ics" }).getAttribute("href")) ?? "",
  );
  expect(await file.text()).toContain("BEGIN:VEVENT");
  await maker.close();
});

test("the list and an event are read without JavaScript, and a tap or a search from before hydration counts", async ({
  browser,
}) => {
  // Another clock than the event's, so that both times are shown.
  const reader = { ...phone, timezoneId: "Asia/Tokyo" };
  const plain = await (await browser.newContext({ ...reader, javaScriptEnabled: false })).newPage();
  await plain.goto("/events");
  await plain.getByRole("link", { name: /Repair night/ }).click();
  await expectAt(plain, address);
  await expect(plain.getByRole("heading", { name: /^Repair night/, level: 1 })).toBeVisible();
  await expect(plain.getByText("Halle 3, Rotterdam").first()).toBeVisible();
  await expect(plain.getByText("UTC", { exact: true })).toBeVisible();
  await plain.context().close();

  const page = await (await browser.newContext(reader)).newPage();
  failOnPageError(page);
  expect(await findLostElements(page, address)).toEqual([]);
  const search = { role: "searchbox", name: "Search events", text: "repair" } as const;
  const leadsTo =
    (...parts: string[]) =>
    async (at: Page) => {
      for (const part of parts) await expect(at).toHaveURL(new RegExp(`[?&]${part}`));
    };
  const style = /^(Streetwear|Casual|Business Casual|Retro)$/;
  await tryEarly(page, [
    { path: "/events", controls: ["All", style, "Month", theme], expected: leadsTo("style=", "view=month") },
    { path: "/events", controls: ["List", "This weekend", search], expected: leadsTo("weekend=true", "q=repair") },
    { path: "/events", controls: ["Past events"], expected: leadsTo("when=past") },
  ]);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const asks = (...prompts: string[]) => asksToSignIn(...prompts.map((prompt) => `Please sign in${prompt}`));
  await tryEarly(page, [
    {
      path: address,
      controls: [theme, "Share", "Add to calendar"],
      expected: async (at) => {
        await expect(at.getByRole("dialog", { name: "Add to calendar" })).toBeVisible();
        await hasCopiedLink(at);
        await expect(at.getByText(/^UTC · .*your time$/)).toBeVisible();
      },
    },
    {
      path: address,
      controls: [/^Join the waiting list|^I'm going/, /^Follow/],
      expected: asks(" to say that you are going", ""),
    },
    { path: address, controls: [/^More options/], expected: asks("") },
    {
      path: address,
      controls: [/ going$| and \d+ others?$|^[^,]+, [^,]+$|^event\.goer\d*$/],
      expected: (at) => expect(at.getByRole("dialog", { name: /going$/ })).toBeVisible(),
    },
    {
      path: address,
      controls: [{ role: "textbox", name: "Add a comment", text: "Is there tea?" }, "Post comment"],
      expected: asks(" to comment"),
    },
  ]);
  await page.context().close();
});

test("who is going is reminded a day before, once, even if the server was down at that minute", async ({ page }) => {
  const beginsIn = (hours: number) =>
    server.query(
      `update events set capacity = 9, starts_at = now() + $2::interval, ends_at = now() + $2::interval + interval '3 hours'
       where id = $1`,
      [address.split("/").at(-1), `${hours} hours`],
    );
  await beginsIn(72);
  await signUpAs(page, "Early Bird", address);
  await page.getByRole("button", { name: "I'm going" }).click();
  await expect(page.getByText("You are going.")).toBeVisible();
  await page.getByRole("button", { name: / and \d+ others?$|^[^,]+ and [^,]+$/ }).click();
  await expect(page.getByRole("dialog", { name: /going$/ }).getByRole("link", { name: /early/i })).toBeVisible();
  await page.keyboard.press("Escape");

  await beginsIn(20);
  await server.kill();
  await server.start();
  for (const _twice of [1, 2]) await server.query("select graphile_worker.add_job('remindAttendees', '{}'::json)");
  const { access_token: token } = await storedSession(page);
  const reminders = async () => {
    const answer = await page.request.get("/api/notifications", { headers: { authorization: `Bearer ${token}` } });
    const { items } = (await answer.json()) as { items: { type: string; message: string }[] };
    return items.filter(({ type }) => type === "event_reminder").map(({ message }) => message);
  };
  await expect
    .poll(reminders, { timeout: 30_000 })
    .toEqual([expect.stringMatching(/^“Repair night .*” is (today|tomorrow), /)]);
  await page.goto("/notifications");
  await page.getByText(/is (today|tomorrow), /).click();
  await expectAt(page, address);
  expect(await reminders()).toHaveLength(1);
});
