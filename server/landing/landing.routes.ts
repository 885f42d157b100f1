import { adminContentEndpoints } from "#contract/admin-content.ts";
import { outfitEndpoints } from "#contract/outfits.ts";
import type { Serve } from "#server/http/serve.ts";
import { getCoverPicks, setCoverPick } from "./cover-picks.service.ts";

export function landingRoutes(serve: Serve) {
  serve(outfitEndpoints.coverPicks, (context) => getCoverPicks(context));
  serve(adminContentEndpoints.setCoverPick, (context, { params, body }) =>
    setCoverPick(context, params.outfitId, body.isPicked),
  );
}
