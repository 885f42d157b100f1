import { getSchema } from "@tiptap/core";
import { Fragment, Slice } from "@tiptap/pm/model";
import { expect, test } from "vitest";
import { createExtensions } from "./extensions.ts";
import { withoutBlankLines, withoutForeignPictures } from "./pasted.ts";

const schema = getSchema(createExtensions({ onLink: () => undefined, onLeave: () => undefined }));
const line = (text: string) => schema.node("paragraph", null, text === "" ? [] : [schema.text(text)]);
const image = (imageId: string) => schema.node("articleImage", { imageId, alt: "A coat" });
const blocksOf = (slice: Slice) =>
  slice.content.content.map((node) => (node.isTextblock ? node.textContent : String(node.attrs["imageId"])));

test("pictures of another article are left out, its text and this article's pictures stay", () => {
  const slice = new Slice(Fragment.fromArray([image("theirs"), line("Words"), image("ours"), line("More")]), 0, 1);
  const pasted = withoutForeignPictures(slice, (imageId) => imageId === "ours");
  expect(blocksOf(pasted)).toEqual(["Words", "ours", "More"]);
  expect([pasted.openStart, pasted.openEnd]).toEqual([0, 1]);
  expect(withoutForeignPictures(pasted, (imageId) => imageId === "ours")).toBe(pasted);
  expect(withoutForeignPictures(new Slice(Fragment.from(image("theirs")), 0, 0), () => false).size).toBe(0);
});

test("empty lines between paragraphs are left out", () => {
  const slice = new Slice(Fragment.fromArray([line("One"), line(""), line("Two")]), 1, 1);
  expect(blocksOf(withoutBlankLines(slice))).toEqual(["One", "Two"]);
});
