import { expect, test, vi } from "vitest";
import { buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { buildDataExport } from "./export-archive.service.ts";

const { app, as, db, fastify } = await testApp();

test("a download of an export that broke off goes on where it did, with the same file only", async () => {
  const mia = await buildUser(db);
  const { id: exportId } = (await as(mia).post("/api/me/data/exports")).json().export;
  await buildDataExport(app, { exportId });
  const { downloadUrl: url } = (await as(mia).get("/api/me/data")).json().export;
  const get = (headers: Record<string, string>) => fastify.inject({ url, headers });
  const whole = await get({});
  const { etag = "" } = whole.headers;
  const size = whole.rawPayload.length;
  expect([whole.statusCode, whole.headers["accept-ranges"], etag]).toEqual([200, "bytes", `"${exportId}"`]);

  const begun = whole.rawPayload.subarray(0, 1_000);
  const rest = await get({ range: "bytes=1000-", "if-range": etag });
  expect([rest.statusCode, rest.headers["content-range"]]).toEqual([206, `bytes 1000-${size - 1}/${size}`]);
  expect(rest.headers["content-length"]).toBe(String(size - 1_000));
  expect(Buffer.concat([begun, rest.rawPayload]).equals(whole.rawPayload)).toBe(true);

  for (const [range, start, end] of [
    ["bytes=10-19", 10, 20],
    ["bytes=-5", size - 5, size],
    [`bytes=-${size + 9}`, 0, size],
    [`bytes=10-${size + 9}`, 10, size],
  ] as const) {
    const part = await get({ range });
    expect([part.statusCode, part.headers["content-range"]]).toEqual([206, `bytes ${start}-${end - 1}/${size}`]);
    expect(part.rawPayload.equals(whole.rawPayload.subarray(start, end))).toBe(true);
  }
  for (const range of [`bytes=${size}-`, "bytes=-0"]) {
    const none = await get({ range });
    expect([none.statusCode, none.headers["content-range"], none.body]).toEqual([416, `bytes */${size}`, ""]);
  }
  for (const headers of [
    { range: "bytes=10-", "if-range": '"another"' },
    { range: "bytes=0-1,4-5" },
    { range: "bytes=-" },
    { range: "lines=1-2" },
  ]) {
    const all = await get(headers);
    expect([all.statusCode, all.rawPayload.length]).toEqual([200, size]);
  }

  const head = (range: string) => fastify.inject({ method: "HEAD", url, headers: { range } });
  for (const range of ["bytes=10-19", `bytes=${size}-`]) {
    const { statusCode, headers, body } = await head(range);
    expect([statusCode, headers["content-length"], body]).toEqual([200, String(size), ""]);
  }
  vi.spyOn(app.storage, "read").mockResolvedValueOnce(null);
  expect((await head("bytes=0-")).statusCode).toBe(404);
});
