import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { isUuid } from "#contract/uuid.ts";
import { audit } from "#server/auth/audit/audit.service.ts";
import type { FlowRequest } from "#server/auth/http/auth-inputs.ts";
import { readCookie, writeCookie } from "#server/auth/http/cookies.ts";
import { requireStepUp } from "#server/auth/reauthentication/reauthentication.service.ts";
import type { AuthenticatedUser } from "#server/auth/sessions/authenticate.service.ts";
import { describeFailure, redirectWith } from "#server/auth/http/redirects.ts";
import { transact, type Tx } from "#server/db/db.ts";
import {
  deleteFlow,
  type FlowRow,
  insertFlow,
  isFresh,
  issueAuthCode,
  lockFlow,
  openJson,
  type ProviderTokens,
  sealJson,
  updateFlow,
} from "#server/auth/flows/flows.service.ts";
import {
  type AuthContext,
  type AuthReply,
  inTime,
  requireUnanswered,
  toAuthError,
} from "#server/auth/http/auth-http.ts";
import { type AuthError, failAuth } from "#server/auth/http/auth-error.ts";
import { spendRequest } from "#server/auth/http/request-limits.service.ts";
import {
  makeSocialSecrets,
  type Social,
  type SocialPerson,
  type SocialProvider,
  type SocialSecrets,
} from "#server/outside/oauth.ts";
import { openOrContinueSession } from "#server/auth/sessions/continued-sessions.service.ts";
import { findOrCreatePerson, linkPerson } from "./social-people.service.ts";

/** The URL to redirect to, and the cookie that binds the flow to the browser. */
export interface AuthorizationRequest {
  url: URL;
  cookie: string;
}

const browserBytes = 32;

/**
 * Starts an OAuth flow. Writes `auth.flows`.
 *
 * @param given.linkTo The signed-in user to link the identity to; null to sign in.
 * @throws validation_failed, reauthentication_needed, insufficient_aal
 */
export async function startOAuth(
  context: AuthContext,
  flow: FlowRequest,
  given: { provider: string; scopes: string; extra: Record<string, string>; linkTo: AuthenticatedUser | null },
): Promise<AuthorizationRequest> {
  const { provider, social } = pickProvider(context, given.provider);
  if (given.linkTo) await requireStepUp(context, given.linkTo.session);
  const id = randomUUID();
  const secrets = makeSocialSecrets();
  const browser = randomBytes(browserBytes).toString("base64url");
  const asked = {
    state: id,
    redirectUri: `${context.config.auth.publicUrl}/callback`,
    scopes: given.scopes.split(/[\s,]+/).filter((scope) => scope !== ""),
    secrets,
    extra: given.extra,
  };
  const url = await social.authorizeUrl(asked).catch((error: unknown) => {
    context.log.warn({ err: error, provider }, "a provider cannot be reached");
    return failAuth(503, "unexpected_failure", "The provider cannot be reached right now", {
      cause: error,
      retryAfterSeconds: 30,
    });
  });
  await insertFlow(context.db, {
    id,
    purpose: given.linkTo ? "link" : "sign_in",
    provider,
    code_challenge: flow.challenge?.challenge ?? null,
    code_challenge_method: flow.challenge?.method ?? null,
    linking_user_id: given.linkTo?.user.id ?? null,
    linking_session_id: given.linkTo?.session.id ?? null,
    redirect_to: flow.redirectTo,
    provider_secrets: sealJson(context, id, secrets),
    browser_hash: hash(browser),
    created_at: context.clock.now(),
  });
  const { basePath, flowSeconds } = context.config.auth;
  const path = `${basePath}/callback`;
  return { url, cookie: writeCookie(context, { name: cookieName(id), value: browser, path, seconds: flowSeconds }) };
}

function pickProvider(context: AuthContext, name: string): { provider: SocialProvider; social: Social } {
  if (name !== "google" && name !== "facebook") {
    return failAuth(400, "validation_failed", `Unsupported provider: Provider ${name.slice(0, 40)} could not be found`);
  }
  const social = context.socials[name];
  return social
    ? { provider: name, social }
    : failAuth(400, "validation_failed", "Unsupported provider: provider is not enabled");
}

const hash = (text: string) => createHash("sha256").update(text).digest();
const cookieName = (flowId: string) => `fash-flow-${flowId.slice(0, 8)}`;

/**
 * Completes an OAuth flow: finds or creates the account, then redirects with a code for the client's verifier or, if
 * it sent no challenge, with tokens in the fragment. A state that is unknown, expired, used or of another browser leads to the
 * site; errors of a known flow are reported at its redirect URL.
 *
 * @throws over_request_rate_limit
 */
