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
