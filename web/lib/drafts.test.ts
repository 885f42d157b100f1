import { expect, test } from "vitest";
import { draftName, saveDraft, readOwnDraft } from "./drafts.ts";

test("what a visitor typed is in the field of the member who then signs in, and of nobody after them", () => {
  saveDraft(draftName("comment.1", undefined), "Which brand?");
  expect(readOwnDraft("comment.1", "mia")).toBe("Which brand?");
  expect(readOwnDraft("comment.1", "mia")).toBe("Which brand?");
  expect(readOwnDraft("comment.1", "leo")).toBe("");
  expect(readOwnDraft("comment.1", undefined)).toBe("");
});

test("what was typed without a session follows the member's own draft, and none of both is lost", () => {
  saveDraft(draftName("comment.1", "mia"), "nice");
  saveDraft(draftName("comment.1", undefined), "Where is the coat from?");
  for (let time = 0; time < 2; time += 1) {
    expect(readOwnDraft("comment.1", "mia")).toBe("nice\nWhere is the coat from?");
  }
  expect(readOwnDraft("comment.1", undefined)).toBe("");
  expect(readOwnDraft("comment.2", "mia")).toBe("");
});
