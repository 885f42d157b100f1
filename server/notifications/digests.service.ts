import { z } from "zod";
import type { AppContext } from "#server/http/context.ts";
import { getCachedSettings } from "#server/settings/settings.service.ts";
import { findMailbox, queueDigests, stopWaiting } from "./digests.store.ts";
import { listWaiting } from "./notification-rows.store.ts";
import { unsubscribeUrl } from "./unsubscribe.service.ts";

/** Maximum lines of a digest; the rest is only counted. */
const linesMax = 10;

/** Queues a digest for each member whose notifications have waited long enough. */
export async function planDigests(app: AppContext): Promise<void> {
  await queueDigests(app.db, new Date(app.clock.now().getTime() - app.config.digestMinutes * 60_000));
}

const DigestJob = z.object({ userId: z.uuid() });

/**
 * Mails a member their unread notifications in one digest, then clears the pending mark. If that fails, the queue retries, and
 * the last try clears the mark as well; a crash between the two steps can send a mail twice.
 *
 * @throws Error if the mail server rejects it
 */
export async function sendDigest(app: AppContext, job: unknown, { isLastTry = false } = {}): Promise<void> {
  const { userId } = DigestJob.parse(job);
  const { unread, ids } = await listWaiting(app.db, userId);
  try {
    await mailDigest(app, userId, unread);
  } catch (error) {
    // Still marked, it would be planned again at once, for ever.
    if (isLastTry) await stopWaiting(app.db, ids);
    throw error;
  }
  await stopWaiting(app.db, ids);
}

type Waiting = Awaited<ReturnType<typeof listWaiting>>["unread"];

/** A member who is suspended or leaves is mailed only what the moderators say. */
async function mailDigest(app: AppContext, userId: string, waiting: Waiting): Promise<void> {
  const mailbox = await findMailbox(app.db, userId, app.clock.now());
  const unread = mailbox?.isForDecisions ? waiting.filter(({ type }) => type === "moderation") : waiting;
  if (!mailbox || unread.length === 0) return;
  // Loaded with the first mail: the template libraries would double the start-up time.
  const { renderDigest } = await import("./digest-mail.tsx");
  const site = app.config.publicUrl;
  const stopUrl = unsubscribeUrl(app, userId, "digest");
  const { siteName } = await getCachedSettings(app);
  const content = {
    username: mailbox.username,
    lines: unread.slice(0, linesMax).map(({ message, path, type }) => ({
      text: message,
      url: site + (type === "follow_request" ? "/notifications" : path),
    })),
    moreCount: Math.max(0, unread.length - linesMax),
    listUrl: `${site}/notifications`,
    settingsUrl: `${site}/settings#notifications`,
    stopUrl,
  };
  await app.mail.send({ to: mailbox.email, stopUrl, ...(await renderDigest(content, siteName)) });
}
