import { randomUUID } from "node:crypto";
import type { Db } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { insertFlow } from "./flows.service.ts";
import type { CodeChallenge } from "#server/auth/http/auth-inputs.ts";

/**
 * Remembers that a link is to end with a code for the client's verifier; null where the client sent no challenge, and the
 * link then ends with tokens. Writes `auth.flows`.
 */
export async function startLinkFlow(
  app: AppContext,
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
    created_at: app.clock.now(),
  });
  return id;
}
