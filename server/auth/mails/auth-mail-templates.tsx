// The pragma is for tools that run the sources as they are and read no tsconfig of this folder.
/** @jsxRuntime automatic */
import { render } from "@react-email/render";
import type { ReactNode } from "react";
import { Button, Heading, Hr, Section, Text } from "#server/lib/mail-parts.ts";
import { MailSheet, mailStyle } from "#server/lib/mail-sheet.tsx";

/** The mails of sign-in with their data. Times are already text. */
export type AuthMail =
  | { kind: "confirm" | "invite" | "recover" | "magiclink" | "email_change"; link: string; code?: string }
  | { kind: "account_exists"; link: string }
  | { kind: "reauthenticate"; code: string }
  | { kind: "security_alert"; what: SecurityAlert; where: string };

export type SecurityAlert =
  | "password_set"
  | "password_changed"
  | "factor_added"
  | "factor_removed"
  | "factor_locked"
  | "factor_removed_by_admin"
  | "identity_linked"
  | "identity_unlinked"
  | "phone_changed";

/** How long codes and links work, in seconds. */
interface Lifetimes {
  mail: number;
  confirmLink: number;
  recoveryLink: number;
}

/** `{site}` stands for the site's name, `{mail}`, `{confirmLink}` and `{recoveryLink}` for lifetimes. */
interface Words {
  subject: string;
  title: string;
  lead: string;
  button?: string;
  ending: string;
}

const notMe = "If this wasn't you, you can ignore this email: nothing happens without the link or the code.";

const mailTexts: Record<Exclude<AuthMail["kind"], "security_alert">, Words> = {
  confirm: {
    subject: "Confirm your email for {site}",
    title: "Confirm your email",
    lead: "Confirm this address and your account is ready. The link works for {confirmLink}.",
    button: "Confirm email",
    ending: notMe,
  },
  invite: {
    subject: "You have been invited to {site}",
    title: "You are invited",
    lead: "You've been invited to {site}. Accept to choose a password.",
    button: "Accept the invitation",
    ending: "If you didn't expect this, you can ignore this email: nothing happens until you accept.",
  },
  recover: {
    subject: "Reset your {site} password",
    title: "A new password",
    lead: "Open the link to choose a new password. It works once, for {recoveryLink}.",
    button: "Choose a new password",
    ending: notMe,
  },
  magiclink: {
    subject: "Your sign-in link for {site}",
    title: "Welcome back",
    lead: "Open the link to sign in. It works once, for {recoveryLink}.",
    button: "Sign in",
    ending: notMe,
  },
  email_change: {
    subject: "Confirm the new email of your {site} account",
    title: "A new address",
    lead: "Confirm that this account should use another email address.",
    button: "Confirm the change",
    ending: "If you didn't ask for this, don't open the link, and write to us.",
  },
  account_exists: {
    subject: "You already have an account on {site}",
    title: "You already have an account",
    lead: "Someone signed up with this email address, which has an account already. If it was you, sign in with your password, or choose a new one with \u201cForgot password\u201d.",
    button: "Sign in",
    ending: "If this wasn't you, you can ignore this email: nothing has changed.",
  },
  reauthenticate: {
    subject: "Your {site} confirmation code",
    title: "Confirm it's you",
    lead: "Enter this code to confirm a change to your account. It works once, for {mail}.",
    ending:
      "If this wasn't you, someone else is signed in to your account. Don't share the code. Open {site}, choose \u201cForgot password\u201d and set a new password right away: that signs them out everywhere. If you do not recognise your phone number or second step afterwards, write to us.",
  },
};

const notificationEnding = "If this wasn't you, change your password right away. This signs out all other devices.";
/** Where a new password is not enough, or cannot be set without what the stranger added. */
const writeToUs = "If this wasn't you, write to us: we remove it and sign everyone out of your account.";

