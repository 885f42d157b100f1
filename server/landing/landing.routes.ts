import { adminContentEndpoints } from "#contract/admin-content.ts";
import { outfitEndpoints } from "#contract/outfits.ts";
import type { Serve } from "#server/http/serve.ts";
import { setCoverPick } from "./cover-picks.service.ts";
import { getCovers } from "./covers.service.ts";

export function landingRoutes(serve: Serve) {
  serve(outfitEndpoints.covers, (context) => getCovers(context));
  serve(adminContentEndpoints.setCoverPick, (context, { params, body }) =>
    setCoverPick(context, params.outfitId, body.isPicked),
  );
}
