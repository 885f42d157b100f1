import { z } from "zod";
import { Challenge, readFlowRequest } from "#server/auth/http/auth-inputs.ts";
import { redirectWith } from "#server/auth/sign-in/verify.service.ts";
import { authenticate } from "#server/auth/sessions/authenticate.service.ts";
import { type AuthContext, AuthReply, type ServeAuth } from "#server/auth/http/auth-http.ts";
import { AuthError, failAuth } from "#server/auth/http/auth-error.ts";
import { requireManualLinking, unlinkIdentity } from "./identities.service.ts";
import { handleOAuthCallback, startOAuth } from "./social.service.ts";

const Authorize = z.looseObject({
  ...Challenge.shape,
  provider: z.string().default(""),
  redirect_to: z.string().optional(),
  scopes: z.string().max(500).default(""),
  skip_http_redirect: z.string().default("false"),
});
type Authorize = z.output<typeof Authorize>;

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

/** Sign-in with Google and Facebook, and a member's own identities. */
export function identityRoutes(serve: ServeAuth): void {
  const limit = "sendPerAddress";
  serve("GET", "/authorize", { limit, query: Authorize }, (context, { query }) => depart(context, query, null));
  serve("GET", "/user/identities/authorize", { limit, query: Authorize }, async (context, { query }) => {
    const me = await authenticate(context);
    requireManualLinking(context);
    return depart(context, query, me);
  });
  const Parameters = z.record(z.string(), z.string().max(4_000));
  const change = { limit: "changesPerAddress" } as const;
  serve("GET", "/callback", { ...change, query: Parameters }, (context, { query }) =>
    handleOAuthCallback(context, query),
  );
  serve("POST", "/callback", { ...change, body: Parameters }, (context, { body }) =>
    handleOAuthCallback(context, body),
  );
  const params = z.object({ id: z.string() });
  serve("DELETE", "/user/identities/:id", { ...change, params }, async (context, { params }) => {
    const me = await authenticate(context);
    if (!z.uuid().safeParse(params.id).success) failAuth(404, "validation_failed", "identity_id must be an UUID");
    return unlinkIdentity(context, me, params.id);
  });
}

async function depart(
  context: AuthContext,
  query: Authorize,
  me: Awaited<ReturnType<typeof authenticate>> | null,
): Promise<AuthReply> {
  const extra = Object.entries(query).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string" && !ownParameters.has(pair[0]),
  );
  const flow = readFlowRequest(context, query, query);
  const authorization = await startOAuth(context, flow, {
    provider: query.provider,
    scopes: query.scopes,
    extra: Object.fromEntries(extra),
    linkTo: me,
  }).catch((error: unknown) => {
    if (error instanceof AuthError && error.status === 503 && query.skip_http_redirect !== "true") return error;
    throw error;
  });
  if (authorization instanceof AuthError) {
    // A browser navigated here, so redirect it to a page that shows the reason.
    const failure = { error: "server_error", error_code: authorization.code, error_description: authorization.message };
    return redirectWith(flow.redirectTo, { query: failure, hash: { ...failure, sb: "" } }, 302);
  }
  const { url, cookie } = authorization;
  if (me && query.skip_http_redirect === "true") return new AuthReply(200, { "set-cookie": cookie }, { url: url.href });
  return new AuthReply(302, { "set-cookie": cookie, location: url.href });
}
