import { expect, test } from "@playwright/test";
import { signUpAs } from "./support/accounts.ts";
import { createOutfit, newWord, retro } from "./support/outfits.ts";
import { toast } from "./support/page.ts";

test("sharing copies the URL if the device has no share sheet, and confirms it", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "share"));
  const word = newWord();
  await signUpAs(page, "Proud Poster", "/me");
  const profile = `/profile/${await page.getByRole("heading", { level: 1 }).textContent()}`;
  const id = await createOutfit(page, `Shared ${word}`, { tags: [word] });
  const shared: Record<string, string> = { "/me": profile };
  for (const path of [`/outfit/${id}`, `/tag/${word}`, `/explore?style=${retro.id}`, "/me", profile]) {
    await page.goto(path);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await expect(toast(page, "Link copied to clipboard!").first()).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      new URL(shared[path] ?? path, page.url()).href,
    );
  }
});

test("a crawler gets the page that a process of its own makes, which says the same as a person's", async ({
  page,
  request,
}) => {
  // That process waits for everything else, its start included.
  test.setTimeout(120_000);
  await signUpAs(page, "Well Indexed");
  const id = await createOutfit(page, `Indexed ${newWord()}`);
  const read = async (headers: Record<string, string>) => {
    const reply = await request.get(`/outfit/${id}`, { headers: { accept: "text/html", ...headers } });
    return { status: reply.status(), encoding: reply.headers()["content-encoding"], html: await reply.text() };
  };
  const safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1";
  const person = await read({ "user-agent": safari, "accept-encoding": "gzip, br" });
  expect(person).toMatchObject({ status: 200, encoding: "br" });
  const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
  const crawler = { "user-agent": googlebot, "accept-encoding": "gzip, br" };
  // Only that process answers in gzip where brotli is accepted; until it has started, the server makes the page.
  await expect.poll(async () => (await read(crawler)).encoding, { timeout: 90_000 }).toBe("gzip");
  expect(await read(crawler)).toEqual({ ...person, encoding: "gzip" });
});

test("crawlers get a preview picture of an outfit, a style and a tag", async ({ page, request }) => {
  const word = newWord();
  await signUpAs(page, "Well Known");
  const id = await createOutfit(page, `Known ${word}`, { tags: [word] });
  for (const path of [`/outfit/${id}`, `/explore?style=${retro.id}`, `/tag/${word}`]) {
    const html = await (await request.get(path)).text();
    const [, card = ""] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
    const picture = await request.get(card);
    expect([path, picture.status(), picture.headers()["content-type"]]).toEqual([path, 200, "image/jpeg"]);
    const [, embed = ""] = /type="application\/json\+oembed" href="([^"]+)"/.exec(html) ?? [];
    expect(await (await request.get(embed.replaceAll("&amp;", "&"))).json()).toMatchObject({
      type: "photo",
      url: card,
    });
    expect(html).toMatch(/<link rel="canonical" href="/);
  }
  const index = await (await request.get("/sitemap.xml")).text();
  const files = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, file = ""]) => file);
  const texts = await Promise.all(files.map(async (file) => (await request.get(file)).text()));
  expect(texts.some((text) => text.includes(`/outfit/${id}</loc>`))).toBe(true);
});
