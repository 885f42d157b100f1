import { expect, test } from "vitest";
import type { RequestContext } from "#server/http/context.ts";
import { toClientKey } from "#server/lib/client-key.ts";
import { newEmail } from "#server/testing/auth-api.ts";
import { testApp } from "#server/testing/test-app.ts";
import { checkPasswordAttempt } from "./password-attempts.service.ts";

const { app, fastify } = await testApp({
  settings: {
    RATE_LIMITS: "on",
    AUTH_LIMIT_PASSWORD_PER_ADDRESS: "3/300",
    AUTH_LIMIT_PASSWORD_PER_ACCOUNT: "2/300",
  },
});

/** An attempt from this address, whose password is right, wrong, or found out by `check`. */
function attempt(name: string, ip: string, check: boolean | (() => Promise<boolean>)) {
  const request = { ip, clientKey: toClientKey(ip), userAgent: "", log: fastify.log, userId: null };
  const context = { ...app, ...request } as unknown as RequestContext;
  return checkPasswordAttempt(context, { name, userId: null }, async () =>
    check instanceof Function ? check() : check,
  );
}

async function closedAccount() {
  const name = newEmail();
  await attempt(name, "203.0.113.1", false);
  await attempt(name, "203.0.113.2", false);
  return name;
}

const busy = () => Promise.reject(new Error("service_busy"));
const refused = { code: "over_request_rate_limit" };

test.each(["198.51.100.1", "2001:db8:1:1::1"])(
  "an attempt on a closed account that came to nothing leaves the next one: %s [S-5]",
  async (ip) => {
    const name = await closedAccount();
    for (let n = 0; n < 12; n += 1) await expect(attempt(name, ip, busy)).rejects.toThrow("service_busy");
    expect(await attempt(name, ip, true)).toMatchObject({ isRight: true });
    expect(await attempt(name, ip, false)).toMatchObject({ isRight: false });
    await expect(attempt(name, ip, true)).rejects.toMatchObject(refused);
  },
);

test("an attempt that the limit of a site refuses leaves the one of its network [S-5]", async () => {
  const name = await closedAccount();
  for (let n = 0; n < 10; n += 1) await attempt(name, `2001:db8:2:${n}::1`, false);
  await expect(attempt(name, "2001:db8:2:a::1", true)).rejects.toMatchObject(refused);
  await app.pool.query("delete from rate_limits where key like 'auth_passwordProbationSite%'");
  expect(await attempt(name, "2001:db8:2:a::1", true)).toMatchObject({ isRight: true });
});

test("attempts while the limits cannot be stored hold no place afterwards [S-5]", async () => {
  const [name, ip] = [newEmail(), "198.51.100.2"];
  const breakLimits = () => app.pool.query("alter table rate_limits rename to rate_limits_away");
  const mendLimits = () => app.pool.query("alter table rate_limits_away rename to rate_limits");
  await breakLimits();
  for (let n = 0; n < 3; n += 1) await expect(attempt(name, ip, true)).rejects.toThrow("rate_limits");
  await mendLimits();
  // Some fail when they are settled.
  for (let n = 0; n < 2; n += 1) {
    const attempting = attempt(name, ip, async () => {
      await breakLimits();
      return true;
    });
    await expect(attempting).rejects.toThrow("rate_limits");
    await mendLimits();
  }
  await app.pool.query("delete from rate_limits");
  const start = performance.now();
  expect(await attempt(name, ip, true)).toMatchObject({ isRight: true });
  expect(performance.now() - start).toBeLessThan(3_000);
});
