import fc from "fast-check";
import { expect, test } from "vitest";
import { checkOutfit, toFieldPath } from "./check-outfit.ts";
import { deleteDraft, saveDraft, readDraft } from "./draft-store.ts";
import {
  addTags,
  canBePosted,
  completedSteps,
  emptyItem,
  emptyOutfit,
  type ItemFields,
  openableUrl,
  type OutfitFields,
  toBody,
} from "./outfit-form.ts";
import { compareCards } from "./suggestions.ts";

const image = {
  id: "0199b000-0000-7000-8000-000000000001",
  picture: { url: "/media/u/1.webp", width: 1_080, height: 1_440, thumbhash: "" },
};
const styleId = "0199c000-0000-7000-8000-000000000001";
const item = {
  category: "Jacket",
  brand: "Halden",
  productName: "Corduroy jacket",
  productUrl: "",
  spot: null,
  suggestionId: null,
} as const;
const whole = (given: Partial<OutfitFields> = {}): OutfitFields => ({
  ...emptyOutfit,
  image,
  title: "Rust and indigo",
  styleId,
  ...given,
});
const fieldErrors = (given: Partial<OutfitFields>) => Object.fromEntries(checkOutfit(whole(given)));

test("photo, title and style are enough, and the empty item card is not sent", () => {
  expect(checkOutfit(whole()).size).toBe(0);
  expect(toBody(whole()).items).toEqual([]);
});

test("what is in the box of tags is sent as tags, if they are good ones", () => {
  expect(toBody(whole({ tags: ["denim"], tagEntry: "#linen, Denim" })).tags).toEqual(["denim", "linen"]);
  expect(toBody(whole({ tags: ["denim"], tagEntry: "x".repeat(51) })).tags).toEqual(["denim"]);
});

test("the steps complete with an image, with title and style, and with an item's category and brand", () => {
  expect(completedSteps(emptyOutfit)).toEqual({ Upload: false, Details: false, Items: false });
  expect(completedSteps(whole())).toEqual({ Upload: true, Details: true, Items: false });
  expect(completedSteps(whole({ styleId: "" })).Details).toBe(false);
  expect(completedSteps(whole({ title: "   " })).Details).toBe(false);
  expect(completedSteps(whole({ items: [{ ...emptyItem, category: "Cap" }] })).Items).toBe(false);
  expect(completedSteps(whole({ items: [emptyItem, { ...emptyItem, category: "Cap", brand: "A" }] })).Items).toBe(true);
});

test.each([
  ["image", { image: null }],
  ["title", { title: " " }],
  ["style", { styleId: "" }],
])("without %s nothing can be posted", (_name, given) => {
  expect(canBePosted(whole(given))).toBe(false);
});

test.each<[string, Partial<OutfitFields>, Record<string, string>]>([
  ["no photo", { image: null }, { image: "Please upload an image first" }],
  ["a blank title", { title: "  " }, { title: "Title is required" }],
  ["an invisible title", { title: "\u200B" }, { title: "Title is required" }],
  ["a title of 201", { title: "x".repeat(201) }, { title: "Title must be less than 200 characters" }],
  ["a title of 200", { title: "x".repeat(200) }, {}],
  [
    "a description of 2001",
    { description: "x".repeat(2_001) },
    { description: "Description must be less than 2000 characters" },
  ],
  ["a description of 2000", { description: "x".repeat(2_000) }, {}],
  ["an alt text of 301", { altText: "x".repeat(301) }, { altText: "Alt text must be less than 300 characters" }],
  ["no style", { styleId: "" }, { styleId: "Style is required" }],
  ["a style that is no id", { styleId: "retro" }, { styleId: "Style is required" }],
  ["21 tags", { tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }, { tags: "Maximum 20 tags allowed" }],
  ["a tag of 51", { tags: ["x".repeat(51)] }, { tags: "Tags must be at most 50 characters" }],
  ["11 items", { items: Array.from({ length: 11 }, () => item) }, { items: "Maximum 10 items allowed" }],
  [
    "only a brand",
    { items: [{ ...emptyItem, brand: "Halden" }] },
    { "items.0.category": "Category is required", "items.0.productName": "Product name is required" },
  ],
  [
    "only a category",
    { items: [{ ...emptyItem, category: "Cap" }] },
    { "items.0.brand": "Brand is required", "items.0.productName": "Product name is required" },
  ],
  [
    "no product name",
    { items: [{ ...item, productName: " " }] },
    { "items.0.productName": "Product name is required" },
  ],
  [
    "a brand of 101",
    { items: [{ ...item, brand: "x".repeat(101) }] },
    { "items.0.brand": "Brand must be less than 100 characters" },
  ],
  [
    "a product name of 201",
    { items: [{ ...item, productName: "x".repeat(201) }] },
    { "items.0.productName": "Product name must be less than 200 characters" },
  ],
  [
    "a link without a scheme",
    { items: [{ ...item, productUrl: "shop.example/1" }] },
    { "items.0.productUrl": "Must be a valid URL" },
  ],
  [
    "a link over http",
    { items: [{ ...item, productUrl: "http://shop.example/1" }] },
    { "items.0.productUrl": "Product URL must use HTTPS" },
  ],
  [
    "a script as link",
    { items: [{ ...item, productUrl: "javascript:alert(1)" }] },
    { "items.0.productUrl": "Invalid URL scheme" },
  ],
  [
    "data as link",
    { items: [{ ...item, productUrl: "data:text/html,x" }] },
    { "items.0.productUrl": "Invalid URL scheme" },
  ],
  [
    "a link with a password in it",
    { items: [{ ...item, productUrl: "https://a:b@shop.example" }] },
    { "items.0.productUrl": "Must be a valid URL" },
  ],
])("%s is answered in the specification's words", (_name, given, expected) => {
  expect(fieldErrors(given)).toEqual(expected);
});

