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
  serve(stylistEndpoints.ofMember, (context, { params }) => listTopStylistsOf(context, params.username));
  serve(stylistEndpoints.search, async (context, { query }) => ({
    items: await searchStylists(context, query.search),
  }));
  serve(stylistEndpoints.suggest, async (context, { query }) => ({
    items: await suggestStylists(context, query.styles),
  }));
  serve(stylistEndpoints.put, (context, { params, body }) => putStylist(context, params.position, body));
  serve(stylistEndpoints.reorder, (context, { body }) => reorderStylists(context, body.stylistIds));
  serve(stylistEndpoints.remove, (context, { params, query }) =>
    removeStylist(context, params.position, query.stylistId),
  );
}
