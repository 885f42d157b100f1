import { settingEndpoints } from "#contract/settings.ts";
import type { Serve } from "#server/http/serve.ts";
import { changeSettings, getSettingsState, revertSettings } from "./site-settings.service.ts";

export function siteSettingRoutes(serve: Serve) {
  serve(settingEndpoints.get, (context) => getSettingsState(context));
  serve(settingEndpoints.change, (context, { body }) => changeSettings(context, body));
  serve(settingEndpoints.revert, (context, { body }) => revertSettings(context, body.entryId));
}
