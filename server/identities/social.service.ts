import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { audit } from "#server/audit/audit.service.ts";
import type { Journey } from "#server/auth/auth-inputs.service.ts";
import { requireTrusted } from "#server/auth/fresh.service.ts";
import type { SignedIn } from "#server/auth/signed-in.service.ts";
import { goTo } from "#server/auth/verify.service.ts";
import type { Tx } from "#server/db/db.ts";
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
} from "#server/flows/flows.service.ts";
import type { AuthCall, AuthReply } from "#server/http/serve-auth.ts";
import { AuthError, refuse } from "#server/lib/auth-error.ts";
import {
  makeSocialSecrets,
  type Social,
  type SocialPerson,
  type SocialProvider,
  type SocialSecrets,
} from "#server/outside/oauth.ts";
import { openSession } from "#server/sessions/sessions.service.ts";
import { findOrCreatePerson, linkPerson } from "./social-people.service.ts";

/** Where to send the browser, and the cookie that binds the journey to it. */
export interface Departure {
  url: URL;
  cookie: string;
}

const browserBytes = 32;

/**
 * Starts a journey to a provider. Writes `auth.flows`.
 *
 * @param given.linkTo The signed-in user who wants to add this way in; null to sign in.
 * @throws validation_failed, reauthentication_needed, insufficient_aal
 */
export async function departTo(
  call: AuthCall,
  journey: Journey,
  given: { provider: string; scopes: string; extra: Record<string, string>; linkTo: SignedIn | null },
): Promise<Departure> {
  const { provider, social } = pickProvider(call, given.provider);
  if (given.linkTo) await requireTrusted(call, given.linkTo.session);
  const id = randomUUID();
  const secrets = makeSocialSecrets();
  const browser = randomBytes(browserBytes).toString("base64url");
  const url = await social.authorizeUrl({
    state: id,
    redirectUri: `${call.config.auth.publicUrl}/callback`,
    scopes: given.scopes.split(/[\s,]+/).filter((scope) => scope !== ""),
    secrets,
    extra: given.extra,
  });
  await insertFlow(call.db, {
    id,
    purpose: given.linkTo ? "link" : "sign_in",
    provider,
    code_challenge: journey.challenge?.challenge ?? null,
    code_challenge_method: journey.challenge?.method ?? null,
    linking_user_id: given.linkTo?.user.id ?? null,
    redirect_to: journey.redirectTo,
    provider_secrets: sealJson(call, id, secrets),
    browser_hash: hash(browser),
    created_at: call.clock.now(),
  });
  return { url, cookie: writeCookie(call, id, browser) };
}

function pickProvider(call: AuthCall, name: string): { provider: SocialProvider; social: Social } {
  if (name !== "google" && name !== "facebook") {
    return refuse(400, "validation_failed", `Unsupported provider: Provider ${name.slice(0, 40)} could not be found`);
  }
  const social = call.socials[name];
  return social
    ? { provider: name, social }
    : refuse(400, "validation_failed", "Unsupported provider: provider is not enabled");
}

const hash = (text: string) => createHash("sha256").update(text).digest();
const cookieName = (flowId: string) => `fash-flow-${flowId.slice(0, 8)}`;

