import { previewEndpoints } from "#contract/previews.ts";
import type { Serve } from "#server/http/serve.ts";
import { embedPage } from "./oembed.service.ts";

export function previewRoutes(serve: Serve): void {
  serve(previewEndpoints.oembed, (context, { query }) =>
    embedPage(context, query.url, {
      ...(query.maxwidth === undefined ? {} : { width: query.maxwidth }),
      ...(query.maxheight === undefined ? {} : { height: query.maxheight }),
    }),
  );
}
