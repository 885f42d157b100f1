import { randomUUID } from "node:crypto";
import type { Db } from "#server/db/db.ts";
import type { World } from "#server/http/call.ts";
import { insertFlow } from "#server/flows/flows.service.ts";
import type { CodeChallenge } from "./auth-inputs.service.ts";

/**
 * Remembers that a link is to end with a code for the client's verifier; null where the client sent no challenge, and the
 * link then ends with tokens. Writes `auth.flows`.
 */
export async function startLinkFlow(
  world: World,
  db: Db,
  given: { purpose: string; challenge: CodeChallenge | null; redirectTo: string; userId: string | null },
): Promise<string | null> {
  if (!given.challenge) return null;
  const { id } = await insertFlow(db, {
    id: randomUUID(),
    purpose: given.purpose,
    code_challenge: given.challenge.challenge,
    code_challenge_method: given.challenge.method,
    user_id: given.userId,
    redirect_to: given.redirectTo,
    created_at: world.clock.now(),
  });
  return id;
}
