import type { Notification } from "#contract/notifications.ts";

export interface NotificationGroup {
  title: string;
  items: Notification[];
}

/** Splits a newest-first list by age: today, yesterday, this week, earlier, in the reader's time zone. */
export function groupByAge(items: readonly Notification[], now: Date): NotificationGroup[] {
  const midnightMs = (daysAgo: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).getTime();
  const bounds = [midnightMs(0), midnightMs(1), midnightMs(6)];
  const groups: NotificationGroup[] = [
    { title: "Today", items: [] },
    { title: "Yesterday", items: [] },
    { title: "This week", items: [] },
    { title: "Earlier", items: [] },
  ];
  for (const item of items) {
    const atMs = Date.parse(item.createdAt);
    // -1 is the last one.
    const index = bounds.findIndex((bound) => atMs >= bound);
    groups.at(index)?.items.push(item);
  }
  return groups.filter((group) => group.items.length > 0);
}
