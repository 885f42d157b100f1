import { profileEndpoints } from "#contract/profiles.ts";
import type { Serve } from "#server/http/serve.ts";
import { editProfile, readOwnProfile, readProfile } from "./profiles.service.ts";

export function profileRoutes(serve: Serve) {
  serve(profileEndpoints.me, (context) => readOwnProfile(context));
  serve(profileEndpoints.get, (context, { params }) => readProfile(context, params.username));
  serve(profileEndpoints.edit, (context, { body }) => editProfile(context, body));
}
