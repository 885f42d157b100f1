import type { AppContext } from "#server/http/context.ts";
import { getSettings } from "#server/settings/settings.service.ts";

/** What a client may offer: the enabled sign-in methods, and which addresses are confirmed automatically. */
export async function describeSettings(app: AppContext): Promise<object> {
  const { auth } = app.config;
  const { sms } = app;
  const { emailVerification } = await getSettings(app);
  return {
    external: {
      anonymous_users: auth.isAnonymousOn,
      email: auth.isEmailOn,
      phone: auth.isPhoneOn && (sms.isOn || auth.isSmsAutoconfirmed),
      google: auth.google !== undefined,
      facebook: auth.facebook !== undefined,
    },
    disable_signup: !auth.isSignupOn,
    mailer_autoconfirm: !emailVerification,
    phone_autoconfirm: auth.isSmsAutoconfirmed,
    sms_provider: auth.sms.provider,
    saml_enabled: false,
  };
}
