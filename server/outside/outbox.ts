/** One mail or text message that was not sent. */
export interface OutboxItem {
  kind: "mail" | "sms";
  to: string;
  subject: string;
  text: string;
  html: string | null;
  stopUrl?: string;
  sentAt: string;
}

/** The last 200 unsent messages, newest first, so that every flow works without providers. */
export interface Outbox {
  add(item: Omit<OutboxItem, "sentAt">): void;
  list(): OutboxItem[];
}

const itemsMax = 200;

/** An outbox in the memory of this process. */
export function createOutbox(): Outbox {
  const items: OutboxItem[] = [];
  return {
    add(item) {
      items.unshift({ ...item, sentAt: new Date().toISOString() });
      items.length = Math.min(items.length, itemsMax);
    },
    list: () => [...items],
  };
}
