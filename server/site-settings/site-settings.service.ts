import type { SettingKey, SettingsState, SiteSettings } from "#contract/settings.ts";
import { auditOrigin, findAuditEntry, recordAudit } from "#server/admin/audit-log.service.ts";
import { requireAdmin, requireRecentAdmin } from "#server/admin/require-admin.service.ts";
import { transact } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { fail, failField } from "#server/lib/app-error.ts";
import {
  canVerifyEmails,
  getSettings,
  forgetSettings,
  lockSettings,
  settingKeys,
  upsertSetting,
} from "#server/settings/settings.service.ts";

type SettingChanges = { [Key in SettingKey]?: SiteSettings[Key] | undefined };

/**
 * The settings in force, and which of them the environment decides.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function getSettingsState(context: RequestContext): Promise<SettingsState> {
  await requireAdmin(context);
  return describeSettings(context);
}

async function describeSettings(context: RequestContext): Promise<SettingsState> {
  return {
    settings: await getSettings(context),
    pinned: Object.keys(context.config.pinnedSettings),
    canVerifyEmails: canVerifyEmails(context.config),
  };
}

/**
 * Changes the named settings; every server process reads them again at the commit. Unchanged values
 * are skipped, the rest is one audit entry.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, auth.recent_sign_in_required, setting.pinned;
 *   request.invalid where settings contradict each other
 */
export async function changeSettings(context: RequestContext, given: SettingChanges): Promise<SettingsState> {
  await requireRecentAdmin(context);
  await applySettings(context, given, "setting.changed");
  return describeSettings(context);
}

/**
 * Restores the earlier values of the settings in one audit entry, as a new change.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, auth.recent_sign_in_required,
 *   setting.not_revertible, setting.pinned
 */
export async function revertSettings(context: RequestContext, entryId: string): Promise<SettingsState> {
  await requireRecentAdmin(context);
  const entry = await findAuditEntry(context.db, entryId);
  const before: SettingChanges = (entry?.targetType === "setting" ? entry.before : null) ?? {};
  const keys = settingKeys.filter((key) => key in before);
  // The rules of redemptions and former settings are recorded as settings, too.
  if (keys.length === 0) fail("setting.not_revertible");
  await applySettings(context, pick(before, keys), "setting.reverted");
  return describeSettings(context);
}

async function applySettings(
  context: RequestContext,
  given: SettingChanges,
  action: "setting.changed" | "setting.reverted",
): Promise<void> {
  await transact(context.db, async (tx) => {
    await lockSettings(tx);
    const now = await getSettings({ db: tx, config: context.config });
    const changed = settingKeys.filter((key) => given[key] !== undefined && given[key] !== now[key]);
    if (changed.length === 0) return;
    if (changed.some((key) => key in context.config.pinnedSettings)) fail("setting.pinned");
    const next = { ...now, ...pick(given, changed) } as SiteSettings;
    checkTogether(context, next);
    for (const key of changed) {
      await upsertSetting(tx, { key, value: given[key], by: context.userId ?? "", now: context.clock.now() });
    }
    await recordAudit(tx, {
      ...auditOrigin(context),
      action,
      target: { type: "setting", id: changed.length === 1 ? (changed[0] ?? null) : null },
      before: pick(now, changed),
      after: pick(next, changed),
    });
  });
  forgetSettings(context);
}

const pick = (settings: SettingChanges, keys: SettingKey[]): SettingChanges =>
  Object.fromEntries(keys.map((key) => [key, settings[key]]));

function checkTogether(context: RequestContext, settings: SiteSettings): void {
  if (settings.emailVerification && !canVerifyEmails(context.config))
    failField("emailVerification", "Set up a mail provider first: nobody could confirm an address");
  if (settings.screeningHoldPercent < settings.screeningQueuePercent)
    failField("screeningHoldPercent", "The withholding threshold must be at least the queue threshold");
}