function writeCookie(call: AuthCall, flowId: string, browser: string): string {
  const { publicUrl, basePath, flowSeconds } = call.config.auth;
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  const path = `${basePath}/callback`;
  return `${cookieName(flowId)}=${browser}; Path=${path}; Max-Age=${flowSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/**
 * Ends a journey to a provider: finds or makes the account, then goes back with a code for the client's verifier or, where
 * it sent no challenge, with tokens behind the `#`. A state that is unknown, late, used or of another browser leads to the
 * site; what the provider or the rules refuse is told where the journey began.
 */
export async function arriveFrom(call: AuthCall, parameters: Record<string, string>): Promise<AuthReply> {
  const flow = await takeFlow(call, parameters["state"] ?? "");
  if (!flow) {
    const told = {
      error: "invalid_request",
      error_code: "bad_oauth_state",
      error_description: "OAuth state not found or expired",
    };
    return goTo(call.config.auth.siteUrl, { query: told }, 302);
  }
  try {
    const person = await askProvider(call, flow, parameters);
    return await call.db.transaction().execute((tx) => settle(call, tx, flow, person));
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    await deleteFlow(call.db, flow.row.id);
    await audit(call, "sign_in_failed", flow.row.linking_user_id, {
      details: { method: "oauth", provider: flow.provider, code: error.code },
    });
    const told = {
      error: error.status >= 500 ? "server_error" : "access_denied",
      error_code: error.code,
      error_description: error.message,
    };
    return goTo(flow.row.redirect_to, { query: told, hash: { ...told, sb: "" } }, 302);
  }
}

interface TakenFlow {
  row: FlowRow;
  provider: SocialProvider;
  secrets: SocialSecrets;
}

/** The journey of this state and browser; taken once, so that a state works once. */
async function takeFlow(call: AuthCall, state: string): Promise<TakenFlow | null> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(state)) return null;
  return call.db.transaction().execute(async (tx) => {
    const row = await lockFlow(tx, { id: state });
    if (!row?.provider || !row.provider_secrets || !row.browser_hash || row.auth_code || !isFresh(call, row))
      return null;
    const shown = readCookie(call.cookie, cookieName(row.id));
    if (!timingSafeEqual(hash(shown), row.browser_hash)) return null;
    const secrets = openJson(call, row.id, row.provider_secrets) as SocialSecrets | null;
    await updateFlow(tx, row.id, { provider_secrets: null });
    return secrets ? { row, provider: row.provider, secrets } : null;
  });
}

function readCookie(header: string | undefined, name: string): string {
  const found = (header ?? "").split(/;\s*/).find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? "";
}

async function askProvider(call: AuthCall, flow: TakenFlow, parameters: Record<string, string>): Promise<SocialPerson> {
  if (parameters["error"]) {
    refuse(403, "bad_oauth_callback", (parameters["error_description"] ?? parameters["error"]).slice(0, 200));
  }
  if (!parameters["code"]) refuse(400, "bad_oauth_callback", "OAuth callback with missing authorization code");
  const { social } = pickProvider(call, flow.provider);
  const callbackUrl = new URL(`${call.config.auth.publicUrl}/callback`);
  for (const [name, value] of Object.entries(parameters)) callbackUrl.searchParams.set(name, value);
  try {
    return await social.exchange({ callbackUrl, state: flow.row.id, secrets: flow.secrets });
  } catch (error) {
    call.log.warn({ err: error, provider: flow.provider }, "a provider's answer was refused");
    return refuse(500, "unexpected_failure", "Unable to exchange external code", { cause: error });
  }
}

async function settle(call: AuthCall, tx: Tx, flow: TakenFlow, person: SocialPerson): Promise<AuthReply> {
  const { row, provider } = flow;
  const vouched = { provider, person };
  const user = row.linking_user_id
    ? await linkPerson(call, tx, row.linking_user_id, vouched)
    : await findOrCreatePerson(call, tx, vouched);
  const tokens: ProviderTokens = {
    provider_token: person.accessToken,
    ...(person.refreshToken ? { provider_refresh_token: person.refreshToken } : {}),
  };
  if (row.code_challenge !== null) {
    const code = await issueAuthCode(call, tx, row.id, { userId: user.id, method: "oauth", tokens });
    return goTo(row.redirect_to, { query: { code } }, 302);
  }
  await deleteFlow(tx, row.id);
  await audit(call, "sign_in", user.id, { details: { method: "oauth", provider }, tx });
  const session = await openSession(call, tx, user, { method: "oauth", origin: call });
  const fragment = {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    ...tokens,
    refresh_token: session.refresh_token,
    sb: "",
    token_type: session.token_type,
  };
  return goTo(row.redirect_to, { hash: fragment }, 302);
}
