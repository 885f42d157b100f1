import type { RegisteredRouter } from "@tanstack/react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { leaveSignIn } from "./leave-sign-in.ts";

/** Where it leads to a path when the history holds these entries, of which the last is shown. */
function leaveTo(href: string, paths: string[], sameDocument = true) {
  const entries = paths.map((path) => ({ key: path, url: new URL(path, location.href).href, sameDocument }));
  const traverseTo = vi.fn<(key: string) => object>(() => ({ committed: Promise.resolve() }));
  const currentEntry = { index: paths.length - 1 };
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal("navigation", { entries: () => entries, currentEntry, traverseTo });
  const navigate = vi.fn<RegisteredRouter["navigate"]>();
  leaveSignIn({ navigate } as unknown as RegisteredRouter, href);
  return { back: traverseTo.mock.calls.flat(), replaced: navigate.mock.calls.flat() };
}

const replaced = (href: string) => ({ back: [], replaced: [{ href, replace: true }] });

test("it goes back to the page that the sign-in was opened from, over all of its screens", () => {
  const paths = ["/explore", "/outfit/1", "/auth?next=%2Foutfit%2F1", "/auth-mobile", "/auth-otp", "/onboarding"];
  expect(leaveTo("/outfit/1", paths)).toEqual({ back: ["/outfit/1"], replaced: [] });
});

test("a page that was only asked for takes the sign-in's place", () => {
  expect(leaveTo("/settings", ["/settings", "/explore", "/auth?next=%2Fsettings"])).toEqual(replaced("/settings"));
});

test("it does not leave the document, in which a like may be waiting", () => {
  expect(leaveTo("/outfit/1", ["/outfit/1", "/auth"], false)).toEqual(replaced("/outfit/1"));
});
