import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getDefaultHighWaterMark, type Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createStorage, seemsAway, type Storage } from "./storage.ts";

const key = "0193/1700000000000.webp";
const bytes = Buffer.from("not really a picture");

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

/** A minimal S3 server for one bucket: PUT, copies, GET, HEAD and DELETE of objects, with path-style URLs. */
function createBucketServer(bucket: string) {
  const objects = new Map<string, { bytes: Buffer; contentType: string }>();
  const requests: { method: string; path: string; authorization: string }[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = new URL(request.url ?? "/", "http://bucket").pathname;
      const method = request.method ?? "";
      requests.push({ method, path, authorization: request.headers.authorization ?? "" });
      const name = decodeURIComponent(path.slice(bucket.length + 2));
      const found = objects.get(name);
      const source = request.headers["x-amz-copy-source"];
      if (method === "PUT" && source !== undefined) {
        const copied = objects.get(decodeURIComponent(String(source)).slice(bucket.length + 2));
        if (copied) objects.set(name, copied);
        response.writeHead(copied ? 200 : 404, { "content-type": "application/xml" });
        response.end(
          copied ? "<CopyObjectResult><ETag>1</ETag></CopyObjectResult>" : "<Error><Code>NoSuchKey</Code></Error>",
        );
      } else if (method === "PUT") {
        const contentType = request.headers["content-type"] ?? "";
        objects.set(name, { bytes: Buffer.concat(chunks), contentType });
        response.writeHead(200, { etag: '"1"' }).end();
      } else if (method === "DELETE") {
        objects.delete(name);
        response.writeHead(204).end();
      } else if (found) {
        const [, start = 0, end = found.bytes.length] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
        const part = found.bytes.subarray(Number(start), Number(end) + 1);
        const headers = { "content-type": found.contentType, "content-length": part.length, etag: '"1"' };
        response.writeHead(request.headers.range ? 206 : 200, headers).end(method === "HEAD" ? undefined : part);
      } else {
        response.writeHead(404, { "content-type": "application/xml" });
        response.end(method === "HEAD" ? undefined : "<Error><Code>NoSuchKey</Code></Error>");
      }
    });
  });
  return { server, objects, requests };
}

function keepsItsPromises(open: () => Storage): void {
  test("a stored object is read back with its size and type", async () => {
    const storage = open();
    await storage.put(key, bytes, "image/webp");
    const found = await storage.read(key);
    expect(found).toMatchObject({ sizeBytes: bytes.length, contentType: "image/webp" });
    expect(found && (await readAll(found.bytes))).toEqual(bytes);
  });

  test("a part of an object is read with the size of the whole", async () => {
    const storage = open();
    await storage.put(key, bytes, "image/webp");
    const found = await storage.read(key, { start: 4, end: 9 });
    expect(found).toMatchObject({ sizeBytes: bytes.length, contentType: "image/webp" });
    expect(found && (await readAll(found.bytes)).toString()).toBe("really");
    for (const name of ["never/there.webp", "../escape.webp"])
      expect(await storage.read(name, { start: 0, end: 1 })).toBeNull();
  });

  test("a removed object is gone, and removing it again succeeds", async () => {
    const storage = open();
    await storage.put(key, bytes, "image/webp");
    await storage.remove([key, "never/there.webp"]);
    await storage.remove([key]);
    expect(await storage.read(key)).toBeNull();
  });

  test("a copy has the bytes and the type, and outlives its source", async () => {
    const storage = open();
    const copy = "0193/1700000000001.webp";
    await storage.put(key, bytes, "image/webp");
    expect(await storage.copy(key, copy)).toBe(true);
    expect(await storage.copy(key, copy)).toBe(true);
    await storage.remove([key]);
    const found = await storage.read(copy);
    expect(found).toMatchObject({ sizeBytes: bytes.length, contentType: "image/webp" });
    expect(found && (await readAll(found.bytes))).toEqual(bytes);
    expect(await storage.copy(key, copy)).toBe(false);
    expect(await storage.read(copy)).not.toBeNull();
  });

  test.each(["never/there.webp", "../escape.webp", "0193/%00.webp", "/"])("there is nothing under %s", async (name) => {
    const storage = open();
    await storage.put(key, bytes, "image/webp");
    expect(await storage.read(name)).toBeNull();
  });
}

