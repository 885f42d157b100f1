import { setTimeout as sleep } from "node:timers/promises";
import { describeBroken, type Line } from "./report.ts";
import { Site } from "./site.ts";
import { findBroken, noPromises, settle, startWrites } from "./writes.ts";

const checkEvery = 10;
const burstMsMax = 5_000;

/**
 * Kills the server, its database or both with SIGKILL in the middle of mixed writes, again and again, and looks each time
 * for every write that was acknowledged.
 */
export async function killRounds(folder: string, rounds: number): Promise<Line[]> {
  const site = await Site.open(folder);
  const scene = await settle(site, 4);
  const promises = noPromises();
  const broken: string[] = [];
  const wrong = { drifts: 0, violations: 0 };
  const backMs: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const acknowledgedUntil = promises.acknowledged + 20 + (round % 7) * 10;
    const since = performance.now();
    const writes = startWrites(scene, promises);
    while (promises.acknowledged < acknowledgedUntil && performance.now() - since < burstMsMax) await sleep(5);
    const killedAt = performance.now();
    if (round % 3 !== 1) process.kill(site.postmasterPid, "SIGKILL");
    if (round % 3 !== 2) await site.end("SIGKILL");
    await writes.stop();
    if (site.isRunning) await site.untilReady();
    else await site.start();
    backMs.push(performance.now() - killedAt);
    broken.push(...(await findBroken(site, promises)));
    if (round % checkEvery === 0 || round === rounds) {
      const found = await site.countWrong();
      wrong.drifts += found.drifts;
      wrong.violations += found.violations;
      console.log(`  round ${round}: ${promises.acknowledged} acknowledged, ${broken.length} broken`);
    }
  }
  await site.end();
  const fault = `${rounds} × SIGKILL`;
  const slowest = Math.round(Math.max(...backMs)) / 1_000;
  return [
    {
      fault,
      what: "writes that were acknowledged",
      figure: String(promises.acknowledged),
      isMet: promises.acknowledged > rounds * 10,
    },
    { fault, what: "of them lost or undone", figure: describeBroken(broken), isMet: broken.length === 0 },
    { fault, what: "kept counts that are off", figure: String(wrong.drifts), isMet: wrong.drifts === 0 },
    {
      fault,
      what: "balances and points that are off",
      figure: String(wrong.violations),
      isMet: wrong.violations === 0,
    },
    { fault, what: "ready again, at worst", figure: `${slowest} s`, isMet: slowest < 60 },
  ];
}
