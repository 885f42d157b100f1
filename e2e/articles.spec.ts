import { type Browser, expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { signUpAs } from "./support/accounts.ts";
import {
  asksToSignIn,
  failOnPageError,
  findLostElements,
  hasCopiedLink,
  phone,
  themeButton as theme,
  tryEarly,
} from "./support/early-input.ts";
import { openOwnServer, type OwnServer } from "./support/own-server.ts";
import { toast } from "./support/page.ts";
import { storedSession } from "./support/session.ts";

/** Members become admins here, which needs a separate server. */
let server: OwnServer;
/** Of the article that the first test publishes. */
let published = "";
// One server, so one worker.
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  server = await openOwnServer("articles");
  await server.start();
});
test.afterAll(() => server.stop());

/** One pixel, the smallest PNG there is. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
const sentence = "A coat that is worn for ten winters tells you more about a person than any new one could. ";

async function newPerson(browser: Browser, name: string, options: { javaScriptEnabled?: boolean } = {}) {
  const context = await browser.newContext({ baseURL: server.address, ...options });
  const page = await context.newPage();
  const email = await signUpAs(page, name, "/articles");
  return { context, page, email };
}

/** A call of the API as the member of this page. */
async function call(page: Page, method: "GET" | "POST", path: string, data?: object) {
  const { access_token: token } = await storedSession(page);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.fetch(path, { method, headers, ...(data ? { data } : {}) });
  expect(answer.status(), `${method} ${path}: ${await answer.text()}`).toBe(200);
  return answer.json();
}

const textOf = (page: Page) => page.getByRole("textbox", { name: "Article text" });
const saved = (page: Page) => expect(page.getByText(/^Saved (now|\d+m ago)/)).toBeVisible();

/** Everything but the text, by keyboard where there is one. */
async function fillDetails(page: Page, title: string): Promise<void> {
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await page.getByRole("textbox", { name: "Summary" }).fill("On wearing things out");
  const tags = page.getByRole("textbox", { name: "Tags" });
  await tags.fill("coats, care");
  await tags.press("Enter");
  await page.getByRole("button", { name: "Add a cover" }).click();
  const dialog = page.getByRole("dialog", { name: "Cover picture" });
  await dialog.locator("input[type=file]").setInputFiles({ name: "coat.png", mimeType: "image/png", buffer: pixel });
  await dialog.getByRole("button", { name: "Add picture" }).click();
  await expect(dialog.getByText("Describe this picture")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Description" }).fill("A long grey coat on a hook");
  await dialog.getByRole("button", { name: "Add picture" }).click();
  await expect(dialog).toBeHidden();
}

test("an article is written by keyboard, reviewed, published, announced and read without JavaScript", async ({
  browser,
}) => {
  test.slow();
  const { page, context } = await newPerson(browser, "Writer");
  await page.getByRole("link", { name: "Write an article" }).click();
  await fillDetails(page, "The tenth winter");

  const text = textOf(page);
  await text.click();
  await page.keyboard.type("Ten winters");
  await page.keyboard.press("Control+Alt+2");
  await page.keyboard.press("Enter");
  await page.keyboard.type("It is ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("still warm");
  await page.keyboard.press("Control+b");
  await page.keyboard.type(". ");
  await page.keyboard.insertText(sentence.repeat(9));
  await page.keyboard.press("Enter");
  // To the tools and back without a mouse.
  await page.keyboard.press("Alt+F10");
  for (let steps = 0; steps < 6; steps += 1) await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: "Bulleted list" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(textOf(page)).toBeFocused();
  await page.keyboard.type("brush it");
  await page.keyboard.press("Enter");
  await page.keyboard.type("air it");
  await saved(page);
  await expectAccessible(page, "the editor");

  // A reload finds it again, as it was left.
  await page.reload();
  await expect(textOf(page).getByRole("heading", { name: "Ten winters" })).toBeVisible();
  await expect(textOf(page).getByRole("listitem")).toHaveText(["brush it", "air it"]);
  await expect(textOf(page).locator("strong")).toHaveText("still warm");

  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "An editor is reading it" })).toBeVisible();
  await expect(textOf(page)).toHaveAttribute("contenteditable", "false");
  const articleId = new URL(page.url()).searchParams.get("draft") ?? "";

  const editor = await newPerson(browser, "Editor");
  await server.grant(editor.email, "admin");
  const queue = await call(editor.page, "GET", "/api/admin/articles?status=submitted");
  const { revision } = queue.items.find((item: { id: string }) => item.id === articleId);
  const admin = `/api/admin/articles/${articleId}`;
  await call(editor.page, "POST", `${admin}/request-changes`, { revision, note: "A warmer ending, please" });

  await page.goto(`/articles/${articleId}/edit`);
  await expect(page.getByText("A warmer ending, please")).toBeVisible();
  await textOf(page).press("Control+End");
  await page.keyboard.type(" and wear it again");
  await saved(page);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "An editor is reading it" })).toBeVisible();
  const again = await call(editor.page, "GET", "/api/admin/articles?status=submitted");
  await call(editor.page, "POST", `${admin}/publish`, { revision: again.items[0].revision });

  await page.goto("/notifications");
  await page.getByText("Your article “The tenth winter” was published").click();
  await expect(page).toHaveURL(`${server.address}/articles/${articleId}`);
  await expect(page.getByRole("heading", { name: "The tenth winter", level: 1 })).toBeVisible();

  const plain = await browser.newContext({ baseURL: server.address, javaScriptEnabled: false });
  const paper = await plain.newPage();
  await paper.goto("/articles");
  await paper.getByRole("link", { name: "The tenth winter" }).click();
  await expect(paper.getByRole("heading", { name: "The tenth winter", level: 1 })).toBeVisible();
  await expect(paper.getByText("air it and wear it again")).toBeVisible();
  const data = JSON.parse((await paper.locator("script[type='application/ld+json']").textContent()) ?? "");
  expect(data).toMatchObject({ "@type": "Article", headline: "The tenth winter" });
  for (const one of [plain, context, editor.context]) await one.close();
  published = `/articles/${articleId}`;
});

