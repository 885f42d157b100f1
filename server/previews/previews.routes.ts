import { previewEndpoints } from "#contract/previews.ts";
import type { Serve } from "#server/http/serve.ts";
import { embedOutfit } from "./previews.service.ts";

export function previewRoutes(serve: Serve): void {
  serve(previewEndpoints.oembed, (call, { query }) =>
    embedOutfit(call, query.url, {
      ...(query.maxwidth === undefined ? {} : { width: query.maxwidth }),
      ...(query.maxheight === undefined ? {} : { height: query.maxheight }),
    }),
  );
}