const alertTexts: Record<SecurityAlert, Words> = {
  password_set: {
    subject: "A password was set for your {site} account",
    title: "Password set",
    lead: "Your account now has a password, and every other session was signed out.",
    ending: notificationEnding,
  },
  password_changed: {
    subject: "Your {site} password was changed",
    title: "Password changed",
    lead: "The password of your account was changed, and every other session was signed out.",
    ending: notificationEnding,
  },
  factor_added: {
    subject: "Two-step sign-in is on",
    title: "Two-step sign-in was added",
    lead: "Signing in to your account now also asks for a code.",
    ending: writeToUs,
  },
  factor_removed: {
    subject: "Two-step sign-in was removed from your {site} account",
    title: "Two-step sign-in was removed",
    lead: "Signing in no longer asks for the code of this authenticator or phone.",
    ending: notificationEnding,
  },
  factor_locked: {
    subject: "Wrong codes were entered for your {site} account",
    title: "Someone knows your password",
    lead: "Your password was right, but the codes of the second step were wrong too often. Two-step sign-in is locked for 15 minutes.",
    ending: notificationEnding,
  },
  factor_removed_by_admin: {
    subject: "Two-step sign-in was removed from your {site} account",
    title: "Two-step sign-in was removed for you",
    lead: "An administrator removed an authenticator or phone from your account.",
    ending: "If you didn't ask for this, write to us and set a new password.",
  },
  identity_linked: {
    subject: "A sign-in method was added to your {site} account",
    title: "Sign-in method added",
    lead: "You can now also sign in to your account through another site.",
    ending:
      "If this wasn't you, disconnect it under Security in your settings, then change your password. This signs out all other devices.",
  },
  identity_unlinked: {
    subject: "A sign-in method was removed from your {site} account",
    title: "Sign-in method removed",
    lead: "Another site, your phone number or your password was removed from your account.",
    ending: notificationEnding,
  },
  phone_changed: {
    subject: "The phone number of your {site} account was changed",
    title: "Phone number changed",
    lead: "Your account now uses another phone number to sign in.",
    ending: writeToUs,
  },
};

/** A mail as subject, HTML (light and dark) and plain text. */
export async function renderAuthMail(
  mail: AuthMail,
  siteName: string,
  lifetimes: Lifetimes,
): Promise<{ subject: string; html: string; text: string }> {
  const texts = mail.kind === "security_alert" ? alertTexts[mail.what] : mailTexts[mail.kind];
  const fill = (text: string) =>
    text
      .replaceAll("{site}", () => siteName)
      .replaceAll(/\{(mail|confirmLink|recoveryLink)\}/g, (_, name: keyof Lifetimes) => writeDuration(lifetimes[name]));
  const filled = Object.entries(texts).map(([key, text]: [string, string]) => [key, fill(text)]);
  const words = Object.fromEntries(filled) as Words;
  const codeHint = fill("On another device? Enter this code there instead. It works for {mail}.");
  const page = <AuthMailPage mail={mail} words={words} codeHint={codeHint} siteName={siteName} />;
  return { subject: words.subject, html: await render(page), text: await render(page, { plainText: true }) };
}

/** In the largest unit that fits exactly: "a day", "90 minutes". */
function writeDuration(seconds: number): string {
  const unit = seconds % 86_400 === 0 ? "day" : seconds % 3_600 === 0 ? "hour" : "minute";
  const count = Math.max(1, Math.round(seconds / { day: 86_400, hour: 3_600, minute: 60 }[unit]));
  if (count > 1) return `${count} ${unit}s`;
  return unit === "hour" ? "an hour" : `a ${unit}`;
}

interface AuthMailPageProps {
  mail: AuthMail;
  words: Words;
  codeHint: string;
  siteName: string;
}

function AuthMailPage({ mail, words, codeHint, siteName }: AuthMailPageProps): ReactNode {
  return (
    <MailSheet siteName={siteName} preview={words.lead}>
      <Heading as="h1" className="ink" style={mailStyle.title}>
        {words.title}
      </Heading>
      <Text className="ink" style={mailStyle.text}>
        {words.lead}
      </Text>
      {"link" in mail && (
        <Section style={{ margin: "0 0 28px" }}>
          <Button className="button" href={mail.link} style={mailStyle.button}>
            {words.button}
          </Button>
        </Section>
      )}
      {"code" in mail && mail.code !== undefined && (
        <Code code={mail.code} hint={"link" in mail ? codeHint : undefined} />
      )}
      {mail.kind === "security_alert" && (
        <Text className="muted" style={{ ...mailStyle.fine, margin: "0 0 8px" }}>
          {mail.where}
        </Text>
      )}
      <Hr className="line" style={mailStyle.line} />
      <Text className="muted" style={mailStyle.fine}>
        {words.ending}
      </Text>
    </MailSheet>
  );
}

function Code({ code, hint }: { code: string; hint: string | undefined }): ReactNode {
  return (
    <>
      {hint !== undefined && (
        <Text className="muted" style={{ ...mailStyle.fine, margin: "0 0 8px" }}>
          {hint}
        </Text>
      )}
      <Text className="code" style={mailStyle.code}>
        {code}
      </Text>
    </>
  );
}
