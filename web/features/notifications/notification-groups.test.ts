import { expect, test } from "vitest";
import type { Notification } from "#contract/notifications.ts";
import { groupByAge } from "./notification-groups.ts";

const at = (createdAt: Date) => ({ createdAt: createdAt.toISOString() }) as Notification;

test("a day begins at the reader's midnight, so five hours ago may be yesterday; a week begins six days before it", () => {
  const now = new Date(2026, 4, 10, 0, 5);
  const items = [
    at(new Date(2026, 4, 10, 0, 0)),
    at(new Date(2026, 4, 9, 19, 5)),
    at(new Date(2026, 4, 9, 0, 0)),
    at(new Date(2026, 4, 8, 23, 59)),
    at(new Date(2026, 4, 4, 0, 0)),
    at(new Date(2026, 4, 3, 23, 59)),
  ];
  expect(groupByAge(items, now)).toEqual([
    { title: "Today", items: [items[0]] },
    { title: "Yesterday", items: [items[1], items[2]] },
    { title: "This week", items: [items[3], items[4]] },
    { title: "Earlier", items: [items[5]] },
  ]);
});

test("a group without any is left out", () => {
  expect(groupByAge([], new Date())).toEqual([]);
});
