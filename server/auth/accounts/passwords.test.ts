import { createHash } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import type { AppContext } from "#server/http/context.ts";
import { findWeakness } from "./passwords.service.ts";

test("a password known from a data breach is named as such, and only a part of its digest is sent", async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const password = "copper kettle 9";
  const digest = createHash("sha1").update(password).digest("hex").toUpperCase();
  const fetchRange = vi.fn<typeof fetch>(() => Promise.resolve(new Response(`${digest.slice(5)}:3\n`)));
  vi.stubGlobal("fetch", fetchRange);
  const settings = { charsMin: 8, areCommonRefused: false, areBreachedRefused: true };
  const app = { config: { auth: { password: settings } } } as AppContext;
  expect(await findWeakness(app, password, {})).toEqual({
    reason: "pwned",
    message: "This password has appeared in a data breach.",
  });
  expect(fetchRange.mock.calls[0]?.[0]).toBe(`https://api.pwnedpasswords.com/range/${digest.slice(0, 5)}`);
});
