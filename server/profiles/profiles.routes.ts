import { profileEndpoints } from "#contract/profiles.ts";
import type { Serve } from "#server/http/serve.ts";
import { editProfile, getOwnProfile, getProfile } from "./profiles.service.ts";

export function profileRoutes(serve: Serve) {
  serve(profileEndpoints.me, (context) => getOwnProfile(context));
  serve(profileEndpoints.get, (context, { params }) => getProfile(context, params.username));
  serve(profileEndpoints.edit, (context, { body }) => editProfile(context, body));
}
