import { dayMs } from "#contract/durations.ts";
import type { Notification } from "#contract/notifications.ts";

export interface NotificationGroup {
  title: string;
  items: Notification[];
}

/** Splits a newest-first list by age: today, this week, earlier, in the reader's time zone. */
export function groupByAge(items: readonly Notification[], now: Date): NotificationGroup[] {
  const todayMs = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const groups: NotificationGroup[] = [
    { title: "Today", items: [] },
    { title: "This week", items: [] },
    { title: "Earlier", items: [] },
  ];
  for (const item of items) {
    const atMs = Date.parse(item.createdAt);
    const index = atMs >= todayMs ? 0 : atMs >= todayMs - 6 * dayMs ? 1 : 2;
    groups[index]?.items.push(item);
  }
  return groups.filter((group) => group.items.length > 0);
}
