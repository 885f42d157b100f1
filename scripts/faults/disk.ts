import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describeBroken, type Line } from "./report.ts";
import { Site, takePhoto } from "./site.ts";
import { findBroken, noPromises, settle, startWrites, writeAgain } from "./writes.ts";

/** Why no small disk can be made here; null if it can. */
export async function whyNoSmallDisk(): Promise<string | null> {
  if (process.platform !== "linux") return "a tmpfs needs Linux";
  const folder = await mkdtemp(path.join(tmpdir(), "fash-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], { stdio: "pipe" });
    execFileSync("umount", [folder]);
    return null;
  } catch (error) {
    return `a tmpfs cannot be mounted: ${(error as Error).message.split("\n").at(-2) ?? ""}`;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A file system of this size for `work`, taken away afterwards. */
async function onSmallDisk<T>(folder: string, megabytes: number, work: () => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  try {
    return await work();
  } finally {
    execFileSync("umount", ["--lazy", folder]);
  }
}

/** Fills the file system of a folder to the last block, whatever else writes to it; the returned function frees it. */
async function fill(folder: string): Promise<() => Promise<void>> {
  const ballast = path.join(folder, "ballast");
  const file = await open(ballast, "w");
  try {
    for (const bytes of [1_048_576, 4_096]) await writeUntilFull(file, Buffer.alloc(bytes));
  } finally {
    await file.close();
  }
  return () => rm(ballast);
}

async function writeUntilFull(file: FileHandle, chunk: Buffer): Promise<void> {
  try {
    for (;;) await file.write(chunk);
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOSPC") throw error;
  }
}

/** The disk of the pictures is full while members upload: a tmpfs of 16 MB is mounted at `media`. */
export async function fillPictureDisk(folder: string): Promise<Line[]> {
  const media = path.join(folder, "media");
  return onSmallDisk(media, 16, async () => {
    const site = await Site.open(folder);
    const { members, styleId } = await settle(site, 2);
    const [member] = members;
    if (!member) throw new Error("nobody joined");
    const photo = await takePhoto(1_200, 1_600);
    const free = await fill(media);
    const refused = await Promise.all(
      Array.from({ length: 6 }, () => site.send("POST", "/api/uploads/outfit", member.token, photo)),
    );
    const reading = await site.get("/api/outfits");
    await free();
    const imageId = await site.upload(member, photo);
    const posted = await site.postOutfit(member, imageId, styleId);
    const [kept] = await site.query<{ count: number }>("select count(*)::int as count from images");
    const wrong = await site.countWrong();
    await site.end();
    const fault = "disk of the pictures full";
    return [
      {
        fault,
        what: "statuses of uploads",
        figure: [...new Set(refused.map(({ status }) => status))].join(", "),
        isMet: refused.every(({ status }) => status === 503),
      },
      { fault, what: "reading the feed meanwhile", figure: String(reading.status), isMet: reading.status === 200 },
      {
        fault,
        what: "upload and post once there is room",
        figure: posted === "" ? "failed" : "succeed",
        isMet: posted !== "",
      },
      { fault, what: "rows of pictures: 2 before, 1 after", figure: String(kept?.count), isMet: kept?.count === 3 },
      {
        fault,
        what: "counts off; points off",
        figure: `${wrong.drifts}; ${wrong.violations}`,
        isMet: wrong.drifts + wrong.violations === 0,
      },
    ];
  });
}

/** The disk of the embedded database is full while it writes: a tmpfs of 512 MB is mounted at `postgres`. */
export async function fillDatabaseDisk(folder: string): Promise<Line[]> {
  const disk = path.join(folder, "postgres");
  return onSmallDisk(disk, 512, async () => {
    const site = await Site.open(folder);
    const scene = await settle(site, 4);
    const promises = noPromises();
    const before = startWrites(scene, promises);
    await before.untilAcknowledged(40);
    const free = await fill(disk);
    // The log has room left in the file it writes; it takes some writing until it needs the next one.
    const failures = await writeUntilRefused(site, scene.members[0]?.token ?? "", scene.outfits[0] ?? "");
    await before.stop();
    const alive = await site.get("/healthz");
    await free();
    const backMs = await site.untilReady();
    const writingMs = await writeAgain(scene, promises);
    const broken = await findBroken(site, promises);
    const wrong = await site.countWrong();
    await site.end();
    const fault = "disk of the database full";
    return [
      {
        fault,
        what: "how writes are refused",
        figure: failures.join(", "),
        isMet: failures.length > 0 && failures.every((status) => status === 503),
      },
      { fault, what: "/healthz meanwhile", figure: String(alive.status), isMet: alive.status === 200 },
      {
        fault,
        what: "ready once there is room, without a restart of the server",
        figure: `${(backMs / 1_000).toFixed(1)} s`,
        isMet: backMs < 60_000 && site.pid > 0,
      },
      {
        fault,
        what: "40 writes in a row acknowledged after it",
        figure: `${(writingMs / 1_000).toFixed(1)} s`,
        isMet: writingMs < 20_000,
      },
      {
        fault,
        what: "acknowledged writes lost; counts off; points off",
        figure: `${describeBroken(broken)}; ${wrong.drifts}; ${wrong.violations}`,
        isMet: broken.length + wrong.drifts + wrong.violations === 0,
      },
    ];
  });
}

/** Writes long comments until the first refusals; gives their statuses. */
async function writeUntilRefused(site: Site, token: string, outfitId: string): Promise<number[]> {
  const statuses = new Set<number>();
  const until = performance.now() + 60_000;
  let refusals = 0;
  for (let n = 0; refusals < 20 && performance.now() < until; n += 1) {
    const replies = await Promise.all(
      Array.from({ length: 10 }, async (_, at) => {
        const content = `${n}-${at} ${randomBytes(400).toString("base64")}`;
        return (await site.send("POST", `/api/outfits/${outfitId}/comments`, token, { content })).status;
      }),
    );
    const refused = replies.filter((status) => status >= 400);
    refusals += refused.length;
    for (const status of refused) statuses.add(status);
  }
  return [...statuses];
}
