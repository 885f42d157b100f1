import { listFactors } from "#server/accounts/accounts.service.ts";
import type { World } from "#server/http/call.ts";
import { refuse } from "#server/lib/auth-error.ts";
import { listMethods, type SessionRow } from "#server/sessions/sessions.service.ts";

/** Whether somebody proved themselves in this session within the last minutes. */
async function isFreshSession(world: World, session: SessionRow): Promise<boolean> {
  const [newest] = await listMethods(world.db, session.id);
  if (!newest) return false;
  const ageMs = world.clock.now().getTime() - newest.usedAt.getTime();
  return ageMs <= world.config.auth.session.fresh * 1_000;
}

/**
 * Asks for a recent sign-in before something that decides who can sign in.
 *
 * @throws reauthentication_needed
 * @see security.md row 28
 */
export async function requireFresh(world: World, session: SessionRow): Promise<void> {
  if (await isFreshSession(world, session)) return;
  refuse(400, "reauthentication_needed", "Please sign in again to change how you sign in.");
}

/**
 * Asks for a recent sign-in, and for the second step where the account has one, before a way in comes or goes.
 *
 * @throws reauthentication_needed, insufficient_aal
 */
export async function requireTrusted(
  world: World,
  session: SessionRow,
  refusal: { status: number; message: string } = { status: 403, message: "AAL2 session is required for this change" },
): Promise<void> {
  const factors = await listFactors(world.db, session.user_id);
  const hasSecondStep = factors.some((factor) => factor.status === "verified");
  if (hasSecondStep && session.assurance !== "aal2") refuse(refusal.status, "insufficient_aal", refusal.message);
  await requireFresh(world, session);
}
