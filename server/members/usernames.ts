import { limits } from "#contract/limits.ts";

const nameless = "member";

/** Words that are paths of the site, or that would let a member impersonate it. */
const reserved = [
  "about", "account", "admin", "administrator", "api", "articles", "assets", "auth", "billing", "change.password", "closet",
  "contact", "dev", "everyone", "events", "explore", "fash", "fash.official", "fash.team", "faq", "feed", "guest", "healthz",
  "help", "home", "info", "legal", "login", "logout", "mail", "me", "media", "messages", "metrics", "mod", "moderator", "news",
  "notifications", "null", "official", "onboarding", "outfit", "outfits", "owner", "password", "points", "postmaster", "press",
  "privacy", "profile", "profiles", "readyz", "register", "rewards", "root", "search", "security", "settings", "signin",
  "signout", "signup", "splash", "staff", "styles", "stylist", "support", "swipes", "system", "team", "terms", "trending",
  "undefined", "user", "username", "users", "verified", "webmaster", "www",
]; // prettier-ignore

/** The username with similar-looking characters folded together: names with equal skeletons look the same. */
export function toSkeleton(username: string): string {
  return username
    .toLowerCase()
    .replace(/[._]/g, "")
    .replaceAll("0", "o")
    .replace(/[1i|]/g, "l")
    .replaceAll("5", "s")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
}

const reservedSkeletons = new Set(reserved.map(toSkeleton));

/** Whether the name, or one that looks like it, is reserved. */
export function isReservedUsername(username: string): boolean {
  return reservedSkeletons.has(toSkeleton(username));
}

const ownNames = new Set(
  ["fash", "fashteam", "fashofficial", "fashsupport", "admin", "administrator", "moderator"].map(toSkeleton),
);

/** Whether a display name, without accents, spaces and marks, reads as one of the site itself. */
export function isImpersonating(displayName: string): boolean {
  const letters = displayName.normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "");
  return ownNames.has(toSkeleton(letters));
}

/**
 * The username derived from a name: Latin letters without accents, digits, dot and underscore, 3 to 30 characters.
 * Always a valid username; a name without any usable character gives `member`.
 */
function toUsername(name: string): string {
  const letters = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[øœ]/g, "o")
    .replace(/[æ]/g, "ae")
    .replace(/['’`]/g, "")
    .replace(/[^a-z0-9._]+/g, ".")
    .replace(/[.]{2,}/g, ".")
    .replace(/^[._]+/, "")
    .slice(0, limits.usernameCharsMax)
    .replace(/[.]+$/, "");
  if (letters.length >= limits.usernameCharsMin) return letters;
  return letters === "" ? nameless : `${letters}.${nameless}`;
}

/**
 * The names to try for a new member, best first: the plain one unless it is reserved, then with small numbers, then
 * with random ones that are very likely free.
 *
 * @param random A whole number from 0 below `max`.
 */
export function suggestUsernames(name: string, random: (max: number) => number): string[] {
  const plain = toUsername(name);
  const isUsable = plain !== nameless && !isReservedUsername(plain);
  const small = isUsable ? [2, 3, 4, 6, 7, 8, 9].map(String) : [];
  const large = [1, 2, 3, 4, 5, 6].map((length) => String(10 ** (length + 2) + random(9 * 10 ** (length + 2))));
  return [...(isUsable ? [plain] : []), ...[...small, ...large].map((number) => append(plain, number))];
}

function append(username: string, number: string): string {
  const separator = /\d$/.test(username) ? "_" : "";
  const room = limits.usernameCharsMax - number.length - separator.length;
  return `${username.slice(0, room).replace(/[.]+$/, "")}${separator}${number}`;
}
