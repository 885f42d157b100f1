import { z } from "zod";
import { Challenge, readJourney } from "#server/auth/auth-inputs.service.ts";
import { spendRequest } from "#server/auth/limits.service.ts";
import { requireSignedIn } from "#server/auth/signed-in.service.ts";
import { type AuthCall, AuthReply, type ServeAuth } from "#server/http/serve-auth.ts";
import { refuse } from "#server/lib/auth-error.ts";
import { requireManualLinking, unlinkIdentity } from "./identities.service.ts";
import { arriveFrom, departTo } from "./social.service.ts";

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

/** Ways in: Google and Facebook, and the list of a member's own. */
export function identityRoutes(serve: ServeAuth): void {
  serve("GET", "/authorize", { query: Authorize }, async (call, { query }) => {
    await spendRequest(call, "sendPerAddress", call.ip);
    return depart(call, query, null);
  });
  serve("GET", "/user/identities/authorize", { query: Authorize }, async (call, { query }) => {
    const me = await requireSignedIn(call);
    requireManualLinking(call);
    return depart(call, query, me);
  });
  const Parameters = z.record(z.string(), z.string().max(4_000));
  serve("GET", "/callback", { query: Parameters }, (call, { query }) => arriveFrom(call, query));
  serve("POST", "/callback", { body: Parameters }, (call, { body }) => arriveFrom(call, body));
  serve("DELETE", "/user/identities/:id", { params: z.object({ id: z.string() }) }, async (call, { params }) => {
    const me = await requireSignedIn(call);
    if (!z.uuid().safeParse(params.id).success) refuse(404, "validation_failed", "identity_id must be an UUID");
    return unlinkIdentity(call, me, params.id);
  });
}

async function depart(
  call: AuthCall,
  query: Authorize,
  me: Awaited<ReturnType<typeof requireSignedIn>> | null,
): Promise<AuthReply> {
  const extra = Object.entries(query).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string" && !ownParameters.has(pair[0]),
  );
  const { url, cookie } = await departTo(call, readJourney(call, query, query), {
    provider: query.provider,
    scopes: query.scopes,
    extra: Object.fromEntries(extra),
    linkTo: me,
  });
  if (me && query.skip_http_redirect === "true") return new AuthReply(200, { "set-cookie": cookie }, { url: url.href });
  return new AuthReply(302, { "set-cookie": cookie, location: url.href });
}
