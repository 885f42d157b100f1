import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toClientKey, toSiteKey } from "./client-key.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:cb00:7107", "203.0.113.7"],
  ["64:ff9b::203.0.113.7", "203.0.113.7"],
  ["2002:cb00:7107:1::9", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["", "unknown"],
  ["/run/fash.sock", "unknown"],
])("the key of %s is %s", (address, key) => expect(toClientKey(address)).toBe(key));

test("all addresses of one /64 have one key, and those of another have another", () => {
  const group = fc.integer({ min: 1, max: 0xffff }).map((n) => n.toString(16));
  const host = fc.tuple(group, group, group, group).map((groups) => groups.join(":"));
  fc.assert(
    fc.property(group, group, host, host, (first, second, one, other) => {
      const prefix = `2a00:${first}:1:${second}`;
      expect(toClientKey(`${prefix}:${one}`)).toBe(toClientKey(`${prefix}:${other}`));
      expect(toClientKey(`${prefix}:${one}`)).not.toBe(toClientKey(`2a01:${first}:1:${second}:${one}`));
      expect(toSiteKey(`${prefix}:${one}`)).toBe(toSiteKey(`2a00:${first}:1:ffff:${other}`));
    }),
    { seed: 7 },
  );
});

const serverFolder = path.join(import.meta.dirname, "..");

/** The server's source files that contain this, without tests. */
async function filesWith(pattern: RegExp): Promise<string[]> {
  const names = await readdir(serverFolder, { recursive: true });
  const sources = names.filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|^testing\//.test(name));
  const found = await Promise.all(
    sources.map(async (name) => (pattern.test(await readFile(path.join(serverFolder, name), "utf8")) ? [name] : [])),
  );
  return found.flat().toSorted();
}

test("limits count by the one client key: an address itself goes into logs, mails and sessions only", async () => {
  // As a property, or taken out of a context or request.
  const files = await filesWith(/\.(?:ip|remoteAddress)\b|\{[^{}]*\bip\b[^{}]*\}(?:: (?:Request|App)Context| = \w)/);
  expect(files).toEqual([
    "admin/audit-log.service.ts",
    "auth/audit/audit.service.ts",
    "auth/audit/audit.store.ts",
    "auth/factors/factors.service.ts",
    "auth/factors/verify-factor.service.ts",
    // By `toSiteKey`, next to the client key.
    "auth/limits/password-attempts.service.ts",
    "auth/limits/sends.service.ts",
    "auth/mails/auth-mails.service.ts",
    "auth/sessions/own-sessions.service.ts",
    "auth/sessions/sessions.service.ts",
    "auth/sessions/sessions.store.ts",
    // Whether the caller is the machine itself.
    "http/health.ts",
    "http/logging.ts",
    "http/paced-refusals.ts",
    // By `toClientKey`.
    "http/pages/crawler-files.ts",
    "http/pages/serve-documents.ts",
    "http/serve.ts",
    // In SQL, by the same networks.
    "points/abuse-findings.store.ts",
  ]);
});

test("limits are counted in one place: the hour's, those of sign-in and the day's of detection, all by one window", async () => {
  expect(await filesWith(/createLimitWindow\(/)).toEqual([
    "auth/http/limit-windows.ts",
    "detection/detection.service.ts",
    "http/limit-window.ts",
    "http/rate-limit.ts",
  ]);
  expect(await filesWith(/rate-limiter-flexible/)).toEqual(["http/limit-window.ts"]);
});
