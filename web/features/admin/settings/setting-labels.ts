import type { RedemptionRules } from "#contract/reward-admin.ts";
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

/** What each rule for redemptions is called, on its page and among the changes. */
export const ruleLabels: Record<keyof RedemptionRules, string> = {
  accountAgeDaysMin: "Days since joining",
  isContactNeeded: "Confirmed contact",
  openMax: "Open requests of one member",
  pointsPerMonthMax: "Points of one member and month",
};

/** Next to a setting that an environment variable decides. */
export const pinnedHint = "Decided by the server's environment";

/** Whether a key in the audit log is that of a setting, and not of a rule for redemptions or of a former setting. */
export const isSetting = (key: string): key is SettingKey => key in settingLabels;

/** The name of a key in the audit log, whatever it is. */
export function settingLabel(key: string): string {
  return key in ruleLabels ? ruleLabels[key as keyof RedemptionRules] : isSetting(key) ? settingLabels[key] : key;
}
