import { z } from "zod";
import { presentUser } from "#server/accounts/user-objects.service.ts";
import { AuthReply, type ServeAuth } from "#server/http/serve-auth.ts";
import { refuse } from "#server/lib/auth-error.ts";
import { deleteSessions, refreshSession } from "#server/sessions/sessions.service.ts";
import { getKeyRing } from "#server/sessions/signing-keys.service.ts";
import { UserData } from "./auth-inputs.service.ts";
import { signInWithPassword } from "./sign-in.service.ts";
import { signUp } from "./sign-up.service.ts";
import { requireSignedIn } from "./signed-in.service.ts";

const Credentials = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  refresh_token: z.string().optional(),
});

/** The sign-in wire; docs/auth.md lists each call with what it does differently from the reference. */
export function authRoutes(serve: ServeAuth): void {
  serve("GET", "/health", {}, () => Promise.resolve({ name: "Fash", version: "1", description: "Sign-in for Fash" }));
  serve("GET", "/.well-known/jwks.json", {}, async (call) => {
    const { verifying } = await getKeyRing(call);
    const keys = [...verifying.values()].map((key) => key.publicJwk);
    return new AuthReply(200, { "cache-control": "public, max-age=600" }, { keys });
  });
  serve("GET", "/settings", {}, ({ config: { auth } }) =>
    Promise.resolve({
      external: {
        anonymous_users: auth.isAnonymousOn,
        email: auth.isEmailOn,
        phone: auth.isPhoneOn,
        google: auth.google !== undefined,
        facebook: auth.facebook !== undefined,
      },
      disable_signup: !auth.isSignupOn,
      mailer_autoconfirm: auth.isMailAutoconfirmed,
      phone_autoconfirm: auth.isSmsAutoconfirmed,
      sms_provider: auth.sms.provider,
      saml_enabled: false,
    }),
  );
  serve("POST", "/signup", { body: Credentials.extend({ data: UserData }) }, (call, { body }) => signUp(call, body));
  serve(
    "POST",
    "/token",
    { body: Credentials, query: z.object({ grant_type: z.string().default("") }) },
    (call, { body, query }) => {
      switch (query.grant_type) {
        case "password":
          return signInWithPassword(call, { ...body, password: body.password ?? "" });
        case "refresh_token":
          return refreshSession(call, body.refresh_token ?? "", call);
        default:
          return refuse(400, "invalid_credentials", "unsupported_grant_type");
      }
    },
  );
  serve("GET", "/user", {}, async (call) => presentUser(call.db, (await requireSignedIn(call)).user));
  serve("POST", "/logout", { query: z.object({ scope: z.string().optional() }) }, async (call, { query }) => {
    const { user, session } = await requireSignedIn(call);
    const scopes = { global: {}, local: { only: session.id }, others: { except: session.id } };
    const scope = query.scope ?? "global";
    if (!Object.hasOwn(scopes, scope)) refuse(400, "validation_failed", `Unsupported logout scope "${scope}"`);
    await deleteSessions(call.db, user.id, scopes[scope as keyof typeof scopes]);
    return new AuthReply(204, {});
  });
}
