import { expect, test } from "vitest";
import { neighboursOf, rememberOpenedList } from "./opened-list.ts";

test("an outfit's neighbours are those of the list that it was opened from", () => {
  document.body.innerHTML = `
    <ul><li><a href="/outfit/a"><img></a></li><li><a href="/profile/mia">mia</a><a href="/outfit/b"><img></a></li>
    <li><a href="/outfit/c"><img></a></li></ul>
    <ul><li><a href="/outfit/x"><img></a></li></ul>`;
  rememberOpenedList(document.querySelector('a[href="/outfit/b"] img'));
  expect(neighboursOf("a")).toEqual({ previous: undefined, next: "b" });
  expect(neighboursOf("b")).toEqual({ previous: "a", next: "c" });
  expect(neighboursOf("c")).toEqual({ previous: "b", next: undefined });
  expect(neighboursOf("x")).toEqual({ previous: undefined, next: undefined });
});
