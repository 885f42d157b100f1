import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Line } from "./report.ts";
import { type Member, type Reply, Site, takePhoto } from "./site.ts";
import { settle } from "./writes.ts";

const bucket = "pictures";
const slowMs = 5_000;

/** A bucket that speaks enough of S3, and can be told to fail or to take its time. */
async function startBucket(): Promise<{
  url: string;
  set: (mood: "well" | "failing" | "slow") => void;
  stop: () => void;
}> {
  const objects = new Map<string, { bytes: Buffer; type: string }>();
  let mood: "well" | "failing" | "slow" = "well";
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => setTimeout(answer, mood === "slow" ? slowMs : 0));
    const answer = (): void => {
      if (mood === "failing") return void response.writeHead(500).end("<Error><Code>InternalError</Code></Error>");
      const key = decodeURIComponent(new URL(request.url ?? "/", "http://bucket").pathname.slice(bucket.length + 2));
      const found = objects.get(key);
      if (request.method === "PUT") {
        objects.set(key, { bytes: Buffer.concat(chunks), type: request.headers["content-type"] ?? "" });
        return void response.writeHead(200, { etag: '"1"' }).end();
      }
      if (request.method === "DELETE") {
        objects.delete(key);
        return void response.writeHead(204).end();
      }
      if (!found) return void response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
      const headers = { "content-type": found.type, "content-length": found.bytes.length, etag: '"1"' };
      response.writeHead(200, headers).end(request.method === "HEAD" ? undefined : found.bytes);
    };
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set: (next) => void (mood = next),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The picture store answers 500, then takes five seconds for everything, then is well again. */
export async function breakStore(folder: string): Promise<Line[]> {
  const store = await startBucket();
  const settings = {
    S3_BUCKET: bucket,
    S3_ENDPOINT: store.url,
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "secret",
  };
  const site = await Site.open(folder, settings);
  const { members, styleId } = await settle(site, 2);
  const [member] = members;
  if (!member) throw new Error("nobody joined");
  const [outfit] = (await site.must<{ items: { picture: { url: string } }[] }>("GET", "/api/outfits")).items;
  const picture = outfit?.picture.url ?? "";
  const lines: Line[] = [];
  for (const [mood, fault] of [
    ["failing", "picture store answers 500"],
    ["slow", `picture store takes ${slowMs / 1_000} s`],
  ] as const) {
    store.set(mood);
    lines.push(...(await measure(site, member, picture, fault, mood === "slow")));
  }
  store.set("well");
  const posted = await site.postOutfit(member, await site.upload(member, await takePhoto()), styleId);
  const shown = await site.get(picture);
  const { drifts, violations } = await site.countWrong();
  const [loose] = await site.query<{ count: number }>(
    "select count(*)::int as count from images where attached_at is null",
  );
  await site.end();
  store.stop();
  const fault = "picture store well again";
  return [
    ...lines,
    {
      fault,
      what: "upload, post, picture",
      figure: `${posted === "" ? "failed" : "200"}, ${shown.status}`,
      isMet: shown.status === 200,
    },
    {
      fault,
      what: "counts off; points off; loose rows",
      figure: `${drifts}; ${violations}; ${loose?.count}`,
      isMet: drifts + violations === 0,
    },
  ];
}

async function measure(site: Site, member: Member, picture: string, fault: string, isSlow: boolean): Promise<Line[]> {
  const photo = await takePhoto();
  const uploading = site.send("POST", "/api/uploads/outfit", member.token, photo);
  const showing = site.get(picture);
  const reads: Reply[] = [];
  for (let n = 0; n < 40; n += 1) reads.push(await site.get("/api/outfits?search=rain"));
  const [upload, show] = [await uploading, await showing];
  const allowed = isSlow ? [200, 503] : [503];
  const slowest = Math.max(...reads.map(({ ms }) => ms));
  return [
    {
      fault,
      what: "an upload",
      figure: `${upload.status} after ${(upload.ms / 1_000).toFixed(1)} s`,
      isMet: allowed.includes(upload.status),
    },
    {
      fault,
      what: "a picture",
      figure: `${show.status} after ${(show.ms / 1_000).toFixed(1)} s`,
      isMet: allowed.includes(show.status),
    },
    {
      fault,
      what: "40 searches meanwhile, the slowest",
      figure: `${Math.round(slowest)} ms`,
      isMet: reads.every(({ status }) => status === 200) && slowest < 2_000,
    },
  ];
}
