import { z } from "zod";
import { authenticate } from "#server/auth/sessions/authenticate.service.ts";
import type { ServeAuth } from "#server/auth/http/auth-http.ts";
import { failAuth } from "#server/auth/http/auth-error.ts";
import { unlinkIdentity } from "./identities.service.ts";
import { Authorize, leaveForProvider, reportDeparture } from "./departures.service.ts";
import { handleOAuthCallback, reportArrival } from "./social.service.ts";

/** Sign-in with Google and Facebook, and a member's own identities. */
export function identityRoutes(serve: ServeAuth): void {
  const leaving = { limit: "service", query: Authorize, onError: reportDeparture } as const;
  serve("GET", "/authorize", leaving, (context, { query }) => leaveForProvider(context, query, null));
  serve("GET", "/user/identities/authorize", leaving, async (context, { query }) => {
    const me = await authenticate(context);
    return leaveForProvider(context, query, me);
  });
  const arriving = { limit: "service", onError: reportArrival } as const;
  const Parameters = z.record(z.string(), z.string().max(4_000));
  serve("GET", "/callback", { ...arriving, query: Parameters }, (context, { query }) =>
    handleOAuthCallback(context, query),
  );
  serve("POST", "/callback", { ...arriving, body: Parameters }, (context, { body }) =>
    handleOAuthCallback(context, body),
  );
  const params = z.object({ id: z.string() });
  serve("DELETE", "/user/identities/:id", { limit: "changesPerAddress", params }, async (context, { params }) => {
    const me = await authenticate(context);
    if (!z.uuid().safeParse(params.id).success) failAuth(404, "validation_failed", "identity_id must be an UUID");
    return unlinkIdentity(context, me, params.id);
  });
}
