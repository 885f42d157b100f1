import { z } from "zod";
import { authenticate } from "#server/auth/sessions/authenticate.service.ts";
import type { ServeAuth } from "#server/auth/http/auth-http.ts";
import { failAuth } from "#server/auth/http/auth-error.ts";
import { unlinkIdentity } from "./identities.service.ts";
import { Authorize, leaveForProvider } from "./departures.service.ts";
import { handleOAuthCallback } from "./social.service.ts";

/** Sign-in with Google and Facebook, and a member's own identities. */
export function identityRoutes(serve: ServeAuth): void {
  // Browsers navigate to these, so their limits, too, are reported by a redirect.
  const limit = "service";
  serve("GET", "/authorize", { limit, query: Authorize }, (context, { query }) =>
    leaveForProvider(context, query, null),
  );
  serve("GET", "/user/identities/authorize", { limit, query: Authorize }, async (context, { query }) => {
    const me = await authenticate(context);
    return leaveForProvider(context, query, me);
  });
  const Parameters = z.record(z.string(), z.string().max(4_000));
  serve("GET", "/callback", { limit, query: Parameters }, (context, { query }) => handleOAuthCallback(context, query));
  serve("POST", "/callback", { limit, body: Parameters }, (context, { body }) => handleOAuthCallback(context, body));
  const params = z.object({ id: z.string() });
  serve("DELETE", "/user/identities/:id", { limit: "changesPerAddress", params }, async (context, { params }) => {
    const me = await authenticate(context);
    if (!z.uuid().safeParse(params.id).success) failAuth(404, "validation_failed", "identity_id must be an UUID");
    return unlinkIdentity(context, me, params.id);
  });
}
