import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describeBroken, type Line } from "./report.ts";
import { type Member, Site } from "./site.ts";
import { findBroken, noPromises, settle, startWrites } from "./writes.ts";

/**
 * Lets the server's own clock jump, forward and back. A preloaded module adds to `Date` what a file says, so the database's
 * clock and the machine's stay as they are: that is the worse case, since both disagree afterwards.
 */
export async function jumpClock(folder: string): Promise<Line[]> {
  const offsetFile = path.join(folder, "clock-offset");
  await writeFile(offsetFile, "0");
  const hook = new URL("clock-jump.mjs", import.meta.url).href;
  const settings = { NODE_OPTIONS: `--import=${hook}`, CLOCK_OFFSET_FILE: offsetFile };
  const site = await Site.open(folder, settings);
  const scene = await settle(site, 4);
  const lines: Line[] = [];
  for (const [name, offsetMs] of [
    ["clock an hour ahead", 3_600_000],
    ["clock back again", 0],
  ] as const) {
    await writeFile(offsetFile, String(offsetMs));
    await sleep(300);
    const refreshed = await Promise.all(scene.members.map((member) => refresh(site, member)));
    const promises = noPromises();
    const writes = startWrites(scene, promises);
    await writes.untilAcknowledged(60);
    await writes.stop();
    const { drifts, violations } = await site.countWrong();
    const broken = await findBroken(site, promises);
    lines.push(
      {
        fault: name,
        what: "sessions that go on after a refresh",
        figure: `${refreshed.filter(Boolean).length} of ${refreshed.length}`,
        isMet: refreshed.every(Boolean),
      },
      {
        fault: name,
        what: "writes acknowledged afterwards",
        figure: String(promises.acknowledged),
        isMet: promises.acknowledged >= 60,
      },
      {
        fault: name,
        what: "of them lost; counts off; points off",
        figure: `${describeBroken(broken)}; ${drifts}; ${violations}`,
        isMet: broken.length + drifts + violations === 0,
      },
    );
  }
  await site.end();
  return lines;
}

/** Gets a fresh token, as a browser does when the old one is refused. */
async function refresh(site: Site, member: Member): Promise<boolean> {
  const body = { refresh_token: member.refreshToken };
  const reply = await site.send("POST", "/auth/v1/token?grant_type=refresh_token", undefined, body);
  const { access_token: token, refresh_token: refreshToken } = reply.body as {
    access_token?: string;
    refresh_token?: string;
  };
  if (reply.status !== 200 || !token || !refreshToken) return false;
  Object.assign(member, { token, refreshToken });
  return (await site.get("/api/me", token)).status === 200;
}
