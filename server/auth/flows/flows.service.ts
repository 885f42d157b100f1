import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { isUuid } from "#contract/uuid.ts";
import type { Tx } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { AuthError, failAuth } from "#server/auth/http/auth-error.ts";
import { deleteFlow, type FlowRow, lockFlow, updateFlow } from "./flows.store.ts";

export {
  deleteAllFlows,
  deleteFlow,
  deleteFlowsBefore,
  deleteFlowsOfUser,
  insertFlow,
  lockFlow,
  updateFlow,
} from "./flows.store.ts";
export type { FlowRow } from "./flows.store.ts";

/** The provider's tokens for the client. */
export interface ProviderTokens {
  provider_token?: string;
  provider_refresh_token?: string;
}

/** Creates the one-time code of a flow, which the client redeems with its verifier. Writes `auth.flows`. */
export async function issueAuthCode(
  app: AppContext,
  tx: Tx,
  flowId: string,
  how: { userId: string; method: string; tokens?: ProviderTokens },
): Promise<string> {
  const authCode = randomUUID();
  await updateFlow(tx, flowId, {
    auth_code: authCode,
    user_id: how.userId,
    method: how.method,
    issued_at: app.clock.now(),
    provider_secrets: how.tokens ? sealJson(app, flowId, how.tokens) : null,
  });
  return authCode;
}

/**
 * Completes a flow: its code and the right verifier return the user and the sign-in method, and the code is consumed. A
 * wrong verifier consumes nothing. Part of the caller's transaction.
 *
 * @throws flow_state_not_found, flow_state_expired, bad_code_verifier
 */
export async function redeemAuthCode(
  app: AppContext,
  tx: Tx,
  given: { authCode: string; verifier: string },
): Promise<{
  flowId: string;
  userId: string;
  method: string;
  /** The session that linked a provider, and goes on. */
  linkingSessionId: string | null;
  tokens: ProviderTokens;
}> {
  const flow = isUuid(given.authCode) ? await lockFlow(tx, { authCode: given.authCode }) : undefined;
  if (!flow?.user_id || !flow.method) {
    return failAuth(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
  }
  if (!isFresh(app, flow)) {
    return failAuth(422, "flow_state_expired", "invalid flow state, flow state has expired");
  }
  if (!isVerifier(flow, given.verifier)) {
    throw new AuthError(400, "bad_code_verifier", "code challenge does not match previously saved code verifier");
  }
  await deleteFlow(tx, flow.id);
  return {
    flowId: flow.id,
    userId: flow.user_id,
    method: flow.method,
    linkingSessionId: flow.linking_session_id,
    tokens: (openJson(app, flow.id, flow.provider_secrets) ?? {}) as ProviderTokens,
  };
}

/** Whether a flow is still valid: five minutes from its start, or from when its code was issued. */
export function isFresh(app: AppContext, flow: FlowRow): boolean {
  const since = flow.issued_at ?? flow.created_at;
  return app.clock.now().getTime() - since.getTime() <= app.config.auth.flowSeconds * 1_000;
}

function isVerifier(flow: FlowRow, verifier: string): boolean {
  if (flow.code_challenge === null) return false;
  const shown =
    flow.code_challenge_method === "plain" ? verifier : createHash("sha256").update(verifier).digest("base64url");
  const [given, expected] = [Buffer.from(shown), Buffer.from(flow.code_challenge)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** A value as sealed JSON that only this row can open. */
export function sealJson(app: AppContext, context: string, value: unknown): Buffer {
  return app.secrets.seal(Buffer.from(JSON.stringify(value)), context);
}

/** The value of `sealJson`, or null. */
export function openJson(app: AppContext, context: string, sealed: Buffer | null): unknown {
  const opened = sealed ? app.secrets.open(sealed, context) : null;
  return opened ? (JSON.parse(opened.toString()) as unknown) : null;
}
