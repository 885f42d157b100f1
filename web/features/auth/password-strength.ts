import { signInNumbers } from "#web/lib/sign-in-numbers.ts";

export type PasswordStrength = "too short" | "weak" | "fair" | "good" | "strong";

const commonParts =
  /passwor[dt]|passw0rd|qwert|asdf|azerty|letmein|welcome|iloveyou|admin|monkey|dragon|football|baseball|sunshine|princess|fash/gi;
const sequences = /(?:0123|1234|2345|3456|4567|5678|6789|7890|9876|8765|4321|abcd|bcde|cdef|wxyz)\d*/gi;
const years = /(?:19|20)\d\d/g;
const repeats = /(.{1,4}?)\1{2,}/gu;

/**
 * A hint, not a rule: the server decides what it accepts. Guessable parts (common words, sequences, years, repeats, the
 * member's own name) count as one character each; the rest is weighed by length and kinds of characters, in bits.
 */
export function passwordStrength(password: string, personal: readonly string[] = []): PasswordStrength {
  if (password.length < signInNumbers().passwordCharsMin) return "too short";
  const bits = withoutGuessableParts(password, personal).length * bitsPerCharacter(password);
  if (bits < 36) return "weak";
  if (bits < 52) return "fair";
  return bits < 70 ? "good" : "strong";
}

function withoutGuessableParts(password: string, personal: readonly string[]): string {
  let rest = password;
  for (const word of personal.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))) {
    if (word.length < 3) continue;
    for (let at = rest.toLowerCase().indexOf(word); at >= 0; at = rest.toLowerCase().indexOf(word)) {
      rest = `${rest.slice(0, at)}\u0000${rest.slice(at + word.length)}`;
    }
  }
  for (const part of [commonParts, sequences, years, repeats]) rest = rest.replace(part, "\u0000");
  return rest;
}

function bitsPerCharacter(password: string): number {
  let kinds = 0;
  if (/\p{Ll}/u.test(password)) kinds += 26;
  if (/\p{Lu}/u.test(password)) kinds += 26;
  if (/\p{N}/u.test(password)) kinds += 10;
  if (/[^\p{L}\p{N}]/u.test(password)) kinds += 20;
  if (/[^\p{ASCII}]/u.test(password)) kinds += 40;
  return Math.log2(Math.max(kinds, 10));
}
