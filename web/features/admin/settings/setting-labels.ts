import type { SettingKey } from "#contract/settings.ts";

/** What each setting is called on the page. */
export const settingLabels: Record<SettingKey, string> = {
  siteName: "Site name",
  tagline: "Tagline",
  emailVerification: "Email verification",
  twoFactorForAdmins: "Two-factor for admins",
  welcomeEmails: "Welcome emails",
  moderationAlerts: "Moderation alerts",
  screeningQueuePercent: "Queue threshold",
  screeningHoldPercent: "Withholding threshold",
};

/** Next to a setting that an environment variable decides. */
export const pinnedHint = "Decided by the server's environment";

/** The name of a key in the audit log, which may be that of a former setting. */
export function settingLabel(key: string): string {
  return key in settingLabels ? settingLabels[key as SettingKey] : key;
}
