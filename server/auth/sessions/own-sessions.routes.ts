import { sessionEndpoints } from "#contract/sessions.ts";
import type { Serve } from "#server/http/serve.ts";
import { endOtherSessions, endOwnSession, listOwnSessions } from "./own-sessions.service.ts";

const done = { ok: true as const };

export function ownSessionRoutes(serve: Serve) {
  serve(sessionEndpoints.list, async (context) => ({ items: await listOwnSessions(context) }));
  serve(sessionEndpoints.endOthers, async (context) => {
    await endOtherSessions(context);
    return done;
  });
  serve(sessionEndpoints.end, async (context, { params }) => {
    await endOwnSession(context, params.sessionId);
    return done;
  });
}
