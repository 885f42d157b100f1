import { expect, test } from "vitest";
import { rememberOpenedList } from "./opened-list.ts";
import { neighboursOf, passListOn } from "./outfit-neighbours.ts";

const none = { previous: undefined, next: undefined };
const open = (outfitId: string) => rememberOpenedList(document.querySelector(`a[href="/outfit/${outfitId}"] img`));
document.body.innerHTML = `
  <ul><li><a href="/outfit/a"><img></a></li><li><a href="/profile/mia">mia</a><a href="/outfit/b"><img></a></li>
  <li><a href="/outfit/c"><img></a></li></ul>
  <ul><li><a href="/outfit/x"><img></a></li><li><a href="/outfit/b"><img></a></li></ul>`;

test("an outfit's neighbours are those of the list that it was opened from, also where its entry is replaced", () => {
  open("b");
  expect(neighboursOf("b", "first")).toEqual({ previous: "a", next: "c" });
  passListOn("first");
  expect(neighboursOf("b", "first")).toEqual({ previous: "a", next: "c" });
  expect(neighboursOf("c", "second")).toEqual({ previous: "b", next: undefined });
  passListOn("second");
  expect(neighboursOf("a", "third")).toEqual({ previous: undefined, next: "b" });
});

test("after Back they are those of the former list; an outfit opened from none has none", () => {
  open("b");
  expect(neighboursOf("b", "entry")).toEqual({ previous: "a", next: "c" });
  open("x");
  expect(neighboursOf("x", "later")).toEqual({ previous: undefined, next: "b" });
  expect(neighboursOf("b", "entry")).toEqual({ previous: "a", next: "c" });
  expect(neighboursOf("b", "from a notification")).toEqual(none);
});
