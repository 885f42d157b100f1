import { stylistEndpoints } from "#contract/stylists.ts";
import type { Serve } from "#server/http/serve.ts";
import {
  listTopStylistsOf,
  putStylist,
  removeStylist,
  reorderStylists,
  searchStylists,
  suggestStylists,
} from "./stylists.service.ts";

export function stylistRoutes(serve: Serve) {
  serve(stylistEndpoints.ofMember, (call, { params }) => listTopStylistsOf(call, params.username));
  serve(stylistEndpoints.search, async (call, { query }) => ({ items: await searchStylists(call, query.search) }));
  serve(stylistEndpoints.suggest, async (call, { query }) => ({ items: await suggestStylists(call, query.styles) }));
  serve(stylistEndpoints.put, (call, { params, body }) => putStylist(call, params.position, body.stylistId));
  serve(stylistEndpoints.reorder, (call, { body }) => reorderStylists(call, body.stylistIds));
  serve(stylistEndpoints.remove, (call, { params }) => removeStylist(call, params.position));
}
