import { z } from "zod";
import { presentUser } from "#server/accounts/user-objects.service.ts";
import { type AuthCall, AuthReply, type ServeAuth } from "#server/http/serve-auth.ts";
import { refuse } from "#server/lib/auth-error.ts";
import { getPublicKeys } from "#server/sessions/signing-keys.service.ts";
import { Challenge, RedirectQuery, readJourney, UserData } from "./auth-inputs.service.ts";
import { resendCode, sendOneTimePassword, sendReauthentication, sendRecovery } from "./send-codes.service.ts";
import { describeSettings } from "./settings.service.ts";
import { signInWithAuthCode, signInWithPassword, signInWithRefreshToken } from "./sign-in.service.ts";
import { signOut } from "./sign-out.service.ts";
import { signUp } from "./sign-up.service.ts";
import { requireSignedIn } from "./signed-in.service.ts";
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

/** The sign-in wire; docs/auth.md lists each call with what it does differently from the reference. */
export function authRoutes(serve: ServeAuth): void {
  serveFacts(serve);
  serve("POST", "/signup", { body: SignUpBody, query: RedirectQuery }, (call, { body, query }) =>
    signUp(call, readJourney(call, query, body), body),
  );
  serve("POST", "/token", { body: Grant, query: z.object({ grant_type: Text.default("") }) }, (call, { body, query }) =>
    grant(call, query.grant_type, body),
  );
  serve("POST", "/otp", { body: OtpBody, query: RedirectQuery }, (call, { body, query }) =>
    sendOneTimePassword(call, readJourney(call, query, body), body),
  );
  const Recover = z.object({ ...Challenge.shape, email: Text.default("") });
  for (const path of ["/recover", "/magiclink"] as const) {
    serve("POST", path, { body: Recover, query: RedirectQuery }, (call, { body, query }) => {
      const journey = readJourney(call, query, body);
      if (path === "/recover") return sendRecovery(call, journey, body.email);
      return sendOneTimePassword(call, journey, { email: body.email, create_user: true, data: {}, channel: "" });
    });
  }
  const Resend = z.object({ ...Address.shape, ...Challenge.shape, type: Text.default("") });
  serve("POST", "/resend", { body: Resend, query: RedirectQuery }, (call, { body, query }) =>
    resendCode(call, readJourney(call, query, body), body),
  );
  serve("POST", "/verify", { body: VerifyBody }, (call, { body }) => verify(call, body));
  serve("GET", "/verify", { query: LinkQuery }, (call, { query }) => followLink(call, query));
  serveOwnUser(serve);
  serve("POST", "/sso", {}, () => refuse(404, "saml_provider_disabled", "SAML 2.0 is disabled"));
}

function serveFacts(serve: ServeAuth): void {
  serve("GET", "/health", {}, () =>
    Promise.resolve({ name: "Fash", version: "1", description: "Sign-in of Fash, on the wire of GoTrue" }),
  );
  serve("GET", "/settings", {}, (call) => Promise.resolve(describeSettings(call)));
  serve("GET", "/.well-known/jwks.json", {}, async (call) => {
    const keys = await getPublicKeys(call);
    return new AuthReply(200, { "cache-control": "public, max-age=600" }, { keys });
  });
}

function serveOwnUser(serve: ServeAuth): void {
  serve("GET", "/user", {}, async (call) => presentUser(call.db, (await requireSignedIn(call)).user));
  serve("PUT", "/user", { body: UserBody }, async (call, { body }) =>
    changeUser(call, await requireSignedIn(call), body),
  );
  serve("GET", "/reauthenticate", {}, async (call) => sendReauthentication(call, (await requireSignedIn(call)).user));
  serve("POST", "/logout", { query: z.object({ scope: Text.default("global") }) }, async (call, { query }) => {
    await signOut(call, await requireSignedIn(call), query.scope);
    return new AuthReply(204, {});
  });
}

function grant(call: AuthCall, type: string, body: z.output<typeof Grant>): Promise<object> {
  switch (type) {
    case "password":
      return signInWithPassword(call, body);
    case "refresh_token":
      return signInWithRefreshToken(call, body.refresh_token);
    case "pkce":
      return signInWithAuthCode(call, body);
    case "id_token":
      return refuse(400, "validation_failed", "Provider (issuer) of this ID token is not enabled");
    case "web3":
      return refuse(422, "web3_provider_disabled", "Web3 provider is disabled");
    default:
      return refuse(400, "invalid_credentials", "unsupported_grant_type");
  }
}
