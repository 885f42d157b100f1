import { mediaEndpoints } from "#contract/media.ts";
import type { Serve } from "#server/http/serve.ts";
import { uploadPicture } from "./media.service.ts";

export function mediaRoutes(serve: Serve) {
  serve(mediaEndpoints.upload, (call, { params, body }) => uploadPicture(call, params.kind, body));
}
