import { readItem, writeItem } from "./storage.ts";

/**
 * Text that was typed and not sent: it survives leaving the screen, signing in and a reload, for as long as the tab is
 * open. Logging out deletes it.
 */
const keyOf = (name: string) => `fash.draft.${name}`;

export function readDraft(name: string): string {
  return readItem("session", keyOf(name)) ?? "";
}

/** The name of a member's draft under a subject; nobody else in this browser reads it. */
export function draftName(subject: string, userId: string | undefined): string {
  return `${subject}.${userId ?? "visitor"}`;
}

/** The member's own draft with what they typed last, before they signed in, which is theirs from now on. */
export function readOwnDraft(subject: string, userId: string | undefined): string {
  const own = readDraft(draftName(subject, userId));
  const typed = userId === undefined ? "" : readDraft(draftName(subject, undefined));
  if (typed === "") return own;
  const both = own === "" ? typed : `${own}\n${typed}`;
  saveDraft(draftName(subject, undefined), "");
  saveDraft(draftName(subject, userId), both);
  return both;
}

/** An empty text deletes the draft. */
export function saveDraft(name: string, text: string): void {
  writeItem("session", keyOf(name), text === "" ? null : text);
}
