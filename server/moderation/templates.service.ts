import type { ModerationTemplate } from "#contract/moderation.ts";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { requireAdmin } from "#server/admin/require-admin.service.ts";
import { transact } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { fail } from "#server/lib/app-error.ts";
import { listTemplates, lockTemplate, updateTemplate } from "./templates.store.ts";

/**
 * The message templates of the moderators.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function getTemplates(context: RequestContext): Promise<{ items: ModerationTemplate[] }> {
  await requireAdmin(context);
  return { items: await listTemplates(context.db) };
}

/**
 * Changes the given texts of a message template; nothing is written or recorded of those that it has already.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, template.not_found
 */
export async function changeTemplate(
  context: RequestContext,
  templateId: string,
  given: { name?: string | undefined; message?: string | undefined },
): Promise<ModerationTemplate> {
  await requireAdmin(context);
  return transact(context.db, async (tx) => {
    const before = (await lockTemplate(tx, templateId)) ?? fail("template.not_found");
    const after = { ...before, name: given.name ?? before.name, message: given.message ?? before.message };
    const changed = (["name", "message"] as const).filter((key) => after[key] !== before[key]);
    if (changed.length === 0) return before;
    await updateTemplate(tx, templateId, { ...after, now: context.clock.now() });
    const pick = (template: ModerationTemplate) => Object.fromEntries(changed.map((key) => [key, template[key]]));
    await recordAudit(tx, {
      ...auditOrigin(context),
      action: "template.changed",
      target: { type: "template", id: templateId },
      before: pick(before),
      after: pick(after),
    });
    return after;
  });
}