test("errors name the card on screen, although empty cards before it are not sent", () => {
  const fields = whole({ items: [emptyItem, item, emptyItem, { ...item, brand: "" }] });
  expect([...checkOutfit(fields).keys()]).toEqual(["items.3.brand"]);
  expect(toFieldPath("items.1.brand", fields)).toBe("items.3.brand");
  expect(toFieldPath("imageId", fields)).toBe("image");
  expect(toFieldPath("morePhotos.1.imageId", fields)).toBe("morePhotos.1.id");
});

test("an edit accepts an unchanged long text and limits a changed one to 100 and 500", () => {
  const original = { title: "t".repeat(180), description: "d".repeat(1_500) };
  expect(checkOutfit(whole(original), original).size).toBe(0);
  expect(
    Object.fromEntries(
      checkOutfit(whole({ title: `${original.title}!`, description: `${original.description}!` }), original),
    ),
  ).toEqual({
    title: "Title must be less than 100 characters",
    description: "Description must be less than 500 characters",
  });
  expect(checkOutfit(whole({ title: "t".repeat(100), description: "d".repeat(500) }), original).size).toBe(0);
});

test("tags are split, cleaned and never doubled", () => {
  expect(addTags(["denim"], " #Vintage, DENIM ,, summer ,summer")).toEqual({ tags: ["denim", "Vintage", "summer"] });
  expect(addTags([], "  , \u200B")).toEqual({ tags: [] });
  expect(
    addTags(
      Array.from({ length: 20 }, (_, index) => `t${index}`),
      "one more",
    ),
  ).toEqual({ fieldError: "Maximum 20 tags allowed" });
  expect(addTags(["a"], "x".repeat(51))).toEqual({ fieldError: "Tags must be at most 50 characters" });
});

test("for any input, tags are complete, unique and within their limits", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom("a", "B", "#", ",", " ", "é", "\n"), maxLength: 60 })),
      (entries) => {
        let tags: string[] = [];
        for (const entry of entries) {
          const added = addTags(tags, entry);
          if ("tags" in added) tags = added.tags;
        }
        expect(checkOutfit(whole({ tags })).size).toBe(0);
        expect(new Set(tags.map((tag) => tag.toLowerCase())).size).toBe(tags.length);
        expect(tags.every((tag) => tag !== "" && tag === tag.trim() && !tag.includes(","))).toBe(true);
      },
    ),
  );
});

test("lists of cards are compared by what stays, what goes and what comes", () => {
  const [typed, jacket, cap] = ["Typed", "Jacket", "Cap"].map((productName) => ({ ...item, productName }));
  const cards = [emptyItem, typed, jacket] as ItemFields[];
  const again = { ...jacket, suggestionId: "jacket" } as ItemFields;
  expect(compareCards(cards, [...cards])).toEqual({ kept: new Map(), removed: [], added: new Map() });
  expect(compareCards(cards, [again, typed] as ItemFields[])).toEqual({
    kept: new Map([[0, again]]),
    removed: [2],
    added: new Map(),
  });
  expect(compareCards(cards.slice(1), [typed, again, cap] as ItemFields[])).toEqual({
    kept: new Map([[1, again]]),
    removed: [],
    added: new Map([[2, cap]]),
  });
  expect(compareCards([jacket] as ItemFields[], [emptyItem])).toEqual({
    kept: new Map(),
    removed: [0],
    added: new Map([[0, emptyItem]]),
  });
});

test.each([
  ["https://shop.example/1", "https://shop.example/1"],
  ["http://shop.example", null],
  ["javascript:alert(1)", null],
  ["https://", null],
  ["", null],
])("the link “%s” opens %s", (text, url) => {
  expect(openableUrl(text)).toBe(url);
});

const key = { userId: "u1", outfitId: null, basedOn: null };

test("a draft is restored unchanged, only for its member", () => {
  const fields = whole({ tags: ["denim"], items: [item] });
  saveDraft(key, fields);
  expect(readDraft(key)).toEqual(fields);
  expect(readDraft({ ...key, userId: "u2" })).toBeNull();
  deleteDraft(key);
  expect(readDraft(key)).toBeNull();
});

test("a draft of an outfit that has changed since is not taken", () => {
  const edit = { userId: "u1", outfitId: "o1", basedOn: "2026-01-01T00:00:00.000Z" };
  saveDraft(edit, whole());
  expect(readDraft(edit)).not.toBeNull();
  expect(readDraft({ ...edit, basedOn: "2026-01-02T00:00:00.000Z" })).toBeNull();
});

test.each(["", "null", "{", "[]", '{"basedOn":null,"fields":{"title":7}}'])(
  "a kept draft that reads “%s” counts as none",
  (text) => {
    sessionStorage.setItem("fash.draft.u1.new", text);
    expect(readDraft(key)).toBeNull();
  },
);

test("nothing of a draft lands in localStorage [S-30]", () => {
  saveDraft(key, whole());
  expect(localStorage.length).toBe(0);
});
