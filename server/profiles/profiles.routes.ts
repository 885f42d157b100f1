import { profileEndpoints } from "#contract/profiles.ts";
import type { Serve } from "#server/http/serve.ts";
import { editProfile, readOwnProfile, readProfile } from "./profiles.service.ts";

export function profileRoutes(serve: Serve) {
  serve(profileEndpoints.me, (call) => readOwnProfile(call));
  serve(profileEndpoints.get, (call, { params }) => readProfile(call, params.username));
  serve(profileEndpoints.edit, (call, { body }) => editProfile(call, body));
}
