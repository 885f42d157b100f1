/** The addresses of the app's screens. Any other one is answered with 404, and the screen says so. A test holds it to web/routes. */
export const pagePaths = [
  "/",
  "/add-outfit",
  "/auth",
  "/auth-choice",
  "/auth-mobile",
  "/auth-otp",
  "/boards/:boardId",
  "/brand/:brand",
  "/change-password",
  "/closet",
  "/edit-outfit/:outfitId",
  "/explore",
  "/forgot-password",
  "/me",
  "/messages",
  "/notifications",
  "/onboarding",
  "/outfit/:outfitId",
  "/profile/:username",
  "/settings",
  "/splash",
  "/styles",
  "/tag/:tag",
  "/swipes",
] as const;
export type PagePath = (typeof pagePaths)[number];

export interface PageMatch {
  path: PagePath;
  params: Record<string, string>;
}

const patterns = pagePaths.map((path) => ({
  path,
  names: [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name),
  pattern: new RegExp(`^${path.replace(/:\w+/g, "([^/]+)")}/?$`),
}));

/** The screen at an address and what its placeholders stand for, or null when there is no such screen. */
export function matchPage(pathname: string): PageMatch | null {
  for (const { path, names, pattern } of patterns) {
    const found = pattern.exec(pathname);
    if (found)
      return { path, params: Object.fromEntries(names.map((name, index) => [name, decode(found[index + 1])])) };
  }
  return null;
}

function decode(part = ""): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
