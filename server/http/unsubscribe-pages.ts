import type { FastifyInstance, FastifyRequest } from "fastify";

const formBytesMax = 4_096;
const path = "/api/unsubscribe";

/**
 * Lets the routes of `scope` be posted to by mail programs, which send a form (RFC 8058, one click), and by people: who opens
 * the address gets a page that asks and changes nothing, and who then answers it gets a page instead of JSON. What a form
 * says is not read: the address says it all, and the session of a browser counts for nothing here.
 *
 * @param isOurs Whether a token is one of this site's.
 * @see security.md row 47: the one deed that takes a form.
 */
export function serveUnsubscribePages(scope: FastifyInstance, isOurs: (token: string) => boolean): void {
  scope.addContentTypeParser(
    ["application/x-www-form-urlencoded", "multipart/form-data"],
    { parseAs: "string", bodyLimit: formBytesMax },
    (_request, _text, done) => done(null, undefined),
  );
  scope.get<{ Querystring: { token?: unknown } }>(path, { schema: { hide: true } }, (request, reply) => {
    const { token } = request.query;
    const isGood = typeof token === "string" && isOurs(token);
    const body = isGood ? question(request.url) : unknown;
    return reply
      .status(isGood ? 200 : 404)
      .headers(pageHeaders)
      .send(toPage(body));
  });
  scope.addHook("onSend", async (request, reply, payload) => {
    if (request.method !== "POST" || !isFromPage(request)) return payload;
    if (reply.statusCode >= 500) return payload;
    void reply.headers(pageHeaders);
    return toPage(reply.statusCode === 200 ? done : unknown);
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
  /** Where a button posts to. */
  action?: string;
}

const question = (action: string): PageBody => ({
  title: "Stop these mails?",
  text: "Fash then sends you no more mails about what is new. You find it in the app as before.",
  action,
});
const done: PageBody = {
  title: "No more of these mails",
  text: "You can have them again at any time, in your settings.",
};
const unknown: PageBody = {
  title: "This link does not work",
  text: "It may have been cut off. Open it from the mail again, or choose in your settings what you are mailed about.",
};

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** The sheet of the mails, as the reader comes from one; nothing is loaded for it. */
function toPage({ title, text, action }: PageBody): string {
  const answer =
    action === undefined
      ? `<a href="/settings#notifications">Open settings</a>`
      : `<form method="post" action="${escape(action)}"><button>Stop the mails</button></form>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Fash</title><style>
    :root { color-scheme: light dark; --paper: #faf8f4; --sheet: #fff; --line: #e8e2d9; --ink: #161412; --muted: #736b61;
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
    </style></head><body><main><p class="brand">Fash</p><h1>${title}</h1><p>${text}</p>${answer}</main></body></html>`;
}
