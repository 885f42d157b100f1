import nodemailer from "nodemailer";
import type { Outbox } from "./outbox.ts";

interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The one-click unsubscribe URL for mail clients, RFC 8058. */
  stopUrl?: string;
}

/** Sends mail. */
export interface Mail {
  /** Resolves when the mail server has accepted it. */
  send(message: MailMessage): Promise<void>;
  close(): void;
}

const timeoutMs = 15_000;

const stopHeaders = (url: string) => ({
  "List-Unsubscribe": { prepared: true, value: `<${url}>` },
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/** Sends mail through an SMTP server, or to the outbox if none is configured. */
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
