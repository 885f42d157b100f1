import type { AbuseFinding } from "#contract/abuse-findings.ts";
import { anId } from "./samples.ts";

/** Many new accounts from one address, which no admin has looked at. */
export const anAbuseFinding = (): AbuseFinding => ({
  id: anId(),
  kind: "many_new_accounts",
  address: "203.0.113.7",
  day: "2026-11-20",
  accountsCount: 7,
  firstAt: "2026-11-20T08:00:00.000Z",
  lastAt: "2026-11-20T09:00:00.000Z",
  resolvedAt: null,
});
