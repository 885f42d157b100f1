import { failAuth } from "#server/auth/http/auth-error.ts";
import type { Limit } from "#server/config/auth-environment.ts";
import { toSiteKey } from "#server/lib/client-key.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { toKey, windowOf } from "#server/auth/http/limit-windows.ts";

const signUpPurposes = new Set(["signup", "email_change"]);

/**
 * Counts one request for a mail to this recipient for this purpose: not again within the resend time, not too many an
 * hour. The same for known and unknown recipients, so it reveals nothing; sent mails are counted by `spendSent`. Sign-ups
 * have an hour of their own: they send a confirmed address nothing that its owner could use, so a stranger must not spend
 * the mails for recovery with them.
 *
 * @param options.isSoonRefused False: too soon after the last one is not an error.
 * @param options.isResend False: the resend time does not apply, because this mail has other content than the last one.
 * @returns Whether to send the mail; false only if it is too soon.
 * @throws over_email_send_rate_limit
 */
export async function spendMail(
  app: AppContext,
  purpose: string,
  recipient: string,
  options: { isSoonRefused?: boolean; isResend?: boolean } = {},
): Promise<boolean> {
  const { limits, codes } = app.config.auth;
  const { isSoonRefused = true, isResend = true } = options;
  const resend: SendLimit = {
    name: "mailResend",
    limit: { points: 1, seconds: codes.mailResend },
    key: `${purpose}:${recipient}`,
    isResend: true,
    isSoonRefused,
  };
  const perRecipient: SendLimit = {
    name: signUpPurposes.has(purpose) ? "signUpMailsPerRecipient" : "mailsPerRecipient",
    limit: limits.mailsPerRecipient,
    key: recipient,
  };
  return spendSend(app, [...(isResend ? [resend] : []), perRecipient], "over_email_send_rate_limit");
}

/**
 * Counts one request for a short message to this number: not again within the resend time, not too many an hour.
 *
 * @throws over_sms_send_rate_limit, phone_locked
 */
export async function spendSms(app: AppContext, phone: string): Promise<void> {
  const { limits, codes } = app.config.auth;
  // No code works on a number that is closed for the day: another message would only cost.
  const wrong = await windowOf(app, "wrongSmsCodes", limits.wrongSmsCodes).read(toKey(phone));
  if (wrong.points >= limits.wrongSmsCodes.points) {
    failAuth(429, "phone_locked", "Too many wrong codes for this number. Try again tomorrow.", {
      retryAfterSeconds: Math.max(1, wrong.waitSeconds),
    });
  }
  await spendSend(
    app,
    [
      { name: "smsResend", limit: { points: 1, seconds: codes.smsResend }, key: phone, isResend: true },
      { name: "smsPerNumber", limit: limits.smsPerNumber, key: phone },
    ],
    "over_sms_send_rate_limit",
  );
}

/** The share of the site's mails and messages for unconfirmed addresses; the rest is reserved for members. */
const unconfirmedShare = 0.5;

/** What all networks of an IPv6 /48 may send together, in limits of one address: a connection often has 256 of them. */
const addressesPerSite = 4;

/**
 * Counts what is really about to be sent: by the asking address and its IPv6 site first, so that one visitor cannot use up
 * the whole budget, then by account, then by the share of unconfirmed recipients, then in all.
 *
 * @param to.accountId Of the signed-in member who asked for it.
 * @returns False if the share of unconfirmed recipients is used up. Not reported to the caller, because it would reveal who
 *   is a member.
 * @throws over_email_send_rate_limit, over_sms_send_rate_limit
 */
export async function spendSent(
  context: RequestContext,
  kind: "mail" | "sms",
  to: { isConfirmed: boolean; accountId?: string },
): Promise<boolean> {
  const { limits } = context.config.auth;
  const isMail = kind === "mail";
  const all = isMail ? limits.mails : limits.sms;
  const share = { points: Math.max(1, Math.floor(all.points * unconfirmedShare)), seconds: all.seconds };
  const perAddress: SendLimit = {
    name: `${kind}SentPerAddress`,
    limit: isMail ? limits.mailsPerAddress : limits.smsPerAddress,
    key: context.clientKey,
  };
  const siteKey = toSiteKey(context.ip);
  const { points, seconds } = perAddress.limit;
  // An IPv4 address is its own site.
  const perSite =
    siteKey === context.clientKey
      ? []
      : [{ name: `${kind}SentPerSite`, limit: { points: points * addressesPerSite, seconds }, key: siteKey }];
  const perAccount =
    to.accountId === undefined || isMail
      ? []
      : [{ name: "smsSentPerAccount", limit: limits.smsPerAccount, key: to.accountId }];
  const strangers = to.isConfirmed
    ? []
    : [{ name: `${kind}SentToUnconfirmed`, limit: share, key: "all", isSoonRefused: false }];
  const site = { name: isMail ? "mails" : "sms", limit: all, key: "all" };
  const code = isMail ? "over_email_send_rate_limit" : "over_sms_send_rate_limit";
  const isDue = await spendSend(context, [perAddress, ...perSite, ...perAccount, ...strangers, site], code);
  if (!isDue) context.log.warn({ kind }, "the share of messages to unconfirmed recipients is used up");
  return isDue;
}

interface SendLimit {
  name: string;
  limit: Limit;
  key: string;
  isResend?: boolean;
  isSoonRefused?: boolean;
}

async function spendSend(
  app: AppContext,
  sends: SendLimit[],
  code: "over_email_send_rate_limit" | "over_sms_send_rate_limit",
): Promise<boolean> {
  for (const { name, limit, key, isResend, isSoonRefused = true } of sends) {
    const spent = await windowOf(app, name, limit).spend(toKey(key));
    if (spent.isAllowed) continue;
    if (!isSoonRefused) return false;
    const words = isResend
      ? `For security purposes, you can only request this after ${spent.waitSeconds} seconds.`
      : code === "over_sms_send_rate_limit"
        ? "Too many text messages. Try again later."
        : "Too many emails. Try again later.";
    failAuth(429, code, words, { retryAfterSeconds: spent.waitSeconds });
  }
  return true;
}
