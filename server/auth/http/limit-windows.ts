import { createHash } from "node:crypto";
import type { Limit } from "#server/config/auth-environment.ts";
import type { AppContext } from "#server/http/context.ts";
import { createLimitWindow, type LimitWindow, type Spent } from "#server/http/limit-window.ts";
import { perApp } from "#server/http/per-app.ts";

const unlimited: Spent = { isAllowed: true, points: 0, waitSeconds: 0 };
const open: LimitWindow = {
  spend: () => Promise.resolve(unlimited),
  read: () => Promise.resolve({ points: 0, waitSeconds: 0 }),
  giveBack: () => Promise.resolve(),
  block: () => Promise.resolve(),
};

const windowsOf = perApp(() => new Map<string, LimitWindow>());

/** The window of one limit, in this app; open where the limits are off. */
export function windowOf(app: AppContext, name: string, limit: Limit): LimitWindow {
  if (!app.config.auth.limits.isOn) return open;
  const windows = windowsOf(app);
  const known = windows.get(name);
  if (known) return known;
  const fresh = createLimitWindow(app.pool, `auth_${name}`, limit);
  windows.set(name, fresh);
  return fresh;
}

/** Addresses are stored as digests, so that the table of limits does not list the users of the site. */
export const toKey = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 32);
