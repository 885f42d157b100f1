import nodemailer from "nodemailer";
import type { Outbox } from "./outbox.ts";

interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where mail programs stop mails like this one with one click, RFC 8058. */
  stopUrl?: string;
}

/** Sends mail. */
export interface Mail {
  /** Resolves when the mail server has taken it. */
  send(message: MailMessage): Promise<void>;
  close(): void;
}

const timeoutMs = 15_000;

const stopHeaders = (url: string) => ({
  "List-Unsubscribe": { prepared: true, value: `<${url}>` },
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/** Mail through an SMTP server; without one it goes to the outbox. */
export function createMail(config: { url: string; from: string } | undefined, outbox: Outbox): Mail {
  if (!config) {
    return {
      send: async (message) => outbox.add({ kind: "mail", ...message }),
      close: () => undefined,
    };
  }
  const transport = nodemailer.createTransport(
    {
      url: config.url,
      pool: true,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: config.from },
  );
  return {
    send: async ({ to, subject, text, html, stopUrl }) => {
      // As an address object, so that a comma inside an address cannot name a second recipient.
      await transport.sendMail({
        to: { name: "", address: to },
        subject,
        text,
        html,
        headers: { "Auto-Submitted": "auto-generated", ...(stopUrl === undefined ? {} : stopHeaders(stopUrl)) },
      });
    },
    close: () => transport.close(),
  };
}
