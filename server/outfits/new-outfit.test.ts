import { beforeAll, describe, expect, test } from "vitest";
import { buildImage, buildStyle, buildUser } from "#server/testing/factories.ts";
import { auditPointsAfterEach } from "#server/testing/points-audit.ts";
import { testApp, type TestApp } from "#server/testing/test-app.ts";

let fash: TestApp;
auditPointsAfterEach(() => fash.db);
let mia: { id: string };
let valid: { title: string; styleId: string; imageId: string };
beforeAll(async () => {
  fash = await testApp();
  mia = await buildUser(fash.db);
  const [style, image] = [await buildStyle(fash.db), await buildImage(fash.db, mia.id)];
  valid = { title: "Fine", styleId: style.id, imageId: image.id };
});

const item = (more: object) => ({ items: [{ category: "Shirt", brand: "B", productName: "P", ...more }] });
const link = (productUrl: unknown) => item({ productUrl });

/** The fault, the change to a valid body, the rejected field, and its message where docs/product.md specifies it. */
const wrong: [what: string, more: object, path: string, message?: string][] = [
  ["no title", { title: undefined }, "title"],
  ["an empty title", { title: "" }, "title", "Title is required"],
  ["a blank title", { title: " \t\n " }, "title", "Title is required"],
  ["a title of 201 characters", { title: "t".repeat(201) }, "title", "Title must be less than 200 characters"],
  ["a title that is a number", { title: 7 }, "title"],
  ["a title that is a list", { title: ["Fine"] }, "title"],
  ["a title with a NUL", { title: "a\0b" }, "title"],
  ["a description of 2001 characters", { description: "d".repeat(2_001) }, "description"],
  ["a description that is an object", { description: {} }, "description"],
  ["an alt text of 301 characters", { altText: "a".repeat(301) }, "altText"],
  ["no style", { styleId: undefined }, "styleId", "Style is required"],
  ["a style's name", { styleId: "Casual" }, "styleId", "Style is required"],
  ["no picture", { imageId: undefined }, "imageId", "Must be a valid image URL"],
  ["a picture on another site", { imageId: "https://evil.example/x.png" }, "imageId", "Must be a valid image URL"],
  ["21 tags", { tags: Array.from({ length: 21 }, (_, n) => `tag${n}`) }, "tags", "Maximum 20 tags allowed"],
  ["a tag of 51 characters", { tags: ["ok", "t".repeat(51)] }, "tags.1"],
  ["tags that are a string", { tags: "linen" }, "tags"],
  ["a tag that is a number", { tags: [1] }, "tags.0"],
  ["a tag with a NUL", { tags: ["a\0b"] }, "tags.0"],
  ["11 items", { items: Array.from({ length: 11 }, () => item({}).items[0]) }, "items", "Maximum 10 items allowed"],
  ["items that are null", { items: null }, "items"],
  ["an unknown category", item({ category: "Hat" }), "items.0.category", "Category is required"],
  ["no category", item({ category: undefined }), "items.0.category", "Category is required"],
  ["a blank brand", item({ brand: "  " }), "items.0.brand", "Brand is required"],
  ["a brand of 101 characters", item({ brand: "b".repeat(101) }), "items.0.brand"],
  ["a blank product name", item({ productName: "" }), "items.0.productName", "Product name is required"],
  ["a product name of 201 characters", item({ productName: "p".repeat(201) }), "items.0.productName"],
  ["a link without https", link("http://shop.example"), "items.0.productUrl", "Product URL must use HTTPS"],
  ["a javascript link", link("javascript:alert(1)"), "items.0.productUrl", "Invalid URL scheme"],
  ["a javascript link with a space before", link(" JavaScript:alert(1)"), "items.0.productUrl", "Invalid URL scheme"],
  ["a data link", link("data:text/html,x"), "items.0.productUrl", "Invalid URL scheme"],
  ["a link that is not a URL", link("shop"), "items.0.productUrl", "Must be a valid URL"],
  ["a link with a password", link("https://me:secret@shop.example"), "items.0.productUrl", "Must be a valid URL"],
  ["a link of 2001 characters", link(`https://shop.example/${"x".repeat(1_980)}`), "items.0.productUrl"],
  ["a link that is a number", link(1), "items.0.productUrl"],
  ["a likes count", { likesCount: 1_000 }, "likesCount", "Unknown field likesCount"],
  ["another author", { userId: "01930000-0000-7000-8000-000000000001" }, "userId", "Unknown field userId"],
  ["a field that only admins may set", { isActive: true }, "isActive", "Unknown field isActive"],
  ["points in an item", item({ points: 5 }), "items.0.points", "Unknown field points"],
];

