import { SiteSettings, type SettingKey } from "#contract/settings.ts";
import type { Config } from "#server/config/config.ts";
import type { AppContext } from "#server/http/context.ts";
import { perApp } from "#server/http/per-app.ts";
import { listSettingValues } from "./settings.store.ts";

export { lockSettings, upsertSetting } from "./settings.store.ts";

/** Every setting, in the order in which the page shows them. */
export const settingKeys = Object.keys(SiteSettings.shape) as SettingKey[];

/** The landing page keeps its default title until the tagline is changed. */
export const defaultTagline = "Discover and share outfits";

/** The default settings. */
function defaultSettings(config: Config): SiteSettings {
  return {
    siteName: "Fash",
    tagline: defaultTagline,
    emailVerification: !config.auth.isMailAutoconfirmed,
    twoFactorForAdmins: false,
    welcomeEmails: true,
    moderationAlerts: true,
    screeningQueuePercent: 70,
    screeningHoldPercent: 90,
  };
}

/** Whether e-mail verification can be switched on: without a mail provider, addresses cannot be confirmed. */
export const canVerifyEmails = ({ auth }: Config): boolean => auth.mail !== undefined || !auth.isMailAutoconfirmed;

/** The settings in force: environment variables first, then what admins have saved, then the defaults. */
export async function getSettings({ db, config }: Pick<AppContext, "db" | "config">): Promise<SiteSettings> {
  return mergeSettings(config, await listSettingValues(db));
}

function mergeSettings(config: Config, stored: Record<string, unknown>): SiteSettings {
  const settings = defaultSettings(config);
  for (const key of settingKeys) {
    const value = SiteSettings.shape[key].safeParse(stored[key]);
    if (value.success) Object.assign(settings, { [key]: value.data });
  }
  if (!canVerifyEmails(config)) settings.emailVerification = false;
  Object.assign(settings, config.pinnedSettings);
  // The environment may decide one of the two only, after the other was saved.
  settings.screeningHoldPercent = Math.max(settings.screeningHoldPercent, settings.screeningQueuePercent);
  return settings;
}

interface Copy {
  settings: Promise<SiteSettings> | undefined;
}
const copyOf = perApp((): Copy => ({ settings: undefined }));

/** The settings in force from this process's copy, for what is asked often; the copy is renewed at every change. */
export async function getCachedSettings(app: AppContext): Promise<SiteSettings> {
  const copy = copyOf(app);
  copy.settings ??= getSettings(app).catch((error: unknown) => {
    copy.settings = undefined;
    throw error;
  });
  return copy.settings;
}

/** Drops this process's copy: a process, this one or another, has changed the settings. */
export function forgetSettings(app: AppContext): void {
  copyOf(app).settings = undefined;
}
