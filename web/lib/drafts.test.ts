import { expect, test } from "vitest";
import { draftName, saveDraft, readOwnDraft } from "./drafts.ts";

test("what a visitor typed is in the field of the member who then signs in, and of nobody after them", () => {
  saveDraft(draftName("comment.1", undefined), "Which brand?");
  expect(readOwnDraft("comment.1", "mia")).toBe("Which brand?");
  expect(readOwnDraft("comment.1", "mia")).toBe("Which brand?");
  expect(readOwnDraft("comment.1", "leo")).toBe("");
  expect(readOwnDraft("comment.1", undefined)).toBe("");
});

test("a member's own draft stays before one that was typed without a session", () => {
  saveDraft(draftName("comment.1", "mia"), "Mine");
  saveDraft(draftName("comment.1", undefined), "Somebody's");
  expect(readOwnDraft("comment.1", "mia")).toBe("Mine");
  expect(readOwnDraft("comment.2", "mia")).toBe("");
});
