import { outfitEndpoints } from "#contract/outfits.ts";
import type { Serve } from "#server/http/serve.ts";
import { viewOutfit } from "./outfit-views.service.ts";
import { getOutfitReply } from "./outfits.service.ts";
import { editOutfit, postOutfit, removeOutfit } from "./own-outfits.service.ts";

export function outfitRoutes(serve: Serve) {
  serve(outfitEndpoints.get, (context, { params }) => getOutfitReply(context, params.outfitId));
  serve(outfitEndpoints.create, (context, { body }) => postOutfit(context, body));
  serve(outfitEndpoints.edit, (context, { params, body }) => editOutfit(context, params.outfitId, body));
  serve(outfitEndpoints.remove, (context, { params }) => removeOutfit(context, params.outfitId));
  serve(outfitEndpoints.view, (context, { params }) => viewOutfit(context, params.outfitId));
}