test("a tap or a search from before hydration counts", async ({ browser }) => {
  const context = await browser.newContext({ ...phone, baseURL: server.address });
  const page = await context.newPage();
  failOnPageError(page);
  expect(await findLostElements(page, published)).toEqual([]);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const search = { role: "searchbox", name: "Search articles", text: "tenth" } as const;
  await tryEarly(page, [
    { path: "/articles", controls: [theme, search], expected: (at) => expect(at).toHaveURL(/q=tenth/) },
  ]);
  await tryEarly(page, [
    { path: published, controls: [theme, "Share"], expected: hasCopiedLink },
    {
      path: published,
      controls: [/^Like this article/, /^Save this article/, /^Follow/],
      expected: asksToSignIn("Please sign in to like articles", "Please sign in to save articles", "Please sign in"),
    },
    { path: published, controls: [/^More options/], expected: asksToSignIn("Please sign in") },
  ]);
  await context.close();
});

test("two tabs do not overwrite each other, and both texts are kept", async ({ browser }) => {
  test.slow();
  const { page: one, context } = await newPerson(browser, "Two Tabs");
  await one.goto("/articles/add");
  await textOf(one).click();
  await one.keyboard.type("The first text.");
  await saved(one);
  const two = await context.newPage();
  await two.goto(one.url());
  await textOf(two).press("Control+End");
  await two.keyboard.type(" From the second tab.");
  await saved(two);

  await textOf(one).press("Control+End");
  await one.keyboard.type(" From the first tab.");
  const dialog = one.getByRole("dialog", { name: "This article was changed somewhere else" });
  await expect(dialog).toBeVisible();
  await expectAccessible(one, "the conflict");
  await dialog.getByRole("button", { name: "Keep what is here" }).click();
  await expect(dialog).toBeHidden();
  await saved(one);

  await two.reload();
  await expect(textOf(two)).toHaveText("The first text. From the first tab.");
  await two.getByRole("button", { name: "History" }).click();
  const versions = two.getByRole("list", { name: "Versions" }).getByRole("button");
  await expect(versions).toHaveCount(2);
  await versions.nth(1).click();
  await expect(two.getByText("The first text. From the second tab.")).toBeVisible();
  await two.getByRole("button", { name: "Restore this version" }).click();
  await expect(toast(two, "The earlier version is back")).toBeVisible();
  await expect(textOf(two)).toHaveText("The first text. From the second tab.");
  await context.close();
});

test("what is pasted is cleaned", async ({ browser }) => {
  const { page, context } = await newPerson(browser, "Paster");
  await page.goto("/articles/add");
  await textOf(page).click();
  await textOf(page).evaluate((element) => {
    const data = new DataTransfer();
    data.setData(
      "text/html",
      `<h1 style="color:red">Big</h1><p></p><p onclick="alert(1)">Plain <a href="javascript:alert(1)">bad</a>
       <a href="https://example.com/">good</a><script>alert(1)</script></p><table><tr><td>Cell</td></tr></table>
       <img src="https://example.com/tracker.gif">`,
    );
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  const text = textOf(page);
  await expect(text.getByRole("heading", { name: "Big", level: 2 })).toBeVisible();
  await expect(text.getByRole("link")).toHaveText(["good"]);
  await expect(text).toContainText("Plain bad good");
  await expect(text).toContainText("Cell");
  for (const foreign of ["script", "table", "img[src]", "[style*=color]", "[onclick]"]) {
    await expect(text.locator(foreign)).toHaveCount(0);
  }
  await context.close();
});

test("the list can be searched and filtered, and says when nothing is found", async ({ browser }) => {
  const { page, context } = await newPerson(browser, "Reader");
  await page.getByRole("searchbox", { name: "Search articles" }).fill("zzzz nothing");
  await expect(page.getByRole("heading", { name: "No articles found" })).toBeVisible();
  await expectAccessible(page, "no articles");
  await page.getByRole("link", { name: "Show all articles" }).click();
  await expect(page.getByRole("searchbox", { name: "Search articles" })).toHaveValue("");
  await context.close();
});