describe("an invalid new outfit is rejected with the field named and nothing written [S-45]", () => {
  test.each(wrong)("%s", async (_what, more, path, message) => {
    const answer = await fash.as(mia).post("/api/outfits", { ...valid, ...more });
    expect([answer.statusCode, answer.json().code]).toEqual([422, "request.invalid"]);
    const issues = answer.json().issues as { path: string; message: string }[];
    expect(issues).toContainEqual({ path, message: message ?? expect.any(String) });
    expect(await fash.db.selectFrom("outfits").select("id").where("user_id", "=", mia.id).execute()).toEqual([]);
  });

  test("a body that is not an object, not JSON, or far too large", async () => {
    expect((await fash.as(mia).post("/api/outfits", [])).statusCode).toBe(422);
    expect((await fash.as(mia).post("/api/outfits")).statusCode).toBe(422);
    expect((await fash.as(mia).post("/api/outfits", { ...valid, title: "t".repeat(2_000_000) })).statusCode).toBe(413);
  });
});

const right: [what: string, more: object, expected: object][] = [
  ["a title of exactly 200 characters", { title: "t".repeat(200) }, { title: "t".repeat(200) }],
  ["a description of exactly 2000", { description: "d".repeat(2_000) }, { description: "d".repeat(2_000) }],
  ["20 tags of exactly 50", { tags: Array.from({ length: 20 }, (_, n) => `${n}`.padEnd(50, "x")) }, {}],
  ["duplicate and blank tags", { tags: ["Silk", "silk ", " ", ""] }, { tags: ["Silk"] }],
  ["no items and no texts", { items: [], description: "", altText: "" }, { items: [], description: null }],
  ["markup, kept as text", { title: "<script>alert(1)</script>" }, { title: "<script>alert(1)</script>" }],
  [
    "quotes and percent signs",
    { title: `'; drop table outfits; -- %_\\"` },
    { title: `'; drop table outfits; -- %_\\"` },
  ],
  ["any script, and pictures of faces", { title: "着物 👗🏽 فستان" }, { title: "着物 👗🏽 فستان" }],
];

describe("a new outfit is accepted with", () => {
  test.each(right)("%s", async (_what, more, expected) => {
    const image = await buildImage(fash.db, mia.id);
    const answer = await fash.as(mia).post("/api/outfits", { ...valid, imageId: image.id, ...more });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().outfit).toMatchObject(expected);
    await fash.as(mia).delete(`/api/outfits/${answer.json().outfit.id}`);
  });
});

test("a product link keeps its scheme in lower case, however it is typed, and may be as long as its limit in any script", async () => {
  const [style, image] = [await buildStyle(fash.db), await buildImage(fash.db, mia.id)];
  const long = `https://example.com/${"ж".repeat(1_900)}`;
  const items = ["HTTPS://Example.com/Coat", long].map((productUrl) => ({
    category: "Shirt",
    brand: "Acme",
    productName: "Tee",
    productUrl,
  }));
  const answer = await fash
    .as(mia)
    .post("/api/outfits", { title: "Fine", styleId: style.id, imageId: image.id, items });
  expect(answer.statusCode).toBe(200);
  const stored = await fash.db.selectFrom("outfit_items").select("product_url").where("brand", "=", "Acme").execute();
  expect(stored.map((row) => row.product_url)).toEqual(expect.arrayContaining(["https://Example.com/Coat", long]));
});
