import { deviceOf, unknownDevice } from "#contract/device-name.ts";
import { serviceTokenPrefix } from "#contract/service-links.ts";
import { afterCommit, type Tx } from "#server/db/db.ts";
import type { CodePurpose } from "#server/db/schema.ts";
import type { AuthContext } from "#server/auth/http/auth-http.ts";
import type { RequestContext, AppContext } from "#server/http/context.ts";
import { perApp } from "#server/http/per-app.ts";
import { matchPage } from "#server/http/pages/screen-paths.ts";
import { failAuth } from "#server/auth/http/auth-error.ts";
import type { SecurityAlert } from "./auth-mail-templates.tsx";
import { type QueuedMail, queueAuthMail, sendQueuedMail } from "./mail-queue.service.ts";
import type { SmsChannel } from "#server/outside/sms.ts";
import { getCachedSettings } from "#server/settings/settings.service.ts";

type MailedPurpose = Exclude<CodePurpose, "sms" | "phone_change">;
type LinkType = "signup" | "invite" | "recovery" | "magiclink" | "email_change";

const linkTypes: Record<Exclude<MailedPurpose, "reauthentication">, LinkType> = {
  confirmation: "signup",
  recovery: "recovery",
  magiclink: "magiclink",
  email_change_current: "email_change",
  email_change_new: "email_change",
};
const mailKinds = {
  signup: "confirm",
  invite: "invite",
  recovery: "recover",
  magiclink: "magiclink",
  email_change: "email_change",
} as const;

export interface MailedCode {
  purpose: Exclude<MailedPurpose, "reauthentication">;
  isInvitation?: boolean;
  linkToken: string;
  redirectTo: string;
}

/** The app's page that takes the token of a service's link, and of which types. */
const linkPage = "/change-password";
const takenTypes: readonly LinkType[] = ["invite", "recovery", "magiclink", "signup"];
/** The only path of the API that the app's pages call. */
const ownBasePath = "/auth/v1";

