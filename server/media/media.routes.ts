import { mediaEndpoints } from "#contract/media.ts";
import type { Serve } from "#server/http/serve.ts";
import { uploadPicture } from "./media.service.ts";

export function mediaRoutes(serve: Serve) {
  serve(mediaEndpoints.upload, (context, { params, body }) => uploadPicture(context, params.kind, body));
}
