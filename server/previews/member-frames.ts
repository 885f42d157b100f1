import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { matchPage, type PagePath } from "#server/http/pages/screen-paths.ts";

/** The export of web/page-html.tsx for members. */
interface FrameModule {
  /** Renders the bars and the screen's skeleton; without one, a spinner. */
  renderFrame(href: string, hasSkeleton: boolean): Promise<string>;
}

/** Screens that show their skeleton before any data has come. */
const withSkeleton: readonly PagePath[] = [
  "/",
  "/articles",
  "/articles/:articleId",
  "/boards/:boardId",
  "/events",
  "/explore",
  "/messages",
  "/notifications",
  "/outfit/:outfitId",
  "/rewards",
  "/settings",
  "/styles",
  "/swipes",
];

/** Screens that a member leaves at once, or whose bars depend on more than the path. */
const withoutFrame: readonly PagePath[] = [
  "/auth",
  "/auth-choice",
  "/auth-mobile",
  "/auth-otp",
  "/splash",
  "/onboarding",
];

/**
 * Returns a member's screen before its data and code have loaded: bars and skeleton, the same for all members and for all
 * addresses of one screen, so each is rendered once. Empty where there is no screen, or if the pages are not built.
 *
 * @param pagesFolder The folder of the built pages; the renderer is built next to it.
 */
export function createMemberFrames(pagesFolder: string): (url: URL) => Promise<string> {
  const file = join(pagesFolder, "../rendering/page-html.mjs");
  if (!existsSync(file)) return () => Promise.resolve("");
  // An instance of its own, because it renders for members only.
  const module = import(`${pathToFileURL(file).href}?members`) as Promise<FrameModule>;
  const frames = new Map<PagePath, Promise<string>>();
  const render = async (path: PagePath): Promise<string> => {
    return (await module).renderFrame(path, withSkeleton.includes(path));
  };
  const find = (path: PagePath): Promise<string> => {
    let frame = frames.get(path);
    if (!frame) {
      frame = render(path);
      frames.set(path, frame);
      frame.catch(() => frames.delete(path));
    }
    return frame;
  };
  // At the start, because compiling the renderer and its first rendering would hold up all requests for a quarter of a second. A
  // failure is that of each page.
  find("/").catch(() => undefined);
  return ({ pathname }) => {
    const path = matchPage(pathname)?.path;
    return path === undefined || withoutFrame.includes(path) ? Promise.resolve("") : find(path);
  };
}
