import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { buildOutfit, buildStyle, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { tokenFor } from "#server/testing/tokens.ts";

const { fastify, db, app } = await testApp();
const ofBrowser = "gzip, deflate, br, zstd";

/** A style's feed of this many outfits, and a member who has liked one of them. */
async function openFeed(count: number) {
  const [author, style] = [await buildUser(db), await buildStyle(db)];
  for (let n = 0; n < count; n += 1) await buildOutfit(db, author.id, { styleId: style.id });
  const url = `/api/outfits?style=${style.id}`;
  return { url, authorization: `Bearer ${await tokenFor(app, author.id)}` };
}

async function ask(url: string, headers: Record<string, string>) {
  const answer = await fastify.inject({ url, headers });
  const encoding = answer.headers["content-encoding"];
  const { rawPayload } = answer;
  const open = { br: brotliDecompressSync, gzip: gunzipSync }[String(encoding)];
  const body = (open ? open(rawPayload) : rawPayload).toString();
  return { encoding, body, sizeBytes: rawPayload.length, vary: String(answer.headers["vary"]), ...answer.headers };
}

test.each([
  ["the first page", "", "br"],
  ["another page", "&limit=50", "gzip"],
])("%s is a third of its size to a browser, and the same", async (_what, more, encoding) => {
  const { url, authorization } = await openFeed(20);
  const plain = await ask(url + more, { authorization });
  expect(plain.encoding).toBeUndefined();
  const packed = await ask(url + more, { authorization, "accept-encoding": ofBrowser });
  expect(packed).toMatchObject({ encoding, body: plain.body, vary: expect.stringContaining("accept-encoding") });
  expect(packed.sizeBytes).toBeLessThan(plain.sizeBytes / 3);
  expect(Number(packed["content-length"] ?? packed.sizeBytes)).toBe(packed.sizeBytes);
});

test("each asker gets what they can read", async () => {
  const { url } = await openFeed(20);
  const encodings: [string, string | undefined][] = [
    ["br", "br"],
    ["gzip;q=0.5, BR;q=0.8", "br"],
    ["gzip", "gzip"],
    ["gzip, br;q=0", "gzip"],
    ["br; q=0.0, gzip", "gzip"],
    ["identity", undefined],
    ["zstd", undefined],
    ["", undefined],
  ];
  for (const [accepted, encoding] of encodings) {
    expect([accepted, (await ask(url, { "accept-encoding": accepted })).encoding]).toEqual([accepted, encoding]);
  }
});

test("one page in two encodings has one version: what a browser has already is not sent again", async () => {
  const { url, authorization } = await openFeed(20);
  const { etag } = await ask(url, { authorization, "accept-encoding": ofBrowser });
  const again = await fastify.inject({ url, headers: { authorization, "if-none-match": String(etag) } });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
  expect(again.headers["vary"]).toBe("authorization, accept-encoding");
});

test("what is short, and what holds tokens, is sent as it is", async () => {
  const headers = { "accept-encoding": ofBrowser };
  expect(
    (await ask("/api/outfits?style=01930000-0000-7000-8000-00000000ffff&limit=5", headers)).encoding,
  ).toBeUndefined();
  const signedUp = await fastify.inject({
    method: "POST",
    url: "/auth/v1/signup",
    headers,
    payload: { email: "long@fash.example", password: "a quiet river at dawn", data: { username: "long_one" } },
  });
  expect(signedUp.rawPayload.length).toBeGreaterThan(1_024);
  expect(signedUp.headers["content-encoding"]).toBeUndefined();
});

test("a compressed request is not opened", async () => {
  const headers = { "content-encoding": "gzip", "content-type": "application/json" };
  const answer = await fastify.inject({ method: "POST", url: "/api/outfits", headers, payload: Buffer.alloc(10) });
  expect(answer.json()).toMatchObject({ code: "request.malformed" });
});
