import { deleteExpiredCodes } from "#server/codes/codes.service.ts";
import { deleteStaleEnrolments } from "#server/factors/factors.service.ts";
import { deleteFlowsBefore } from "#server/flows/flows.service.ts";
import type { World } from "#server/http/call.ts";
import { deleteEndedSessions } from "#server/sessions/sessions.service.ts";

const dayMs = 86_400_000;

/** Removes what has run out: sessions, codes, journeys, half-made second steps. Safe to run in several servers at once. */
export async function sweepSignIn(world: World): Promise<void> {
  const now = world.clock.now();
  const { idle, absolute } = world.config.auth.session;
  await deleteEndedSessions(world.db, { now, idleSince: new Date(now.getTime() - Math.min(idle, absolute) * 1_000) });
  await deleteExpiredCodes(world.db, now);
  // A journey begun by a mailed link lives as long as the link.
  const longestMs = Math.max(dayMs, world.config.auth.codes.confirmLink * 1_000) + dayMs;
  await deleteFlowsBefore(world.db, new Date(now.getTime() - longestMs));
  await deleteStaleEnrolments(world.db, now);
}
