import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, type Page, test } from "@playwright/test";
import { signUpAs } from "./support/accounts.ts";
import { addPhoto } from "./support/outfits.ts";
import { openOwnServer, type OwnServer } from "./support/own-server.ts";
import { toast } from "./support/page.ts";

type Behaviour = (reply: ServerResponse) => void;

const say =
  (content: string): Behaviour =>
  (reply) =>
    reply.end(JSON.stringify({ choices: [{ message: { content } }] }));
const answer =
  (status: number): Behaviour =>
  (reply) =>
    reply.writeHead(status).end("<h1>no</h1>");
const never: Behaviour = () => undefined;
/** The connection ends in the middle of a reply. */
const cut: Behaviour = (reply) => {
  reply.writeHead(200, { "content-length": 900 });
  reply.write('{"choices":[{"message":', () => reply.socket?.destroy());
};

/** What the service does with its next requests, the last one again and again; and what it has seen. */
let script: Behaviour[] = [];
const pictures: string[] = [];
let closedByServer = 0;

const service = createServer((request, reply) => {
  void json(request).then((body) => {
    pictures.push(JSON.stringify(body));
    reply.once("close", () => (closedByServer += reply.writableEnded ? 0 : 1));
    const behaviour = script.length > 1 ? script.shift() : script[0];
    behaviour?.(reply);
  });
});
let server: OwnServer;
let host: string;
test.beforeAll(async () => {
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  host = `127.0.0.1:${(service.address() as AddressInfo).port}`;
  const settings = {
    VISION_BASE_URL: `http://${host}/v1`,
    VISION_MODEL: "looker",
    VISION_API_KEY: "very-secret",
    VISION_TIMEOUT_MS: "8000",
  };
  server = await openOwnServer("vision", settings);
  await server.start();
});
test.afterAll(async () => {
  await server.stop();
  service.close().closeAllConnections();
});

const detectButton = (page: Page) => page.getByRole("button", { name: "Detect Clothing with AI" });

test("a misbehaving service breaks nothing, and only plain text of what it says reaches the form", async ({
  browser,
}) => {
  test.slow();
  const page = await (await browser.newContext({ baseURL: server.address })).newPage();
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await signUpAs(page, "Patient Tester", "/add-outfit");
  await addPhoto(page);
  // Where the clothes are detected, and where a description of the photo is suggested.
  const note = page.getByText(`Your photo is sent to ${host} for this.`);
  await expect(note.and(page.getByRole("region", { name: "Upload", exact: true }).getByText(host))).toBeVisible();
  await expect(note).toHaveCount(2);
  await page.getByRole("textbox", { name: "Description" }).fill("Typed by hand");

  // Slow: the member cancels, and the server hangs up on the service.
  script = [never];
  await detectButton(page).click();
  await expect(page.getByText("Looking at your photo…")).toBeVisible();
  await expect.poll(() => pictures.length).toBe(1);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(detectButton(page)).toBeEnabled();
  await expect.poll(() => closedByServer).toBe(1);
  expect(pictures[0]).toContain("data:image/jpeg;base64,");
  expect(pictures[0]).not.toContain("very-secret");

  // Slower than its deadline, in the middle of which it is asked again.
  await detectButton(page).click();
  await expect(page.getByText("Looking at your photo…")).toBeVisible();
  await expect(toast(page, "Failed to detect clothing. Please try again.")).toBeVisible();
  expect(pictures).toHaveLength(3);
  await expect.poll(() => closedByServer).toBe(3);

  // Errors: each is tried three times, keeps the form, and is explained.
  for (const failing of [answer(500), say('{"title":"Half an ans'), cut]) {
    const before = pictures.length;
    script = [failing];
    await detectButton(page).click();
    await expect.poll(() => pictures.length).toBe(before + 3);
    await expect(detectButton(page)).toBeEnabled();
    await expect(toast(page, "Failed to detect clothing. Please try again.").last()).toBeVisible();
  }
  script = [answer(429)];
  await detectButton(page).click();
  await expect(toast(page, "We're processing a lot of photos right now. Please try again in a moment.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Description" })).toHaveValue("Typed by hand");
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("");
  await expect(page.getByRole("group", { name: /^Item \d+$/ })).toHaveCount(1);

  // It recovers after errors of its own, but invents categories and sends markup.
  const box = { x: 0.25, y: 0.2, width: 0.5, height: 0.4 };
  const items = [
    { category: "Spaceship", brand: "", product_name: "Rocket" },
    { category: "Jacket", brand: "<b>Halden</b>", product_name: "<img src=x onerror=alert(1)>Rust jacket", box },
    { category: "Pants", brand: "", product_name: "<script>alert(2)</script>" },
    { category: "Shoes", brand: "", product_name: "White sneakers", box: { x: 300, y: 900, width: 80, height: 60 } },
    { category: "Accessories", brand: "", product_name: "Smiling face" },
  ];
  script = [
    answer(500),
    cut,
    say(JSON.stringify({ title: "<i>Rust</i> & white", style: "Gothic", detected_items: items })),
  ];
  await detectButton(page).click();
  await expect(toast(page, "AI detected 3 items!")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Rust & white");
  await expect(page.getByRole("group", { name: "Style" }).getByRole("radio", { checked: true })).toHaveCount(0);
  const cards = page.getByRole("group", { name: /^Item \d+$/ });
  await expect(cards).toHaveCount(3);
  await expect(cards.nth(0).getByRole("textbox", { name: "Product name" })).toHaveValue("Rust jacket");
  await expect(cards.nth(0).getByRole("combobox", { name: "Brand" })).toHaveValue("Halden");
  await expect(cards.nth(1).getByRole("textbox", { name: "Product name" })).toHaveValue("alert(2)");
  await expect(cards.nth(2).getByRole("radio", { name: "Shoes" })).toBeChecked();
  // Where it says a place that makes sense, the item is outlined there.
  await expect(page.getByRole("button", { name: "Show White sneakers in the photo" })).toBeDisabled();
  await page.getByRole("button", { name: "Show Rust jacket in the photo" }).hover();
  await expect(page.getByTestId("outline")).toHaveAttribute("style", /left: 25%/);
  expect(dialogs).toEqual([]);
});
