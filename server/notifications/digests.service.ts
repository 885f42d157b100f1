import { z } from "zod";
import type { World } from "#server/http/call.ts";
import { findMailbox, queueDigests, stopWaiting } from "./digests.store.ts";
import { listWaiting } from "./notice-rows.store.ts";
import { unsubscribeUrl } from "./unsubscribe.service.ts";

/** Lines of a digest; what goes beyond is only counted. */
const linesMax = 10;

/** Queues a digest for each member whose news has waited long enough. */
export async function planDigests(world: World): Promise<void> {
  await queueDigests(world.db, new Date(world.clock.now().getTime() - world.config.digestMinutes * 60_000));
}

const DigestJob = z.object({ userId: z.uuid() });

/**
 * Mails a member what is new and still unread, all of it in one mail, and then forgets that it waited: a mail server that
 * fails makes the queue try again, and a crash between the two can at worst send a mail twice.
 *
 * @throws Error when the mail server does not take it.
 */
export async function sendDigest(world: World, job: unknown): Promise<void> {
  const { userId } = DigestJob.parse(job);
  const [{ unread, ids }, mailbox] = await Promise.all([
    listWaiting(world.db, userId),
    findMailbox(world.db, userId, world.clock.now()),
  ]);
  if (mailbox && unread.length > 0) {
    // Loaded at the first mail: the templates' libraries take as long as the rest of the start.
    const { renderDigest } = await import("#server/outside/digest-mail.tsx");
    const site = world.config.publicUrl;
    const stopUrl = unsubscribeUrl(world, userId, "digest");
    const letter = await renderDigest({
      username: mailbox.username,
      lines: unread.slice(0, linesMax).map(({ message, path, type }) => ({
        text: message,
        url: site + (type === "follow_request" ? "/notifications" : path),
      })),
      moreCount: Math.max(0, unread.length - linesMax),
      listUrl: `${site}/notifications`,
      settingsUrl: `${site}/settings#notifications`,
      stopUrl,
    });
    await world.mail.send({ to: mailbox.email, stopUrl, ...letter });
  }
  await stopWaiting(world.db, ids);
}
