import { adminMemberEndpoints as members } from "#contract/admin-members.ts";
import type { Serve } from "#server/http/serve.ts";
import {
  correctPoints,
  endSessions,
  reinstate,
  removeMember,
  resetFactors,
  setRole,
  suspend,
} from "./member-actions.service.ts";
import { getAdminMember, listAdminMembers, listMemberLedger, listReportsOfMember } from "./member-admin.service.ts";

export function memberAdminRoutes(serve: Serve) {
  serve(members.list, (context, { query }) => listAdminMembers(context, query));
  serve(members.get, (context, { params }) => getAdminMember(context, params.memberId));
  serve(members.ledger, (context, { params, query }) => listMemberLedger(context, params.memberId, query));
  serve(members.reports, (context, { params, query }) => listReportsOfMember(context, params.memberId, query));
  serve(members.setRole, (context, { params, body }) => setRole(context, params.memberId, body));
  serve(members.suspend, (context, { params, body }) => suspend(context, params.memberId, body));
  serve(members.reinstate, (context, { params, body }) => reinstate(context, params.memberId, body));
  serve(members.endSessions, (context, { params, body }) => endSessions(context, params.memberId, body));
  serve(members.resetFactors, (context, { params, body }) => resetFactors(context, params.memberId, body));
  serve(members.correctPoints, (context, { params, body }) => correctPoints(context, params.memberId, body));
  serve(members.remove, (context, { params, body }) => removeMember(context, params.memberId, body));
}
