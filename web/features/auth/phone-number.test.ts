import fc from "fast-check";
import { expect, test } from "vitest";
import { fullPhoneNumber, phoneCountries, phoneDigits, readablePhone } from "./phone-number.ts";

test("the default country is first, with +91", () => {
  expect(phoneCountries()[0]).toEqual({ code: "IN", name: "India", callingCode: "91" });
});

test("ten digits take the country shown", () => {
  expect(fullPhoneNumber("9876543210", "IN")).toBe("+919876543210");
  expect(fullPhoneNumber("2015550123", "US")).toBe("+12015550123");
});

test("eleven and more digits are a full number with its country code", () => {
  expect(fullPhoneNumber("919876543210", "US")).toBe("+919876543210");
  expect(fullPhoneNumber("12015550123", "IN")).toBe("+12015550123");
});

test("a long national number is taken in the country shown", () => {
  expect(fullPhoneNumber("07911123456", "GB")).toBe("+447911123456");
});

test.each(["", "987654321", "0000000000", "9999999999999999"])("%j is no phone number", (digits) => {
  expect(fullPhoneNumber(digits, "IN")).toBeUndefined();
});

test("typing keeps digits only and at most fifteen", () => {
  expect(phoneDigits("+91 (98765) 432-10abc")).toBe("919876543210");
  expect(phoneDigits("1".repeat(40))).toHaveLength(15);
});

test("any input gives a number in E.164 or none", () => {
  const outcomes = fc.sample(fc.string(), 1_000).map((typed) => fullPhoneNumber(phoneDigits(typed), "IN") ?? "+1");
  for (const outcome of outcomes) expect(outcome).toMatch(/^\+[1-9][0-9]{0,14}$/);
});

test("a number is shown in international format", () => {
  expect(readablePhone("+919876543210")).toBe("+91 98765 43210");
});
