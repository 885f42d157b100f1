import type { AppContext } from "./http/context.ts";
import type { DocumentCallbacks } from "./http/pages/documents.ts";
import { matchPage } from "./http/pages/screen-paths.ts";
import { createMemberFrames } from "./previews/member-frames.ts";
import { renderFrameHead, renderHead } from "./previews/page-head.ts";
import { describePage, unusualSignInNumbers } from "./previews/page-heads.service.ts";
import { readPageScripts, renderScripts } from "./previews/page-scripts.ts";

/** The callbacks of the documents into the modules. */
export function documentCallbacks(
  app: AppContext,
  pagesFolder: string,
  render: DocumentCallbacks["render"],
): DocumentCallbacks {
  const scripts = readPageScripts(pagesFolder);
  return {
    render,
    renderFrame: createMemberFrames(pagesFolder),
    describe: async ({ pathname, searchParams }) => {
      const head = await describePage(app, pathname, searchParams);
      return { status: head.status, html: renderHead(head) };
    },
    frameHead: renderFrameHead(unusualSignInNumbers(app.config.auth)),
    listScripts: ({ pathname, search }, page) => {
      const ofPage = scripts.get(matchPage(pathname)?.path ?? "");
      return ofPage ? renderScripts(ofPage, { ...page, hasFilters: search !== "" }) : "";
    },
  };
}
