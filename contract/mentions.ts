import { limits } from "./limits.ts";

/** A member whom a comment mentions. */
interface MentionedName {
  /** As written, in lower case. */
  name: string;
  /** The member's username now. */
  username: string;
}

/** `@` and a username that is not part of a word or an address. */
const mention = /(?<![\p{L}\p{N}_.@])@([a-z0-9._]{3,30})(?![\p{L}\p{N}_@])/giu;

/** What the characters after an `@` may name: a dot at the end may belong to the name or end the sentence. */
const candidates = (written: string): string[] => {
  const name = written.toLowerCase();
  return [...new Set([name, name.replace(/\.+$/, "")])];
};

/** The usernames that a text may mention, in lower case; those of the first `mentionsMax` mentions. */
export function readMentionNames(text: string): string[] {
  const written = new Set([...text.matchAll(mention)].map(([, name = ""]) => name.toLowerCase()));
  return [...new Set([...written].slice(0, limits.mentionsMax).flatMap(candidates))];
}

/** The text in pieces: plain ones, and those that mention one of these members. */
export function splitAtMentions(
  text: string,
  members: readonly MentionedName[],
): { text: string; username?: string; at: number }[] {
  const pieces: { text: string; username?: string; at: number }[] = [];
  let end = 0;
  for (const { 1: written = "", index } of text.matchAll(mention)) {
    const name = candidates(written).find((one) => members.some((member) => member.name === one));
    const username = members.find((member) => member.name === name)?.username;
    if (name === undefined || username === undefined) continue;
    if (index > end) pieces.push({ text: text.slice(end, index), at: end });
    const after = index + 1 + name.length;
    pieces.push({ text: text.slice(index, after), username, at: index });
    end = after;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), at: end });
  return pieces;
}
