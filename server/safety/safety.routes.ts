import { safetyEndpoints } from "#contract/safety.ts";
import type { Serve } from "#server/http/serve.ts";
import {
  blockMember,
  listOwnSilenced,
  muteMember,
  reportTarget,
  unblockMember,
  unmuteMember,
} from "./safety.service.ts";

export function safetyRoutes(serve: Serve) {
  serve(safetyEndpoints.block, (call, { params }) => blockMember(call, params.memberId));
  serve(safetyEndpoints.unblock, (call, { params }) => unblockMember(call, params.memberId));
  serve(safetyEndpoints.blocks, (call, { query }) => listOwnSilenced(call, "blocks", query));
  serve(safetyEndpoints.mute, (call, { params }) => muteMember(call, params.memberId));
  serve(safetyEndpoints.unmute, (call, { params }) => unmuteMember(call, params.memberId));
  serve(safetyEndpoints.mutes, (call, { query }) => listOwnSilenced(call, "mutes", query));
  serve(safetyEndpoints.report, (call, { body }) => reportTarget(call, body));
}
