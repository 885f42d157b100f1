import { expect, test } from "vitest";
import { afterPress } from "./press.ts";

const send = (name: string) => document.body.dispatchEvent(new Event(name, { bubbles: true }));

function recordChecks() {
  const order: string[] = [];
  const check = afterPress((name: string) => {
    order.push(name);
    return name;
  });
  return { order, check };
}

test("without a press a check is done at once", () => {
  const { check } = recordChecks();
  expect(check("field")).toBe("field");
});

test("the check of a field that a press leaves comes after the click and before what the click checks", async () => {
  const { order, check } = recordChecks();
  send("pointerdown");
  const field = check("field");
  send("pointerup");
  order.push("click");
  const form = check("form");
  expect(await Promise.all([field, form])).toEqual(["field", "form"]);
  expect(order).toEqual(["click", "field", "form"]);
  expect(check("later")).toBe("later");
});

test.each(["pointercancel", "keydown", "click"])("a press ends with %s, too", async (name) => {
  const { check } = recordChecks();
  send("pointerdown");
  const waiting = check("field");
  expect(waiting).toBeInstanceOf(Promise);
  send(name);
  await waiting;
  expect(check("later")).toBe("later");
});

test("the end of one press does not end the next", async () => {
  const { order, check } = recordChecks();
  send("pointerdown");
  const first = check("first");
  send("pointerup");
  send("pointerdown");
  const second = check("second");
  await first;
  expect(order).toEqual(["first"]);
  send("pointerup");
  await second;
  expect(order).toEqual(["first", "second"]);
});
