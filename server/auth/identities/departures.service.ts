import { z } from "zod";
import { Challenge, readFlowRequest } from "#server/auth/http/auth-inputs.ts";
import { AuthError } from "#server/auth/http/auth-error.ts";
import { type AuthContext, AuthReply } from "#server/auth/http/auth-http.ts";
import type { AuthenticatedUser } from "#server/auth/sessions/authenticate.service.ts";
import { redirectWith } from "#server/auth/sign-in/verify.service.ts";
import { requireManualLinking } from "./identities.service.ts";
import { startOAuth } from "./social.service.ts";

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
 * Sends the browser to a provider, to sign in or to link an identity to `me`. A provider that cannot be reached is
 * reported at the flow's redirect URL, unless the client wants to redirect by itself. Writes `auth.flows`.
 *
 * @throws validation_failed, manual_linking_disabled, reauthentication_needed, insufficient_aal, unexpected_failure
 */
export async function leaveForProvider(
  context: AuthContext,
  query: z.output<typeof Authorize>,
  me: AuthenticatedUser | null,
): Promise<AuthReply> {
  if (me) requireManualLinking(context);
  const isRedirected = query.skip_http_redirect !== "true";
  const extra = Object.entries(query).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string" && !ownParameters.has(pair[0]),
  );
  const flow = readFlowRequest(context, query, query);
  const departure = await startOAuth(context, flow, {
    provider: query.provider,
    scopes: query.scopes,
    extra: Object.fromEntries(extra),
    linkTo: me,
  }).catch((error: unknown) => {
    if (error instanceof AuthError && error.status === 503 && isRedirected) return error;
    throw error;
  });
  if (departure instanceof AuthError) {
    // A browser navigated here, so redirect it to a page that shows the reason.
    const failure = { error: "server_error", error_code: departure.code, error_description: departure.message };
    return redirectWith(flow.redirectTo, { query: failure, hash: { ...failure, sb: "" } }, 302);
  }
  const { url, cookie } = departure;
  if (me && !isRedirected) return new AuthReply(200, { "set-cookie": cookie }, { url: url.href });
  return new AuthReply(302, { "set-cookie": cookie, location: url.href });
}
