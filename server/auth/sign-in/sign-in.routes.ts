import { z } from "zod";
import { presentUser } from "#server/auth/accounts/user-objects.service.ts";
import { AuthReply, type ServeAuth } from "#server/auth/http/auth-http.ts";
import { failAuth } from "#server/auth/http/auth-error.ts";
import { keepBrowser } from "#server/auth/proofs/pending-sign-ups.service.ts";
import { getPublicKeys } from "#server/auth/sessions/signing-keys.service.ts";
import { Challenge, RedirectQuery, readFlowRequest, UserData } from "#server/auth/http/auth-inputs.ts";
import {
  resendCode,
  sendOneTimePassword,
  sendReauthentication,
  sendRecovery,
} from "#server/auth/codes/send-codes.service.ts";
import { describeSettings } from "./sign-in-options.service.ts";
import { signIn } from "./sign-in.service.ts";
import { confirmPassword } from "#server/auth/reauthentication/confirm-password.service.ts";
import { signOut } from "./sign-out.service.ts";
import { signUp } from "./sign-up.service.ts";
import { authenticate } from "#server/auth/sessions/authenticate.service.ts";
import { changeUser } from "./update-user.service.ts";
import { followLink, reportLinkFailure, verify } from "./verify.service.ts";

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
    (context, { body, query }) => signIn(context, query.grant_type, body),
  );
  serve("POST", "/otp", { limit: "service", body: OtpBody, query: RedirectQuery }, (context, { body, query }) =>
    sendOneTimePassword(context, readFlowRequest(context, query, body), body),
  );
  const Recover = z.object({ ...Challenge.shape, email: Text.default("") });
  const recovering = { limit: "service", body: Recover, query: RedirectQuery } as const;
  serve("POST", "/recover", recovering, (context, { body, query }) =>
    sendRecovery(context, readFlowRequest(context, query, body), body.email),
  );
  serve("POST", "/magiclink", recovering, (context, { body, query }) => {
    const asked = { email: body.email, create_user: true, data: {}, channel: "" };
    return sendOneTimePassword(context, readFlowRequest(context, query, body), asked);
  });
  const Resend = z.object({ ...Address.shape, ...Challenge.shape, type: Text.default("") });
  const resending = { limit: "service", body: Resend, query: RedirectQuery } as const;
  serve("POST", "/resend", resending, async (context, { body, query }) => {
    const sent = await resendCode(context, readFlowRequest(context, query, body), body);
    return new AuthReply(200, keepBrowser(context), sent);
  });
  serve("POST", "/verify", { limit: "service", body: VerifyBody }, (context, { body }) => verify(context, body));
  const following = { limit: "service", query: LinkQuery, onError: reportLinkFailure } as const;
  serve("GET", "/verify", following, (context, { query }) => followLink(context, query));
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
    sendReauthentication(context, await authenticate(context)),
  );
  const Proof = z.object({ password: Password.default("") });
  serve("POST", "/reauthenticate", { limit: "changesPerAddress", body: Proof }, async (context, { body }) =>
    confirmPassword(context, await authenticate(context), body.password),
  );
  const Scope = z.object({ scope: Text.default("global") });
  serve("POST", "/logout", { limit: "changesPerAddress", query: Scope }, async (context, { query }) => {
    await signOut(context, await authenticate(context), query.scope);
    return new AuthReply(204, {});
  });
}
