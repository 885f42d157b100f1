import { ERRORS } from "#contract/errors.ts";
import { toAppError } from "#server/http/problem.ts";
import { AppError } from "#server/lib/app-error.ts";
import type { ClientKey } from "#server/lib/client-key.ts";
import { refuseForNow } from "./crawlers.ts";
import type { PageTemplate } from "./page-template.ts";

interface RenderedBody {
  html: string;
  isRendered: boolean;
  /** It is not rendered because too many pages are being rendered. */
  isBusy?: boolean;
  /** It has a member's frame and nothing in it. */
  isFrame?: boolean;
}

interface PageKind {
  /** The document shows what a visitor sees. */
  hasContent: boolean;
  /** It has a member's frame. */
  isFrame: boolean;
}

/** What the documents need from the modules; page-callbacks.ts provides it. */
export interface DocumentCallbacks {
  /** The lines of the page's head, and status 404 if the page does not exist. */
  describe: (url: URL) => Promise<{ status: number; html: string }>;
  /** The lines of the head of a document that is kept for all addresses of a screen. */
  frameHead: string;
  /** The app's container, with the server-rendered screen if there is one, and its data. */
  render: (url: URL, client: ClientKey) => Promise<RenderedBody>;
  /** A member's screen before its data has loaded; empty if it has no skeleton. */
  renderFrame: (url: URL) => Promise<string>;
  /** The lines of the page's head that load its scripts. */
  listScripts: (url: URL, page: PageKind) => string;
}

/** A page as it is asked for. */
interface WantedDocument {
  url: URL;
  client: ClientKey;
  /** The service worker gets a member's frame, which it keeps for all addresses of the screen. */
  audience: "visitor" | "crawler" | "member" | "worker";
}

/** The app's page with a head that describes its content. */
interface PageDocument {
  status: number;
  headers: Record<string, string>;
  html: string;
  /** It is the same for every visitor until its content changes. */
  isRendered: boolean;
}

/** Makes a document. @throws server.unavailable for a crawler while too much is being rendered, and what is no temporary failure */
export type MakeDocument = (wanted: WantedDocument) => Promise<PageDocument>;

const htmlType = "text/html; charset=utf-8";

/** Returns the function that makes every page of the app. */
export function createDocuments(template: PageTemplate, callbacks: DocumentCallbacks): MakeDocument {
  const renderBody = async ({ url, client, audience }: WantedDocument): Promise<RenderedBody> => {
    if (audience === "visitor" || audience === "crawler") return callbacks.render(url, client);
    const html = `<div id="app" data-hydrating="frame">${await callbacks.renderFrame(url)}</div>`;
    return { html, isRendered: true, isFrame: true };
  };
  return async (wanted) => {
    const { url, audience } = wanted;
    const head =
      audience === "worker" ? Promise.resolve({ status: 200, html: callbacks.frameHead }) : callbacks.describe(url);
    const content = await Promise.all([head, renderBody(wanted)]).catch(toUnavailable);
    if (content instanceof AppError) {
      const scripts = callbacks.listScripts(url, { hasContent: false, isFrame: false });
      return unavailable(content, template({ head: unavailableHead, scripts, body: '<div id="app"></div>' }));
    }
    const [{ status, html: lines }, body] = content;
    // In a browser the app renders the screen; a crawler would index an empty page.
    if (audience === "crawler" && body.isBusy === true) throw refuseForNow();
    const isFrame = body.isFrame === true;
    const scripts = callbacks.listScripts(url, { hasContent: body.isRendered && !isFrame, isFrame });
    return {
      status,
      headers: { "content-type": htmlType, "cache-control": "no-cache", ...(body.isRendered ? variesByCookie : {}) },
      html: template({ head: lines, scripts, body: body.html, isFrame }),
      isRendered: body.isRendered,
    };
  };
}

const variesByCookie = { vary: "accept-encoding, cookie" };

/** The head of the page without content; the app then requests the data and shows its own error screen. */
const unavailableHead = `<title>${ERRORS["server.unavailable"].title}</title>
    <meta name="robots" content="noindex" />`;

/** Returns the failure if it is temporary. @throws any other one */
function toUnavailable(thrown: unknown): AppError {
  const error = toAppError(thrown);
  if (error.code === "server.unavailable") return error;
  throw thrown;
}

/**
 * The app without content, so that people see its error screen and crawlers come back later. By `fash-app` the service
 * worker tells it from a proxy's 503.
 */
function unavailable({ code, retryAfterSeconds = 2 }: AppError, html: string): PageDocument {
  return {
    status: ERRORS[code].status,
    headers: {
      "content-type": htmlType,
      "cache-control": "no-store",
      "retry-after": String(retryAfterSeconds),
      "fash-app": "1",
    },
    html,
    isRendered: false,
  };
}
