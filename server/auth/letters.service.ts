import type { CodePurpose } from "#server/db/schema.ts";
import type { AuthCall } from "#server/http/serve-auth.ts";
import type { Call, World } from "#server/http/call.ts";
import { onePerWorld } from "#server/http/per-world.ts";
import { refuse } from "#server/lib/auth-error.ts";
import type { Letter, Notice } from "#server/outside/mail-templates.tsx";
import type { SmsChannel } from "#server/outside/sms.ts";

type MailedPurpose = Exclude<CodePurpose, "sms" | "phone_change">;
type LinkType = "signup" | "invite" | "recovery" | "magiclink" | "email_change";

const linkTypes: Record<Exclude<MailedPurpose, "reauthentication">, LinkType> = {
  confirmation: "signup",
  recovery: "recovery",
  magiclink: "magiclink",
  email_change_current: "email_change",
  email_change_new: "email_change",
};
const letterKinds = {
  signup: "confirm",
  invite: "invite",
  recovery: "recover",
  magiclink: "magiclink",
  email_change: "email_change",
} as const;

export interface Addressed {
  purpose: Exclude<MailedPurpose, "reauthentication">;
  isInvitation?: boolean;
  linkToken: string;
  redirectTo: string;
}

/** The link that a mail carries: it names the token, what it is for, and where to go afterwards. */
export function writeLink(world: World, given: Addressed): { url: string; type: LinkType } {
  const type = given.isInvitation ? "invite" : linkTypes[given.purpose];
  // Only what would end the value is escaped, so that the address in the link stays readable.
  const redirectTo = given.redirectTo.replace(/[%&#+]/g, encodeURIComponent);
  const url = `${world.config.auth.publicUrl}/verify?token=${given.linkToken}&type=${type}&redirect_to=${redirectTo}`;
  return { url, type };
}

/** Mails a code and its link, after the answer: how long a mail takes would tell who has an account. */
export function mailCode(call: Call, to: string, given: Addressed & { code: string }): void {
  const { url, type } = writeLink(call, given);
  sendLater(call, to, { kind: letterKinds[type], link: url, code: given.code });
}

/** Mails a code without a link. */
export function mailNonce(call: Call, to: string, code: string): void {
  sendLater(call, to, { kind: "reauthenticate", code });
}

/** Tells the owner of an account what happened to it. */
export function mailNotice(call: Call, to: string | null, what: Notice): void {
  if (to === null) return;
  const when = call.clock.now().toUTCString();
  sendLater(call, to, { kind: "notice", what, where: `${when}, from ${describeDevice(call.userAgent)} at ${call.ip}` });
}

function describeDevice(userAgent: string): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)/.exec(userAgent)?.[1] ?? "a browser";
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(userAgent)?.[1] ?? "an unknown system";
  const names: Record<string, string> = { Edg: "Edge", OPR: "Opera", "Mac OS X": "macOS" };
  return `${names[browser] ?? browser} on ${names[system] ?? system}`;
}

const pending = onePerWorld(() => new Set<Promise<void>>());

/**
 * Does something after the answer: how long it takes, and whether it fails, would tell who has an account. What fails is
 * logged; `mailsSent` waits for it.
 */
export function doLater(call: Call, what: string, work: () => Promise<void>): void {
  const working = work().catch((error: unknown) => call.log.error({ err: error }, `${what} failed`));
  pending(call).add(working);
  void working.finally(() => pending(call).delete(working));
}
const triesMax = 3;
const retryAfterMs = 1_000;

function sendLater(call: Call, to: string, letter: Letter): void {
  doLater(call, `mailing the letter «${letter.kind}»`, () => send(call, to, letter));
}

async function send(call: Call, to: string, letter: Letter): Promise<void> {
  // Loaded at the first mail: the templates' libraries take as long as the rest of the start.
  const { renderLetter } = await import("#server/outside/mail-templates.tsx");
  const message = { to, ...(await renderLetter(letter)) };
  for (let round = 1; ; round += 1) {
    try {
      return await call.mail.send(message);
    } catch (error) {
      if (round === triesMax) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs * 2 ** (round - 1)));
    }
  }
}

/** Resolves when every mail of this server is sent or given up; before it stops, and in tests. */
export async function mailsSent(world: World): Promise<void> {
  // What is done later may have mails to send itself.
  while (pending(world).size > 0) await Promise.all(pending(world));
}

/**
 * Texts a code to a number of an allowed country.
 *
 * @returns The provider's id of the message.
 * @throws sms_send_failed, validation_failed (the channel), phone_provider_disabled
 */
export async function textCode(
  call: AuthCall,
  phone: string,
  given: { code: string; channel: SmsChannel },
): Promise<string> {
  checkSms(call, phone, given.channel);
  const minutes = Math.max(1, Math.round(call.config.auth.codes.phone / 60));
  const host = new URL(call.config.auth.siteUrl).hostname;
  // The last line lets browsers fill the code in, on this site only.
  const text = `${given.code} is your Fash code. It works for ${minutes} minutes; nobody from Fash will ask for it.\n\n@${host} #${given.code}`;
  if (call.config.auth.codes.test.has(phone)) return "test";
  try {
    return await call.sms.send({ to: phone, text, channel: given.channel });
  } catch (error) {
    call.log.error({ err: error }, "a short message could not be sent");
    return refuse(422, "sms_send_failed", "Error sending confirmation OTP to provider: the message was not taken", {
      cause: error,
    });
  }
}

/** Refuses a number that no message can go to. @throws validation_failed, phone_provider_disabled, sms_send_failed */
export function checkSms(call: AuthCall, phone: string, channel: SmsChannel): void {
  const { isPhoneOn, smsCountries } = call.config.auth;
  if (!isPhoneOn || !call.sms.isOn) refuse(400, "phone_provider_disabled", "Unsupported phone provider");
  if (channel === "whatsapp" && !call.sms.canWhatsapp) {
    refuse(
      400,
      "validation_failed",
      "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio is used as the provider.",
    );
  }
  if (smsCountries.length > 0 && !smsCountries.some((code) => phone.startsWith(code.replace(/^\+/, "")))) {
    refuse(422, "sms_send_failed", "Error sending confirmation OTP to provider: this country is not served");
  }
}
