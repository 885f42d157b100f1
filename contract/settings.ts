import { z } from "zod";
import { adminErrors, sensitiveErrors } from "./admin.ts";
import { visible } from "./blank-text.ts";
import { endpoint } from "./endpoint.ts";
import { Id } from "./page.ts";

const Percent = z
  .number("Enter a whole number")
  .int("Enter a whole number")
  .min(1, "At least 1 %")
  .max(100, "At most 100 %");

/** What admins can set while the site runs. */
export const SiteSettings = z.strictObject({
  siteName: z
    .string()
    .trim()
    .regex(visible, "Site name is required")
    .max(40, "Site name must be at most 40 characters"),
  tagline: z.string().trim().max(120, "Tagline must be at most 120 characters"),
  emailVerification: z.boolean(),
  twoFactorForAdmins: z.boolean(),
  welcomeEmails: z.boolean(),
  moderationAlerts: z.boolean(),
  screeningQueuePercent: Percent.describe("Score from which a picture enters the moderation queue"),
  screeningHoldPercent: Percent.describe("Score from which a picture is withheld until a moderator has looked at it"),
});
export type SiteSettings = z.infer<typeof SiteSettings>;
export type SettingKey = keyof SiteSettings;

/** The settings in force, and which of them the server's environment decides. */
export const SettingsState = z.object({
  settings: SiteSettings,
  pinned: z.array(z.string()).describe("Keys that environment variables decide"),
  canVerifyEmails: z.boolean().describe("A mail provider is configured, so addresses can be confirmed"),
});
export type SettingsState = z.infer<typeof SettingsState>;

export const settingEndpoints = {
  get: endpoint("GET", "/api/admin/settings", {
    summary: "Gets the settings in force",
    reply: SettingsState,
    errors: adminErrors,
  }),
  change: endpoint("PATCH", "/api/admin/settings", {
    summary: "Changes the named settings; in force at once on every server process",
    body: SiteSettings.partial(),
    reply: SettingsState,
    errors: [...sensitiveErrors, "setting.pinned"],
  }),
  revert: endpoint("POST", "/api/admin/settings/revert", {
    summary: "Gives the settings of one audit entry the values that they had before it",
    body: z.strictObject({ entryId: Id }),
    reply: SettingsState,
    errors: [...sensitiveErrors, "setting.not_revertible", "setting.pinned"],
  }),
};
