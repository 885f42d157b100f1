/**
 * The paths of the app's screens. Any other path is answered with status 404 and the not-found screen. A test compares
 * the list with web/routes.
 */
export const pagePaths = [
  "/",
  "/account-status",
  "/add-outfit",
  "/admin",
  "/admin/articles",
  "/admin/audit",
  "/admin/content",
  "/admin/dashboard",
  "/admin/moderation",
  "/admin/rewards",
  "/admin/settings",
  "/admin/users",
  "/admin/users/:memberId",
  "/articles",
  "/articles/add",
  "/articles/:articleId",
  "/articles/:articleId/edit",
  "/auth",
  "/auth-choice",
  "/auth-mobile",
  "/auth-otp",
  "/boards/:boardId",
  "/brand/:brand",
  "/change-password",
  "/closet",
  "/edit-outfit/:outfitId",
  "/events",
  "/events/add",
  "/events/mine",
  "/events/:eventId",
  "/events/:eventId/check-in",
  "/events/:eventId/edit",
  "/explore",
  "/forgot-password",
  "/me",
  "/messages",
  "/notifications",
  "/onboarding",
  "/outfit/:outfitId",
  "/photo-search",
  "/points",
  "/points-debug",
  "/profile",
  "/profile/:username",
  "/rewards",
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

/** The screen at a path and the values of its placeholders, or null if there is none. */
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
