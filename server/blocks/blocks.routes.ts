import { blockEndpoints } from "#contract/blocks.ts";
import type { Serve } from "#server/http/serve.ts";
import { blockMember, listOwnBlockedAndMuted, muteMember, unblockMember, unmuteMember } from "./blocks.service.ts";

export function blockRoutes(serve: Serve) {
  serve(blockEndpoints.block, (context, { params }) => blockMember(context, params.memberId));
  serve(blockEndpoints.unblock, (context, { params }) => unblockMember(context, params.memberId));
  serve(blockEndpoints.blocks, (context, { query }) => listOwnBlockedAndMuted(context, "blocks", query));
  serve(blockEndpoints.mute, (context, { params }) => muteMember(context, params.memberId));
  serve(blockEndpoints.unmute, (context, { params }) => unmuteMember(context, params.memberId));
  serve(blockEndpoints.mutes, (context, { query }) => listOwnBlockedAndMuted(context, "mutes", query));
}
