import { outfitEndpoints } from "#contract/outfits.ts";
import { photoSearchEndpoints } from "#contract/photo-searches.ts";
import type { Serve } from "#server/http/serve.ts";
import { searchByPhoto } from "./photo-searches.service.ts";
import { getSimilarOutfits } from "./similar-outfits.service.ts";

export function similarityRoutes(serve: Serve) {
  serve(outfitEndpoints.similar, (context, { params }) => getSimilarOutfits(context, params.outfitId));
}

/** Its body is a file. */
export function photoSearchRoutes(serve: Serve) {
  serve(photoSearchEndpoints.search, (context, { body }) => searchByPhoto(context, body));
}
