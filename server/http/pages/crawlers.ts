import type { FastifyReply, FastifyRequest } from "fastify";
import { isbot } from "isbot";
import type { ErrorCode } from "#contract/errors.ts";
import { AppError } from "#server/lib/app-error.ts";
import type { ClientKey } from "#server/lib/client-key.ts";

/** A page as a crawler asks for it. */
export interface CrawlerRequest {
  href: string;
  client: ClientKey;
  readsGzip: boolean;
}

/** A page as another process has made it. */
export interface MadePage {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** Why another process could not make a page: an `AppError` as a message. */
export interface PageFailure {
  code: ErrorCode;
  retryAfterSeconds: number | undefined;
  cause: { message: string; stack: string | undefined; code: string | undefined } | undefined;
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

/** Sends a page that another process has made. */
export const sendMade = (reply: FastifyReply, { status, headers, body }: MadePage): FastifyReply =>
  reply
    .status(status)
    .headers(headers)
    .send(Buffer.from(body.buffer, body.byteOffset, body.length));
