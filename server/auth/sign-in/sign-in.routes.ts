import { z } from "zod";
import { presentUser } from "#server/auth/accounts/user-objects.service.ts";
import { type AuthContext, AuthReply, type ServeAuth } from "#server/auth/http/auth-http.ts";
import { failAuth } from "#server/auth/http/auth-error.ts";
import { spendRequest } from "#server/auth/http/request-limits.service.ts";
import { getPublicKeys } from "#server/auth/sessions/signing-keys.service.ts";
import { Challenge, RedirectQuery, readFlowRequest, UserData } from "#server/auth/http/auth-inputs.ts";
import {
  resendCode,
  sendOneTimePassword,
  sendReauthentication,
  sendRecovery,
} from "#server/auth/codes/send-codes.service.ts";
import { describeSettings } from "./sign-in-options.service.ts";
import { signInWithAuthCode, signInWithPassword, signInWithRefreshToken } from "./sign-in.service.ts";
import { signOut } from "./sign-out.service.ts";
import { signUp } from "./sign-up.service.ts";
import { authenticate } from "#server/auth/sessions/authenticate.service.ts";
import { changeUser } from "./update-user.service.ts";
import { followLink, verify } from "./verify.service.ts";

const Text = z.string().max(2_000);
/** Longer than any allowed password, short enough to hash. */
const Password = z.string().max(1_000);
const Address = z.object({ email: Text.optional(), phone: Text.optional() });
const Channel = z.string().default("");

const Grant = z.object({
  ...Address.shape,
  password: Password.default(""),
  refresh_token: Text.default(""),
  auth_code: Text.default(""),
  code_verifier: Text.default(""),
});
const SignUpBody = z.object({
  ...Address.shape,
  ...Challenge.shape,
  password: Password.optional(),
  data: UserData,
  channel: Channel,
});
const OtpBody = z.object({
  ...Address.shape,
  ...Challenge.shape,
  create_user: z.boolean().default(true),
  data: UserData,
  channel: Channel,
});
const VerifyBody = z.object({
  ...Address.shape,
  type: Text.default(""),
  token: Text.optional(),
  token_hash: Text.optional(),
});
const UserBody = z.object({
  ...Address.shape,
  password: Password.optional(),
  current_password: Password.optional(),
  nonce: Text.optional(),
  channel: Channel,
  data: z.record(z.string(), z.unknown()).optional(),
  app_metadata: z.unknown().optional(),
});
const LinkQuery = z.object({ token: Text.default(""), type: Text.default(""), redirect_to: Text.optional() });

/** The auth API; docs/auth.md lists each endpoint with its differences from the reference. */
export function authRoutes(serve: ServeAuth): void {
  serveFacts(serve);
  serve("POST", "/signup", { limit: "service", body: SignUpBody, query: RedirectQuery }, (context, { body, query }) =>
    signUp(context, readFlowRequest(context, query, body), body),
  );
  serve(
    "POST",
    "/token",
    { limit: "service", body: Grant, query: z.object({ grant_type: Text.default("") }) },
    (context, { body, query }) => grant(context, query.grant_type, body),
  );
  serve("POST", "/otp", { limit: "service", body: OtpBody, query: RedirectQuery }, (context, { body, query }) =>
    sendOneTimePassword(context, readFlowRequest(context, query, body), body),
  );
  const Recover = z.object({ ...Challenge.shape, email: Text.default("") });
  for (const path of ["/recover", "/magiclink"] as const) {
    serve("POST", path, { limit: "service", body: Recover, query: RedirectQuery }, (context, { body, query }) => {
      const flow = readFlowRequest(context, query, body);
      if (path === "/recover") return sendRecovery(context, flow, body.email);
      return sendOneTimePassword(context, flow, { email: body.email, create_user: true, data: {}, channel: "" });
    });
  }
  const Resend = z.object({ ...Address.shape, ...Challenge.shape, type: Text.default("") });
  serve("POST", "/resend", { limit: "service", body: Resend, query: RedirectQuery }, (context, { body, query }) =>
    resendCode(context, readFlowRequest(context, query, body), body),
  );
  serve("POST", "/verify", { limit: "service", body: VerifyBody }, (context, { body }) => verify(context, body));
  serve("GET", "/verify", { limit: "service", query: LinkQuery }, (context, { query }) => followLink(context, query));
  serveOwnUser(serve);
  serve("POST", "/sso", { limit: "changesPerAddress" }, () =>
    failAuth(404, "saml_provider_disabled", "SAML 2.0 is disabled"),
  );
}

function serveFacts(serve: ServeAuth): void {
  serve("GET", "/health", {}, () =>
    Promise.resolve({ name: "Fash", version: "1", description: "Sign-in of Fash, GoTrue-compatible" }),
  );
  serve("GET", "/settings", {}, (context) => describeSettings(context));
  serve("GET", "/.well-known/jwks.json", {}, async (context) => {
    const keys = await getPublicKeys(context);
    return new AuthReply(200, { "cache-control": "public, max-age=600" }, { keys });
  });
}

function serveOwnUser(serve: ServeAuth): void {
  serve("GET", "/user", {}, async (context) => presentUser(context.db, (await authenticate(context)).user));
  serve("PUT", "/user", { limit: "service", body: UserBody }, async (context, { body }) =>
    changeUser(context, await authenticate(context), body),
  );
  serve("GET", "/reauthenticate", { limit: "sendPerAddress" }, async (context) =>
    sendReauthentication(context, (await authenticate(context)).user),
  );
  const Scope = z.object({ scope: Text.default("global") });
  serve("POST", "/logout", { limit: "changesPerAddress", query: Scope }, async (context, { query }) => {
    await signOut(context, await authenticate(context), query.scope);
    return new AuthReply(204, {});
  });
}

async function grant(context: AuthContext, type: string, body: z.output<typeof Grant>): Promise<object> {
  switch (type) {
    case "password":
      return signInWithPassword(context, body);
    case "refresh_token":
      return signInWithRefreshToken(context, body.refresh_token);
    case "pkce":
      await spendRequest(context, "changesPerAddress");
      return signInWithAuthCode(context, body);
    case "id_token":
      return failAuth(400, "validation_failed", "Provider (issuer) of this ID token is not enabled");
    case "web3":
      return failAuth(422, "web3_provider_disabled", "Web3 provider is disabled");
    default:
      return failAuth(400, "invalid_credentials", "unsupported_grant_type");
  }
}
