import type { AppContext } from "./http/context.ts";
import type { DocumentCallbacks } from "./http/pages/documents.ts";
import { matchPage } from "./http/pages/screen-paths.ts";
import { renderFrameHead, renderHead } from "./previews/page-head.ts";
import { describePage, unusualSignInNumbers } from "./previews/page-heads.service.ts";
import { readPageScripts, renderScripts } from "./previews/page-scripts.ts";

/** The callbacks of the documents into the modules. */
export function documentCallbacks(
  app: AppContext,
  pagesFolder: string,
  renderers: Pick<DocumentCallbacks, "render" | "renderFrame">,
): DocumentCallbacks {
  const scripts = readPageScripts(pagesFolder);
  return {
    ...renderers,
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
