import type { FastifyInstance } from "fastify";
import { escapeHtml } from "#server/lib/escape-html.ts";
import type { OutboxItem } from "#server/outside/outbox.ts";
import type { AppContext } from "./context.ts";

/** What would have been sent, as a page at `/dev/outbox` and as `/dev/outbox.json`; never in production. */
export function registerOutboxPages(fastify: FastifyInstance, { config, outbox }: AppContext): void {
  if (config.environment === "production") return;
  const options = { logLevel: "warn" } as const;
  fastify.get("/dev/outbox.json", options, (_request, reply) =>
    reply.header("cache-control", "no-store").send({ items: outbox.list() }),
  );
  fastify.get("/dev/outbox", options, (_request, reply) =>
    reply
      .headers({ "cache-control": "no-store", refresh: "5" })
      .type("text/html; charset=utf-8")
      .send(toPage(outbox.list())),
  );
}

/** Links in the plain text can be clicked. */
const withLinks = (text: string) =>
  escapeHtml(text).replace(/https?:\/\/[^\s<)]+/g, (url) => `<a href="${url}">${url}</a>`);

function toPage(items: OutboxItem[]): string {
  const list = items.map(
    (item) => `<article>
      <header><b>${item.kind === "mail" ? "Mail" : "SMS"}</b> to <b>${escapeHtml(item.to)}</b> <time>${item.sentAt}</time></header>
      ${item.subject ? `<h2>${escapeHtml(item.subject)}</h2>` : ""}
      <pre>${withLinks(item.text)}</pre>
      ${item.html ? `<details><summary>As it looks</summary><iframe sandbox title="Preview" srcdoc="${escapeHtml(item.html)}"></iframe></details>` : ""}
    </article>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>Outbox</title><style>
    :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
    body { max-width: 720px; margin: 32px auto; padding: 0 16px; }
    article { border: 1px solid color-mix(in srgb, currentcolor 20%, transparent); border-radius: 14px; padding: 16px 20px; margin: 16px 0; }
    h1, h2 { font-weight: 500; margin: 8px 0; } h2 { font-size: 18px; }
    header, summary { opacity: 0.75; font-size: 13px; } pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
    iframe { width: 100%; height: 560px; border: 0; background: #fff; border-radius: 10px; }
    </style></head><body><h1>Outbox</h1>
    <p>Mails and messages that this development server did not send. Newest first.</p>
    ${list.join("") || "<p>Nothing yet.</p>"}</body></html>`;
}
