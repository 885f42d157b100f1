import { auditPoints, listInvariants } from "#server/points/points-audit.service.ts";
import { type BenchRun, interleave, withCosts } from "./bench-run.ts";
import type { Member } from "./members.ts";
import { figure, type Line } from "./report.ts";
import { loadFully } from "./wrk.ts";

/** The requests of the screen at /points when it opens. */
const reads = ["/api/me/points", "/api/me/points/ledger", "/api/me/points/weeks"];

/**
 * The points screen of a member with 100,000 ledger rows compared with one with twenty; and the audit of all members'
 * points, which must find nothing.
 */
export async function measurePoints(run: BenchRun): Promise<Line[]> {
  const load = ({ headers }: Member) =>
    withCosts(run, run.server.pid, () =>
      loadFully({
        port: run.server.port,
        seconds: run.seconds,
        requests: reads.map((path) => ({ method: "GET", path, headers })),
      }),
    );
  const { heavy, light } = await interleave(run.rounds, {
    heavy: () => load(run.heavy),
    light: () => load(run.light),
  });
  const begun = performance.now();
  const violations = await auditPoints(run.app.db);
  const seconds = (performance.now() - begun) / 1_000;
  return [
    {
      what: "/points of a member with 100,000 ledger rows / with 20",
      ours: `${figure(heavy.perSecond, "/s")}, ${figure(heavy.databaseUs)} us`,
      reference: `${figure(light.perSecond, "/s")}, ${figure(light.databaseUs)} us`,
      ratio: heavy.perSecond / light.perSecond,
      target: { sign: ">=", ratio: 0.5 },
    },
    {
      what: `violations of points, found in ${seconds.toFixed(1)} s / invariants checked`,
      ours: String(violations.length),
      reference: String(listInvariants().length),
      ratio: violations.length / listInvariants().length,
      target: { sign: "<=", ratio: 0 },
    },
  ];
}
