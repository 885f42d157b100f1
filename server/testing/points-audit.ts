import { afterEach, expect } from "vitest";
import type { Db } from "#server/db/db.ts";
import { auditPoints } from "#server/points/points-audit.service.ts";

/**
 * Lets every test of this file end with the points audit: one that leaves wrong points behind fails.
 *
 * @param db Or what gives it, where the database is opened later.
 */
export function auditPointsAfterEach(db: Db | (() => Db)): void {
  afterEach(async () => {
    expect(await auditPoints(typeof db === "function" ? db() : db)).toEqual([]);
  });
}
