import { z } from "zod";
import { limits } from "#contract/limits.ts";
import type { PushAddress } from "#contract/notifications.ts";
import type { Done } from "#contract/page.ts";
import { transact } from "#server/db/db.ts";
import type { Call, World } from "#server/http/call.ts";
import { fail, failField } from "#server/lib/app-error.ts";
import { findUnreadNotice } from "./notice-rows.store.ts";
import { getPushKeys } from "./push-keys.service.ts";
import { deleteDeadAddress, deletePushAddress, findPushAddress, upsertPushAddress } from "./push.store.ts";

/**
 * Sends push messages to the browser behind this session until the session ends; twice is once.
 *
 * @throws auth.required, request.invalid (an address that is no push service's)
 * @see security.md rows 26, 53
 */
export async function subscribe(call: Call, address: PushAddress): Promise<Done> {
  const { userId, sessionId } = call.viewer ?? fail("auth.required");
  if (!call.push.accepts(address.endpoint)) failField("endpoint", "Must be the address of a push service");
  await transact(call.db, (tx) => upsertPushAddress(tx, { userId, sessionId, address }, limits.memberPushDevicesMax));
  return { ok: true };
}

/**
 * Sends no push messages to the browser behind this session any more.
 *
 * @throws auth.required
 */
export async function unsubscribe(call: Call): Promise<Done> {
  const { userId, sessionId } = call.viewer ?? fail("auth.required");
  await transact(call.db, (tx) => deletePushAddress(tx, { userId, sessionId }));
  return { ok: true };
}

const PushJob = z.object({ noticeId: z.uuid(), sessionId: z.uuid() });

/** What the service worker reads, see web/public/sw.js. */
interface PushText {
  title: string;
  body: string;
  path: string;
  /** A later message about the same notice takes the place of the earlier one. */
  tag: string;
}

/**
 * Pushes one notice to one device, unless it was read, withdrawn or switched off meanwhile. An address that its push service
 * no longer knows is forgotten.
 *
 * @throws Error when the push service cannot be reached or refuses; the queue tries again.
 */
export async function sendPush(world: World, job: unknown): Promise<void> {
  const { noticeId, sessionId } = PushJob.parse(job);
  const [notice, address] = await Promise.all([
    findUnreadNotice(world.db, noticeId),
    findPushAddress(world.db, sessionId),
  ]);
  if (!notice || !address) return;
  const text: PushText = {
    title: notice.title,
    body: notice.message,
    // Where a request can be answered.
    path: notice.type === "follow_request" ? "/notifications" : notice.path,
    tag: notice.id,
  };
  const fate = await world.push.send(address, JSON.stringify(text), await getPushKeys(world));
  if (fate === "gone") await deleteDeadAddress(world.db, address.endpoint);
}
