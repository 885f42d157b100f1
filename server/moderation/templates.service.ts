import type { ModerationTemplate } from "#contract/moderation.ts";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { requireAdmin } from "#server/admin/require-admin.service.ts";
import { transact } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { fail } from "#server/lib/app-error.ts";
import { listTemplates, updateTemplate } from "./templates.store.ts";

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
 * Changes a message template.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required, template.not_found
 */
export async function changeTemplate(
  context: RequestContext,
  templateId: string,
  given: { name: string; message: string },
): Promise<ModerationTemplate> {
  await requireAdmin(context);
  return transact(context.db, async (tx) => {
    const changed =
      (await updateTemplate(tx, templateId, { ...given, now: context.clock.now() })) ?? fail("template.not_found");
    const { before, after } = changed;
    await recordAudit(tx, {
      ...auditOrigin(context),
      action: "template.changed",
      target: { type: "template", id: templateId },
      before: { name: before.name, message: before.message },
      after: { name: after.name, message: after.message },
    });
    return after;
  });
}
