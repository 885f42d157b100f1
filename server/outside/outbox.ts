/** One mail or short message that stayed in the house. */
export interface OutboxItem {
  kind: "mail" | "sms";
  to: string;
  subject: string;
  text: string;
  html: string | null;
  stopUrl?: string;
  sentAt: string;
}

/** What would have been sent, for trying every flow on a laptop; newest first, the last 200. */
export interface Outbox {
  add(item: Omit<OutboxItem, "sentAt">): void;
  list(): OutboxItem[];
}

const itemsMax = 200;

/** An outbox that lives as long as this process. */
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
