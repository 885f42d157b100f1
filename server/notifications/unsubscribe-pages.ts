import type { FastifyInstance, FastifyRequest } from "fastify";
import { escapeHtml } from "#server/lib/escape-html.ts";

/** What the pages need from the modules; app.ts provides it. */
export interface UnsubscribePageCallbacks {
  /** Whether a token was signed by this site. */
  isOurs: (token: string) => boolean;
  getSiteName: () => Promise<string>;
}

const formBytesMax = 4_096;
const path = "/api/unsubscribe";

/**
 * Accepts forms on the routes of `scope`: mail clients post one (RFC 8058, one click), and people get a page that asks
 * for confirmation and, after they confirm, a page instead of JSON. The form's content is not read: the token in the
 * URL is the only credential, and cookies are ignored.
 *
 * @see docs/security.md#s-47: the only endpoint that accepts a form.
 */
export function registerUnsubscribePages(
  scope: FastifyInstance,
  { isOurs, getSiteName }: UnsubscribePageCallbacks,
): void {
  scope.addContentTypeParser(
    ["application/x-www-form-urlencoded", "multipart/form-data"],
    { parseAs: "string", bodyLimit: formBytesMax },
    (_request, _text, done) => done(null, undefined),
  );
  scope.get<{ Querystring: { token?: unknown } }>(path, async (request, reply) => {
    const { token } = request.query;
    const isGood = typeof token === "string" && isOurs(token);
    const body = isGood ? question(request.url) : unknown;
    return reply
      .status(isGood ? 200 : 404)
      .headers(pageHeaders)
      .send(toPage(body, await getSiteName()));
  });
  scope.addHook("onSend", async (request, reply, payload) => {
    if (request.method !== "POST" || !isFromPage(request)) return payload;
    if (reply.statusCode >= 500) return payload;
    void reply.headers(pageHeaders);
    return toPage(reply.statusCode === 200 ? done : unknown, await getSiteName());
  });
}

const isFromPage = ({ headers }: FastifyRequest) => String(headers.accept ?? "").includes("text/html");

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-robots-tag": "noindex",
};

interface PageBody {
  title: string;
  text: string;
  /** The URL that the button posts to. */
  action?: string;
}

const question = (action: string): PageBody => ({
  title: "Stop these emails?",
  text: "You won't get emails about new notifications any more. You'll still find them in the app.",
  action,
});
const done: PageBody = {
  title: "Unsubscribed",
  text: "You won't get these emails any more. You can turn them back on at any time in your settings.",
};
const unknown: PageBody = {
  title: "This link doesn't work",
  text: "It may be incomplete. Open it from the email again, or choose your emails in your settings.",
};

/** Styled like the mails that lead here, without external resources. */
function toPage({ title, text, action }: PageBody, siteName: string): string {
  const site = escapeHtml(siteName);
  const answer =
    action === undefined
      ? `<a href="/settings#notifications">Open settings</a>`
      : `<form method="post" action="${escapeHtml(action)}"><button>Stop these emails</button></form>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · ${site}</title><style>
    :root { color-scheme: light dark; --paper: #faf8f4; --sheet: #fff; --line: #e8e2d9; --ink: #161412; --muted: #6e665c;
      --accent: #d9381e; --on-accent: #fff; --serif: Didot, "Bodoni MT", "Times New Roman", serif;
      font: 16px/24px "Helvetica Neue", Arial, system-ui, sans-serif; background: var(--paper); color: var(--ink); }
    @media (prefers-color-scheme: dark) { :root { --paper: #100f0e; --sheet: #191716; --line: #2a2725; --ink: #f4efe8;
      --muted: #a0978b; --accent: #ff6a4d; --on-accent: #190500; } }
    body { margin: 0; padding: 32px 12px; }
    main { box-sizing: border-box; max-width: 520px; margin: 0 auto; padding: 36px 32px; background: var(--sheet); border: 1px solid var(--line); border-radius: 14px; }
    .brand { font: 22px/28px var(--serif); letter-spacing: 0.02em; color: var(--ink); margin: 0 0 28px; }
    h1 { font: 32px/36px var(--serif); margin: 0 0 16px; text-wrap: balance; }
    p { color: var(--muted); margin: 0 0 28px; text-wrap: pretty; }
    button { font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 999px; padding: 14px 28px; cursor: pointer; }
    a { color: inherit; text-underline-offset: 3px; } :focus-visible { outline: 2px solid var(--ink); outline-offset: 3px; }
    </style></head><body><main><p class="brand">${site}</p><h1>${title}</h1><p>${text}</p>${answer}</main></body></html>`;
}
