import type { FastifyReply, FastifyRequest } from "fastify";
import { isbot } from "isbot";
import { AppError } from "#server/lib/app-error.ts";

/** A page as a crawler asks for it. */
export interface CrawlerRequest {
  url: string;
  headers: Record<string, string | string[] | undefined>;
  ip: string;
}

/** A page as another process has made it. */
export interface MadePage {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: Uint8Array;
}

/** Makes pages for crawlers elsewhere. */
export interface CrawlerPages {
  /**
   * Undefined while it cannot, such as when it has just been started; then this process makes the page.
   *
   * @throws server.unavailable
   */
  open(request: CrawlerRequest): Promise<MadePage> | undefined;
}

const crawlerRetry = { retryAfterSeconds: 30 };

/** A crawler is told to come back later. */
export const refuseForNow = (cause?: Error): AppError => new AppError("server.unavailable", { ...crawlerRetry, cause });

/** Whether a program asks that reads pages. A headless browser runs the app like all others. */
export function isCrawler({ headers: { "user-agent": agent = "" } }: FastifyRequest): boolean {
  return isbot(agent) && !agent.includes("HeadlessChrome");
}

/** What this server sets itself. */
const ownHeaders = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding", "x-request-id"]);

/** Sends a page that another process has made. */
export function sendMade(reply: FastifyReply, { status, headers, body }: MadePage): FastifyReply {
  const made = Object.entries(headers).filter(([name]) => !ownHeaders.has(name));
  return reply
    .status(status)
    .headers(Object.fromEntries(made))
    .send(Buffer.from(body.buffer, body.byteOffset, body.length));
}