export async function handleOAuthCallback(
  context: AuthContext,
  parameters: Record<string, string>,
): Promise<AuthReply> {
  await spendRequest(context, "changesPerAddress");
  const flow = await takeFlow(context, parameters["state"] ?? "");
  if (flow) return finishFlow(context, flow, parameters);
  const recipients = {
    error: "invalid_request",
    error_code: "bad_oauth_state",
    error_description: "OAuth state not found or expired",
  };
  return redirectWith(context.config.auth.siteUrl, { query: recipients }, { status: 302, failure: 400 });
}

/** Leads a browser that a provider sent here to the site, which shows why: the flow, with its redirect URL, may be unknown. */
export function reportArrival(context: AuthContext, error: AuthError): AuthReply {
  return redirectWithError(context.config.auth.siteUrl, error);
}

async function finishFlow(
  context: AuthContext,
  flow: TakenFlow,
  parameters: Record<string, string>,
): Promise<AuthReply> {
  try {
    const person = await askProvider(context, flow, parameters);
    return await transact(context.db, async (tx) => {
      const settled = await settle(context, tx, flow, person);
      requireUnanswered(context);
      return settled;
    });
  } catch (thrown) {
    const error = toAuthError(thrown, context.log);
    await deleteFlow(context.db, flow.row.id);
    await audit(context, "sign_in_failed", flow.row.linking_user_id, {
      details: { method: "oauth", provider: flow.provider, code: error.code },
    });
    return redirectWithError(flow.row.redirect_to, error);
  }
}

/** Leads a browser on its way to or from a provider to the page that shows the error. */
export function redirectWithError(place: string, error: AuthError): AuthReply {
  const recipients = describeFailure(error);
  return redirectWith(
    place,
    { query: recipients, hash: { ...recipients, sb: "" } },
    { status: 302, failure: error.status },
  );
}

interface TakenFlow {
  row: FlowRow;
  provider: SocialProvider;
  secrets: SocialSecrets;
}

/** The OAuth flow of this state and browser. It is consumed, so a state works once. */
async function takeFlow(context: AuthContext, state: string): Promise<TakenFlow | null> {
  if (!isUuid(state)) return null;
  return transact(context.db, async (tx) => {
    const row = await lockFlow(tx, { id: state });
    if (!row?.provider || !row.provider_secrets || !row.browser_hash || row.auth_code || !isFresh(context, row))
      return null;
    const shown = readCookie(context.cookie, cookieName(row.id));
    if (!timingSafeEqual(hash(shown), row.browser_hash)) return null;
    const secrets = openJson(context, row.id, row.provider_secrets) as SocialSecrets | null;
    await updateFlow(tx, row.id, { provider_secrets: null });
    return secrets ? { row, provider: row.provider, secrets } : null;
  });
}

/** For all requests to the provider together. */
const exchangeMsMax = 8_000;

async function askProvider(
  context: AuthContext,
  flow: TakenFlow,
  parameters: Record<string, string>,
): Promise<SocialPerson> {
  if (parameters["error"]) {
    failAuth(403, "bad_oauth_callback", (parameters["error_description"] ?? parameters["error"]).slice(0, 200));
  }
  if (!parameters["code"]) failAuth(400, "bad_oauth_callback", "OAuth callback with missing authorization code");
  const { social } = pickProvider(context, flow.provider);
  const callbackUrl = new URL(`${context.config.auth.publicUrl}/callback`);
  for (const [name, value] of Object.entries(parameters)) callbackUrl.searchParams.set(name, value);
  try {
    const exchanged = social.exchange({ callbackUrl, state: flow.row.id, secrets: flow.secrets });
    // Before the request itself times out: nobody would be there to see the sign-in that follows.
    return await inTime(exchanged, exchangeMsMax);
  } catch (error) {
    context.log.warn({ err: error, provider: flow.provider }, "a provider's answer was refused");
    return failAuth(500, "unexpected_failure", "Unable to exchange external code", { cause: error });
  }
}

async function settle(context: AuthContext, tx: Tx, flow: TakenFlow, person: SocialPerson): Promise<AuthReply> {
  const { row, provider } = flow;
  const vouched = { provider, person };
  const user = row.linking_user_id
    ? await linkPerson(context, tx, { userId: row.linking_user_id, sessionId: row.linking_session_id }, vouched)
    : await findOrCreatePerson(context, tx, vouched);
  const tokens: ProviderTokens = {
    provider_token: person.accessToken,
    ...(person.refreshToken ? { provider_refresh_token: person.refreshToken } : {}),
  };
  if (row.code_challenge !== null) {
    const code = await issueAuthCode(context, tx, row.id, { userId: user.id, method: "oauth", tokens });
    return redirectWith(row.redirect_to, { query: { code } }, { status: 302 });
  }
  await deleteFlow(tx, row.id);
  const linkingSessionId = row.linking_session_id;
  const session = await openOrContinueSession(context, tx, user, { method: "oauth", provider, linkingSessionId });
  const fragment = {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    ...tokens,
    refresh_token: session.refresh_token,
    sb: "",
    token_type: session.token_type,
  };
  return redirectWith(row.redirect_to, { hash: fragment }, { status: 302 });
}
