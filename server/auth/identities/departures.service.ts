import { z } from "zod";
import { Challenge, readFlowRequest, readRedirect } from "#server/auth/http/auth-inputs.ts";
import type { AuthError } from "#server/auth/http/auth-error.ts";
import { type AuthContext, AuthReply } from "#server/auth/http/auth-http.ts";
import { spendRequest } from "#server/auth/http/request-limits.service.ts";
import type { AuthenticatedUser } from "#server/auth/sessions/authenticate.service.ts";
import { requireManualLinking } from "./identities.service.ts";
import { type AuthorizationRequest, redirectWithError, startOAuth } from "./social.service.ts";

/** The query of an authorization; what it does not name is for the provider. */
export const Authorize = z.looseObject({
  ...Challenge.shape,
  provider: z.string().default(""),
  redirect_to: z.string().optional(),
  scopes: z.string().max(500).default(""),
  skip_http_redirect: z.string().default("false"),
});

/** What only this server decides, or what is meant for it alone. */
const ownParameters = new Set([
  ...Object.keys(Authorize.shape),
  "client_id",
  "client_secret",
  "redirect_uri",
  "response_type",
  "response_mode",
  "request",
  "request_uri",
  "scope",
  "state",
  "nonce",
]);

/**
 * Sends the browser to a provider, to sign in or to link an identity to `me`. Writes `auth.flows`.
 *
 * @throws validation_failed, manual_linking_disabled, reauthentication_needed, insufficient_aal, over_request_rate_limit,
 *   unexpected_failure
 */
export async function leaveForProvider(
  context: AuthContext,
  query: z.output<typeof Authorize>,
  me: AuthenticatedUser | null,
): Promise<AuthReply> {
  await spendRequest(context, "sendPerAddress");
  const { url, cookie } = await depart(context, query, me);
  if (me && !isRedirected(query)) return new AuthReply(200, { "set-cookie": cookie }, { url: url.href });
  return new AuthReply(302, { "set-cookie": cookie, location: url.href });
}

/** Whether a browser navigated here; otherwise the client redirects it by itself. */
const isRedirected = (query: { skip_http_redirect?: string }) => query.skip_http_redirect !== "true";

/**
 * Leads a browser that was to be sent to a provider to the page that shows why it was not, unless that is the caller's mistake.
 *
 * @throws the error that is the caller's mistake, or that the client is to read by itself
 */
export function reportDeparture(context: AuthContext, error: AuthError, query: Record<string, string>): AuthReply {
  if (!isRedirected(query) || (error.status < 500 && error.status !== 429)) throw error;
  return redirectWithError(readRedirect(context, query), error);
}

async function depart(
  context: AuthContext,
  query: z.output<typeof Authorize>,
  me: AuthenticatedUser | null,
): Promise<AuthorizationRequest> {
  if (me) requireManualLinking(context);
  const extra = Object.entries(query).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string" && !ownParameters.has(pair[0]),
  );
  return startOAuth(context, readFlowRequest(context, query, query), {
    provider: query.provider,
    scopes: query.scopes,
    extra: Object.fromEntries(extra),
    linkTo: me,
  });
}
