import { expect, onTestFinished, test, vi } from "vitest";
import { clearStorage } from "./clear-storage.ts";
import { readDraft, saveDraft } from "./drafts.ts";
import { hasIntent, saveIntent } from "./intent-storage.ts";
import { readIntent } from "./read-intent.ts";
import { readSavedPageCount, savePageCount } from "./saved-page-count.ts";
import { readItem, readJson, writeItem } from "./storage.ts";

const areas = ["local", "session"] as const;

/** As a browser does that blocks all data of sites; gives what allows it again. */
function blockStorage(): () => void {
  const get = () => {
    throw new DOMException("Blocked", "SecurityError");
  };
  const restores = (["localStorage", "sessionStorage"] as const).map((name) => {
    const real = Object.getOwnPropertyDescriptor(globalThis, name) ?? {};
    Object.defineProperty(globalThis, name, { configurable: true, get });
    return () => void Object.defineProperty(globalThis, name, real);
  });
  return () => restores.forEach((restore) => restore());
}

test("what is written is read again, until it is deleted", () => {
  for (const area of areas) {
    writeItem(area, "a", '{"b":1}');
    expect([readItem(area, "a"), readJson(area, "a")]).toEqual(['{"b":1}', { b: 1 }]);
    writeItem(area, "a", null);
    expect([readItem(area, "a"), readJson(area, "a")]).toEqual([null, null]);
    writeItem(area, "a", "{damaged");
    expect(readJson(area, "a")).toBeNull();
  }
  clearStorage();
  expect(areas.map((area) => readItem(area, "a"))).toEqual([null, null]);
});

test("where storage is full, nothing is written", () => {
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("Full", "QuotaExceededError");
  });
  onTestFinished(() => full.mockRestore());
  saveDraft("comment.1", "Which brand?");
  expect(readDraft("comment.1")).toBe("");
});

test("where the browser blocks storage, pages, presses and drafts go on without it", () => {
  const allowStorage = blockStorage();
  try {
    saveDraft("comment.1", "Which brand?");
    saveIntent({ action: "like", id: "1" });
    savePageCount("entry", 3);
    clearStorage();
    expect(readDraft("comment.1")).toBe("");
    expect([hasIntent(), readIntent(undefined)]).toEqual([false, undefined]);
    expect(readSavedPageCount("entry")).toBe(0);
  } finally {
    allowStorage();
  }
});
