import { z } from "zod";
import type { AppContext } from "#server/http/context.ts";
import { getCachedSettings } from "#server/settings/settings.service.ts";
import { findDecisionMail } from "./redemptions.store.ts";

/** Jobs that the version before queued have no `settledPoints`. */
const MailJob = z.object({ redemptionId: z.uuid(), settledPoints: z.number().int().default(0) });

/**
 * Mails a member what was decided about their request, unless they get no mails about rewards. The queue tries again when
 * the mail server fails; a crash right after sending can at worst send a mail twice.
 *
 * @throws Error if the mail server does not accept it
 */
export async function mailRedemption(app: AppContext, job: unknown): Promise<void> {
  const { redemptionId, settledPoints } = MailJob.parse(job);
  const mail = await findDecisionMail(app.db, redemptionId, app.clock.now());
  if (!mail || (mail.status !== "approved" && mail.status !== "rejected")) return;
  // Loaded with the first mail, because the templates' libraries would double the start time.
  const { renderRewardMail } = await import("./reward-mail.tsx");
  const site = app.config.publicUrl;
  const { siteName } = await getCachedSettings(app);
  const content = {
    username: mail.username,
    rewardName: mail.rewardName,
    points: mail.points,
    settledPoints,
    rejectionReason: mail.status === "rejected" ? (mail.reason ?? "") : null,
    rewardsUrl: `${site}/rewards#requests`,
    settingsUrl: `${site}/settings#notifications`,
  };
  await app.mail.send({ to: mail.email, ...(await renderRewardMail(content, siteName)) });
}
