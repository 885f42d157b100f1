import { sessionEndpoints } from "#contract/sessions.ts";
import type { Serve } from "#server/http/serve.ts";
import { endOtherSessions, endOwnSession, endSessionsOfMember, listOwnSessions } from "./own-sessions.service.ts";

const done = { ok: true as const };

export function ownSessionRoutes(serve: Serve) {
  serve(sessionEndpoints.list, async (call) => ({ items: await listOwnSessions(call) }));
  serve(sessionEndpoints.endOthers, async (call) => {
    await endOtherSessions(call);
    return done;
  });
  serve(sessionEndpoints.endOfMember, async (call, { params }) => {
    await endSessionsOfMember(call, params.memberId);
    return done;
  });
  serve(sessionEndpoints.end, async (call, { params }) => {
    await endOwnSession(call, params.sessionId);
    return done;
  });
}
