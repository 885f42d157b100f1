import type { FastifyRequest } from "fastify";
import { isbot } from "isbot";
import { AppError } from "#server/lib/app-error.ts";

const crawlerRetry = { retryAfterSeconds: 30 };

/**
 * Asks a crawler to come back later while the server is busy. A headless browser runs the app like all others.
 *
 * @throws server.unavailable
 */
export function refuseCrawler({ headers: { "user-agent": agent = "" } }: FastifyRequest, isBusy: () => boolean): void {
  const isCrawler = isbot(agent) && !agent.includes("HeadlessChrome");
  if (isCrawler && isBusy()) throw new AppError("server.unavailable", crawlerRetry);
}
