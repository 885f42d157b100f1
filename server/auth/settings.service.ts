import type { World } from "#server/http/call.ts";

/** What a client may offer: the ways in that are on, and which addresses are confirmed by themselves. */
export function describeSettings({ config: { auth }, sms }: World): object {
  return {
    external: {
      anonymous_users: auth.isAnonymousOn,
      email: auth.isEmailOn,
      phone: auth.isPhoneOn && (sms.isOn || auth.isSmsAutoconfirmed),
      google: auth.google !== undefined,
      facebook: auth.facebook !== undefined,
    },
    disable_signup: !auth.isSignupOn,
    mailer_autoconfirm: auth.isMailAutoconfirmed,
    phone_autoconfirm: auth.isSmsAutoconfirmed,
    sms_provider: auth.sms.provider,
    saml_enabled: false,
  };
}
