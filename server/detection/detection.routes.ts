import { detectionEndpoints } from "#contract/detection.ts";
import type { Serve } from "#server/http/serve.ts";
import { detectClothing, getDetectionHelp, getDetectionPlace } from "./detection.service.ts";

export function detectionRoutes(serve: Serve) {
  serve(detectionEndpoints.detect, (context, { body }) => detectClothing(context, body));
  serve(detectionEndpoints.place, (context, { params }) => getDetectionPlace(context, params.imageId));
  serve(detectionEndpoints.help, (context) => getDetectionHelp(context));
}
