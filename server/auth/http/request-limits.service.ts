import { failAuth } from "./auth-error.ts";
import type { LimitName } from "#server/config/auth-config.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { toKey, windowOf } from "./limit-windows.ts";

/**
 * Counts one request of the client's address and rejects it beyond the limit.
 *
 * @throws over_request_rate_limit
 */
export async function spendRequest(context: RequestContext, name: LimitName): Promise<void> {
  const spent = await windowOf(context, name, context.config.auth.limits[name]).spend(toKey(context.clientKey));
  if (spent.isAllowed) return;
  failAuth(429, "over_request_rate_limit", "Request rate limit reached", { retryAfterSeconds: spent.waitSeconds });
}

/**
 * Counts one refresh of a session. Beyond the limit it answers 503 and never 429, which would sign the client out.
 *
 * @throws service_busy
 */
export async function spendRefresh(app: AppContext, sessionId: string): Promise<void> {
  const { refreshPerSession } = app.config.auth.limits;
  const spent = await windowOf(app, "refreshPerSession", refreshPerSession).spend(toKey(sessionId));
  if (spent.isAllowed) return;
  failAuth(503, "service_busy", "This session refreshes too often", { retryAfterSeconds: spent.waitSeconds });
}