/** The link in a mail: the token, its purpose, and the redirect URL. */
export function buildLink(app: AppContext, given: MailedCode): { url: string; type: LinkType; isTakenByApp: boolean } {
  const type = given.isInvitation ? "invite" : linkTypes[given.purpose];
  const page = findPage(app, type, given);
  if (page) return { url: page, type, isTakenByApp: true };
  // Escapes only characters that would end the value, so that the URL in the link stays readable.
  const redirectTo = given.redirectTo.replace(/[%&#+]/g, encodeURIComponent);
  const url = `${app.config.auth.publicUrl}/verify?token=${given.linkToken}&type=${type}&redirect_to=${redirectTo}`;
  return { url, type, isTakenByApp: false };
}

/**
 * The app's page for a link that a service made to the site itself, which uses the token only when somebody presses its button.
 * The fragment, which holds it, reaches no log and no referrer.
 *
 * @see docs/auth.md#links-and-redirects
 */
function findPage({ config }: AppContext, type: LinkType, { redirectTo, linkToken }: MailedCode): string | undefined {
  const place = new URL(redirectTo);
  const isToSite = place.origin === new URL(config.publicUrl).origin && config.auth.basePath === ownBasePath;
  if (!isToSite || !takenTypes.includes(type) || !linkToken.startsWith(serviceTokenPrefix)) return undefined;
  // What clients of the reference name as their own page gets a session.
  if (type !== "invite" && !matchPage(place.pathname)) return undefined;
  const page = new URL(linkPage, place);
  const next = findNext(type, place);
  if (next !== null) page.searchParams.set("next", next);
  page.hash = `token_hash=${linkToken}&type=${type}`;
  return page.href;
}

/** Where the page leads on to; null for its own choice. */
function findNext(type: LinkType, { pathname, search, searchParams }: URL): string | null {
  const screen = matchPage(pathname)?.path;
  const setsPassword = type === "invite" || type === "recovery";
  if (setsPassword && screen === linkPage) return searchParams.get("next");
  return screen === "/" ? null : pathname + search;
}

/** Mails a code and its link, after the response, so that its duration does not reveal who has an account. */
export function mailCode(context: RequestContext, to: string, given: MailedCode & { code: string }): void {
  const { url, type, isTakenByApp } = buildLink(context, given);
  // The app's page has no field for the code: its link works on any device.
  const code = isTakenByApp ? {} : { code: given.code };
  const mail = { kind: mailKinds[type], link: url, ...code };
  sendInBackground(context, { to, purpose: given.purpose, mail });
}

/** Tells the owner of a confirmed address that it was signed up again; the answer to the sign-up cannot say so. */
export function mailAccountExists(context: RequestContext, to: string): void {
  const link = `${context.config.auth.siteUrl}/auth`;
  sendInBackground(context, { to, purpose: null, mail: { kind: "account_exists", link } });
}

/** Mails a code without a link. */
export function mailReauthenticationCode(context: RequestContext, to: string, code: string): void {
  sendInBackground(context, { to, purpose: "reauthentication", mail: { kind: "reauthenticate", code } });
}

/**
 * Mails a security alert to the owner of an account; address and browser of an admin or a service are not for them. It is queued
 * in the transaction of what it tells, so that neither happens without the other, and sent after the commit.
 */
export async function sendSecurityAlert(
  tx: Tx,
  context: RequestContext,
  to: string | null,
  what: SecurityAlert,
  { isByOwner = what !== "factor_removed_by_admin" } = {},
): Promise<void> {
  if (to === null) return;
  const when = context.clock.now().toUTCString();
  const { name } = deviceOf(context.userAgent);
  const device = name === unknownDevice ? "an unknown device" : name;
  const where = isByOwner ? `${when}, from ${device} at ${context.ip}` : when;
  const queued: QueuedMail = { to, purpose: null, mail: { kind: "security_alert", what, where } };
  const jobId = await queueAuthMail(context, tx, queued);
  afterCommit(tx, () =>
    runInBackground(context, "mailing «security_alert»", () => sendQueuedMail(context, context.log, jobId, queued)),
  );
}

/** What to tell about a new password where the account had this one. */
export const passwordAlert = (before: string | null): SecurityAlert =>
  before === null ? "password_set" : "password_changed";

const pending = perApp(() => new Set<Promise<void>>());

/**
 * Runs work after the response, so that neither its duration nor its failure reveals who has an account. Failures are
 * logged; `flushMails` waits for it.
 */
export function runInBackground(context: RequestContext, what: string, work: () => Promise<void>): void {
  // Started once the response is sent, which earlier work would delay.
  const working = new Promise((begin) => setImmediate(begin))
    .then(work)
    .catch((error: unknown) => context.log.error({ err: error }, `${what} failed`));
  pending(context).add(working);
  void working.finally(() => pending(context).delete(working));
}

function sendInBackground(context: RequestContext, queued: QueuedMail): void {
  runInBackground(context, `mailing «${queued.mail.kind}»`, async () => {
    const jobId = await queueAuthMail(context, context.db, queued);
    await sendQueuedMail(context, context.log, jobId, queued);
  });
}

/** Resolves when every mail of this server is sent or left to the queue; before it stops, and in tests. */
export async function flushMails(app: AppContext): Promise<void> {
  // Background work may send mails itself.
  while (pending(app).size > 0) await Promise.all(pending(app));
}

type TextedPurpose = "sms" | "phone_change" | "reauthentication" | "second_step";
/** The message says what the code is for, so that people know before they share it. */
const purposeTexts: Record<TextedPurpose, string> = {
  sms: "to sign in",
  phone_change: "to add this number to your account",
  reauthentication: "to change your password",
  second_step: "for the second step of your sign-in",
};

/**
 * Texts a code to a number of an allowed country.
 *
 * @returns The provider's id of the message.
 * @throws sms_send_failed, validation_failed (the channel), phone_provider_disabled
 */
export async function textCode(
  context: AuthContext,
  phone: string,
  given: { code: string; channel: SmsChannel; purpose: TextedPurpose },
): Promise<string> {
  checkSms(context, phone, given.channel);
  const minutes = Math.max(1, Math.round(context.config.auth.codes.phone / 60));
  const host = new URL(context.config.auth.siteUrl).hostname;
  // The last line lets browsers fill the code in, on this site only.
  const { siteName } = await getCachedSettings(context);
  const text = `${given.code} is your ${siteName} code ${purposeTexts[given.purpose]}. It works for ${minutes} minutes; ${siteName} will never ask you for it.\n\n@${host} #${given.code}`;
  if (context.config.auth.codes.test.has(phone)) return "test";
  try {
    return await context.sms.send({ to: phone, text, channel: given.channel });
  } catch (error) {
    context.log.error({ err: error }, "a short message could not be sent");
    return failAuth(422, "sms_send_failed", "Error sending confirmation OTP to provider: the message was not taken", {
      cause: error,
    });
  }
}

/** Rejects a number that cannot receive messages. @throws validation_failed, phone_provider_disabled, sms_send_failed */
export function checkSms(context: AuthContext, phone: string, channel: SmsChannel): void {
  const { isPhoneOn, smsCountries } = context.config.auth;
  if (!isPhoneOn || !context.sms.isOn) failAuth(400, "phone_provider_disabled", "Unsupported phone provider");
  if (channel === "whatsapp" && !context.sms.canWhatsapp) {
    failAuth(
      400,
      "validation_failed",
      "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio is used as the provider.",
    );
  }
  if (smsCountries.length > 0 && !smsCountries.some((code) => phone.startsWith(code.replace(/^\+/, "")))) {
    failAuth(422, "sms_send_failed", "Error sending confirmation OTP to provider: this country is not served");
  }
}
