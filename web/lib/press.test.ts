import { expect, test } from "vitest";
import { pressEnd } from "./press.ts";

const send = (name: string) => document.body.dispatchEvent(new Event(name, { bubbles: true }));

test("what waits for a press goes on after its click", async () => {
  expect(pressEnd()).toBeUndefined();
  send("pointerdown");
  const order: string[] = [];
  const waiting = pressEnd()?.then(() => order.push("checked"));
  send("pointerup");
  order.push("click");
  expect(pressEnd()).toBeUndefined();
  await waiting;
  expect(order).toEqual(["click", "checked"]);
});

test.each(["pointercancel", "keydown"])("a press ends with %s, too", async (name) => {
  send("pointerdown");
  const waiting = pressEnd();
  expect(waiting).toBeDefined();
  send(name);
  await waiting;
  expect(pressEnd()).toBeUndefined();
});