describe("a folder", () => {
  let dataDir = "";
  beforeAll(async () => void (dataDir = await mkdtemp(join(tmpdir(), "fash-storage-"))));
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  keepsItsPromises(() => createStorage({ s3: undefined, dataDir }));

  test("a key with path traversal is rejected and nothing is written [S-41]", async () => {
    const inner = createStorage({ s3: undefined, dataDir: join(dataDir, "inner") });
    await expect(inner.put("../../escape.webp", bytes, "image/webp")).rejects.toMatchObject({
      code: "server.unavailable",
    });
    expect(await readdir(dataDir)).not.toContain("escape.webp");
  });
});

describe("an S3-compatible bucket", () => {
  const bucket = createBucketServer("pictures");
  let endpoint = "";
  beforeAll(async () => {
    await new Promise<void>((resolve) => bucket.server.listen(0, "127.0.0.1", resolve));
    endpoint = `http://127.0.0.1:${(bucket.server.address() as AddressInfo).port}`;
  });
  afterAll(() => void bucket.server.close());
  const open = (address = endpoint, idleMsMax = 30_000, pauseMsMax?: number) =>
    createStorage(
      {
        dataDir: "/nowhere",
        s3: {
          bucket: "pictures",
          endpoint: address,
          region: "us-east-1",
          accessKeyId: "key",
          secretAccessKey: "secret",
        },
      },
      { idleMsMax, ...(pauseMsMax !== undefined && { pauseMsMax }) },
    );
  /** A bucket with a server of its own, which may leave a connection without a byte for `idleMsMax`. */
  async function openOn(idleMsMax: number, answer: RequestListener, pauseMsMax?: number): Promise<Storage> {
    const server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => server.close().closeAllConnections());
    return open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, idleMsMax, pauseMsMax);
  }

  keepsItsPromises(() => open());

  test("URLs are path-style and requests are signed", async () => {
    await open().put(key, bytes, "image/webp");
    expect(bucket.objects.get(key)).toEqual({ bytes, contentType: "image/webp" });
    const last = bucket.requests.at(-1);
    expect(last).toMatchObject({ method: "PUT", path: `/pictures/${key}` });
    expect(last?.authorization).toContain("AWS4-HMAC-SHA256");
  });

  test("an unreachable store is unavailable, not empty [S-77]", async () => {
    await expect(open("http://127.0.0.1:9").read(key)).rejects.toMatchObject({ code: "server.unavailable" });
  });

  test("a store that takes requests and never answers is unavailable [S-77]", async () => {
    const storage = await openOn(200, () => undefined);
    const refused = { code: "server.unavailable" };
    await expect(storage.put(key, bytes, "image/webp")).rejects.toMatchObject(refused);
    await expect(storage.read(key)).rejects.toMatchObject(refused);
    await expect(storage.copy(key, "0193/1.webp")).rejects.toMatchObject(refused);
    const failure = await storage.remove([key]).catch((error: unknown) => error);
    expect(failure).toMatchObject(refused);
    expect(seemsAway([failure])).toBe(true);
  });

  test("there is no part of a file that is removed before it is read", async () => {
    const storage = await openOn(30_000, (request, response) => {
      const isThere = request.method === "HEAD";
      response.writeHead(isThere ? 200 : 404, { "content-length": "0", etag: '"1"' }).end();
    });
    expect(await storage.read(key, { start: 0, end: 1 })).toBeNull();
  });

  test("a file that stops half-way fails [S-77]", async () => {
    const storage = await openOn(200, (request, response) => {
      response.writeHead(200, { "content-type": "image/webp", "content-length": "100", etag: '"1"' });
      if (request.method === "HEAD") response.end();
      else response.write("half");
    });
    const found = await storage.read(key);
    const failure = await (found && readAll(found.bytes).catch((error: unknown) => error));
    expect(seemsAway([failure])).toBe(true);
  });

  test("a store that resets connections is unavailable, but does not hang", async () => {
    const storage = await openOn(30_000, ({ socket }) => socket.resetAndDestroy());
    const failure = await storage.remove([key]).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "server.unavailable", cause: { cause: { code: "ECONNRESET" } } });
    expect(seemsAway([failure])).toBe(false);
  });

  test("a reader may pause for longer than the store, and gets the whole file", async () => {
    const file = Buffer.alloc(20_000_000, 7);
    const storage = await openOn(200, (request, response) => {
      response.writeHead(200, { "content-type": "application/zip", "content-length": file.length, etag: '"1"' });
      response.end(request.method === "HEAD" ? undefined : file);
    });
    for (const readFirst of [0, 5_000_000, file.length - 80_000]) {
      const found = await storage.read(key);
      let received = 0;
      for await (const chunk of found?.bytes ?? []) {
        const before = received;
        received += (chunk as Buffer).length;
        if (before <= readFirst && received > readFirst) await wait(600);
      }
      expect(received).toBe(file.length);
    }
  });

  test("readers that have gone keep no file open, and keep nobody else waiting [S-77]", async () => {
    const file = Buffer.alloc(20_000_000, 7);
    const storage = await openOn(
      30_000,
      (request, response) => {
        response.writeHead(200, { "content-type": "image/webp", "content-length": file.length, etag: '"1"' });
        response.end(request.method === "HEAD" ? undefined : file);
      },
      10_000,
    );
    const gone = await Promise.all(Array.from({ length: 60 }, () => storage.read(key)));
    let ended = 0;
    const failures = gone.map(async (found) => {
      const [failure] = found ? await once(found.bytes, "error") : [];
      ended += 1;
      return failure;
    });
    const found = await storage.read(key);
    expect(found && (await readAll(found.bytes))).toHaveLength(file.length);
    expect(ended).toBe(0);
    for (const failure of await Promise.all(failures)) expect(failure).toMatchObject({ name: "TimeoutError" });
  });

  test("a file that has arrived waits for its reader", async () => {
    // Two parts of which the second waits in the buffers.
    const part = Buffer.alloc(Math.floor(0.6 * getDefaultHighWaterMark(false)), 7);
    const storage = await openOn(200, (request, response) => {
      response.writeHead(200, { "content-type": "image/webp", "content-length": 2 * part.length, etag: '"1"' });
      if (request.method === "HEAD") return void response.end();
      response.write(part);
      setTimeout(() => response.end(part), 50);
    });
    const found = await storage.read(key);
    await wait(600);
    expect(found && (await readAll(found.bytes))).toHaveLength(2 * part.length);
  });

  test("a large file on a slow line is stored, however long it takes", async () => {
    const [idleMs, slowBytes] = [1_000, 24_000_000];
    let [received, tookMs, startedAt] = [0, 0, 0];
    const storage = await openOn(idleMs, (request, response) => {
      startedAt = performance.now();
      request.on("data", (chunk: Buffer) => {
        received += chunk.length;
        if (received > slowBytes) return;
        request.pause();
        setTimeout(() => request.resume(), 5);
      });
      request.on("end", () => {
        tookMs = performance.now() - startedAt;
        response.writeHead(200, { etag: '"1"' }).end();
      });
    });
    const file = Buffer.alloc(40_000_000);
    await storage.put(key, file, "image/webp");
    expect(received).toBe(file.length);
    expect(tookMs).toBeGreaterThan(1.5 * idleMs);
  });
});
