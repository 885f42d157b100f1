import { z } from "zod";
import type { SmsConfig } from "#server/config/auth-config.ts";
import type { Outbox } from "./outbox.ts";

export type SmsChannel = "sms" | "whatsapp";

interface SmsMessage {
  /** E.164 digits without the plus. */
  to: string;
  text: string;
  channel: SmsChannel;
}

/** Sends text messages. */
export interface Sms {
  isOn: boolean;
  canWhatsapp: boolean;
  /** The provider's message id, once accepted. */
  send(message: SmsMessage): Promise<string>;
}

const timeoutMs = 8_000;
const TwilioReply = z.object({ sid: z.string() });
const WebhookReply = z.object({ id: z.string().max(200) });

/** The configured sender of text messages: Twilio, an HTTP endpoint, the outbox, or none. */
export function createSms(config: SmsConfig, outbox: Outbox): Sms {
  switch (config.provider) {
    case "twilio":
      return { isOn: true, canWhatsapp: true, send: (message) => sendByTwilio(config, message) };
    case "webhook":
      return { isOn: true, canWhatsapp: false, send: (message) => sendByWebhook(config, message) };
    case "outbox":
      return {
        isOn: true,
        canWhatsapp: false,
        send: async ({ to, text }) => {
          outbox.add({ kind: "sms", to: `+${to}`, subject: "", text, html: null });
          return "outbox";
        },
      };
    case "none":
      return {
        isOn: false,
        canWhatsapp: false,
        send: () => Promise.reject(new Error("no text message provider is configured")),
      };
  }
}

type Twilio = Extract<SmsConfig, { provider: "twilio" }>;

/** Sends through Twilio's REST API; `from` is a number or a messaging service (MG...). */
async function sendByTwilio(config: Twilio, { to, text, channel }: SmsMessage): Promise<string> {
  const prefix = channel === "whatsapp" ? "whatsapp:" : "";
  const sender: [string, string] = config.from.startsWith("MG")
    ? ["MessagingServiceSid", config.from]
    : ["From", `${prefix}${config.from}`];
  const account = encodeURIComponent(config.accountSid);
  const response = await fetch(`${config.url}/2010-04-01/Accounts/${account}/Messages.json`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${config.accountSid}:${config.authToken}`).toString("base64")}`,
    },
    body: new URLSearchParams([["To", `${prefix}+${to}`], sender, ["Body", text]]),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`Twilio answered ${response.status}`);
  return TwilioReply.parse(await response.json()).sid;
}

type Webhook = Extract<SmsConfig, { provider: "webhook" }>;

/** Posts the message as JSON `{to, text, channel}` to an endpoint; its reply's `{id}` is optional. */
async function sendByWebhook(config: Webhook, { to, text, channel }: SmsMessage): Promise<string> {
  const response = await fetch(config.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(config.secret ? { authorization: `Bearer ${config.secret}` } : {}),
    },
    body: JSON.stringify({ to: `+${to}`, text, channel }),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`The webhook responded with ${response.status}`);
  const reply = WebhookReply.safeParse(await response.json().catch(() => null));
  return reply.success ? reply.data.id : "";
}
